const axios = require('axios');

const DEPOT = 'http://localhost:5000/api';
const rates = axios.create({ baseURL: 'http://localhost:8000/v1' });

async function loadParcel(id) {
  const reply = await fetch(`${DEPOT}/parcels/${id}`);
  return reply.json();
}

async function dropParcel(id) {
  return fetch(`${DEPOT}/parcels/${id}`, { method: 'DELETE' });
}

async function saveZone(zone) {
  return rates.put('/zones/' + zone);
}

async function askElsewhere(host) {
  await fetch('https://example.org/api/parcels/1');
  return fetch(`${host}/api/parcels/1`);
}

module.exports = { loadParcel, dropParcel, saveZone, askElsewhere };
