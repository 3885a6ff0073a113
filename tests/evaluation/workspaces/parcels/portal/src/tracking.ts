import axios from 'axios';

const tracking = axios.create({ baseURL: process.env.TRACKING_SERVICE_URL });

export async function loadTrack(number: string) {
  const { data } = await tracking.get(`/api/tracking/${number}`);
  return data;
}

export async function recordEvent(number: string, event: string) {
  await tracking.post(`/api/tracking/${number}/events`, event);
}

export async function loadFlags() {
  const { data } = await axios.get('https://flags.example.com/parcels/1');
  return data;
}
