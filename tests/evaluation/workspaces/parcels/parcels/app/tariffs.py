import os

import httpx

client = httpx.Client(base_url=os.environ["TARIFFS_URL"], timeout=2.0)


def fetch_quote(zone: str):
    return client.get(f"/quotes/{zone}").json()


def send_quote(parcel: dict):
    response = client.post("/quotes", json=parcel)
    response.raise_for_status()
    return response.json()


def is_up():
    return httpx.get("http://tariffs:8080/health").status_code == 200
