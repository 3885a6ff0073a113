const BASE = import.meta.env.VITE_PARCELS_URL ?? 'http://localhost:8000';

export interface Parcel {
  id: number;
  sender: string;
}

export async function loadParcel(id: number): Promise<Parcel> {
  const response = await fetch(`${BASE}/parcels/${id}`);
  return response.json();
}

export async function createParcel(parcel: Parcel): Promise<Parcel> {
  const response = await fetch(`${BASE}/parcels`, { method: 'POST', body: JSON.stringify(parcel) });
  return response.json();
}

export async function listParcels(sender: string): Promise<Parcel[]> {
  const response = await fetch(`${BASE}/parcels?sender=${encodeURIComponent(sender)}`);
  return response.json();
}
