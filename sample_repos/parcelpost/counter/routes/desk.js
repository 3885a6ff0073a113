const express = require('express');

const desk = express.Router().use(express.urlencoded({ extended: false }));

desk.post('/bell', ringBell);

module.exports = function addDesk(app) {
  app.get('/desk', showDesk);
  app.use('/desk', desk);
};

function showDesk(req, res) {
  res.send('desk');
}

function ringBell(req, res) {
  res.sendStatus(204);
}
