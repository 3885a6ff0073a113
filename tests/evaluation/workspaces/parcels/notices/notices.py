import os

import requests
from flask import Flask

PARCELS_URL = os.getenv("PARCELS_URL", "http://localhost:8000")

app = Flask(__name__)


@app.get("/parcels")
def list_noticed_parcels():
    return []


@app.get("/parcels/<int:parcel>/notices")
def list_notices(parcel):
    sender = load_parcel(parcel)
    return [sender]


@app.get("/health")
def health():
    return {"ok": True}


def load_parcel(parcel):
    return requests.get(f"{PARCELS_URL}/parcels/{parcel}", timeout=3).json()


def drop_parcel(parcel):
    requests.delete(f"{PARCELS_URL}/parcels/{parcel}", timeout=3)


def send_mail(to, text):
    requests.post("https://api.mailer.example/v3/messages", data={"to": to, "text": text}, timeout=3)
