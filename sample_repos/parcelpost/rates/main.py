"""Prices of parcels."""

from fastapi import FastAPI

from rates.zones import router as zones
from rates.settings import settings

app = FastAPI()
app.include_router(zones, prefix=settings.API)


@app.get("/health")
def check_health():
    return {"status": "ok"}


def get(path):
    return path


get("/zones")
