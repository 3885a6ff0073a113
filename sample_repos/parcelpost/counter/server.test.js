const request = require('supertest');
const { app } = require('./server');

test('the queue is empty', async () => {
  const reply = await request(app).get('/queue');
  expect(reply.body).toEqual([]);
});

test('a parcel is shown', async () => {
  await request(app).get('/parcels/7');
});
