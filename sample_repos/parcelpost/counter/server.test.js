const request = require('supertest');
const { app } = require('./server');

test('the queue is empty', async () => {
  const reply = await request(app).get('/queue');
  expect(reply.body).toEqual([]);
});
