export async function isUp(url: string): Promise<boolean> {
  const response = await fetch(`${url}/health`);
  return response.ok;
}

export async function loadNotices(parcel: number) {
  const response = await fetch(`/parcels/${parcel}/notices`);
  return response.json();
}
