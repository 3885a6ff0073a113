const express = require('express');
const labels = require('./routes/labels');
const { refuse } = require('./refusals');
const { loadParcel } = require('./depot');

const app = express();

app.use(express.json());
app.use('/labels', labels);
require('./routes/desk')(app);

app.get('/', showCounter);
app.route('/queue')
  .get(listQueue)
  .post(refuse(joinQueue));

app.get('/parcels/:parcel', async (req, res) => {
  res.json(await loadParcel(req.params.parcel));
});

function showCounter(req, res) {
  res.send(app.get('title'));
}

function listQueue(req, res) {
  res.json([]);
}

function joinQueue(req, res) {
  res.status(201).json(req.body);
}

module.exports = { app };
