from fastapi import APIRouter

from app.tariffs import fetch_quote, send_quote

router = APIRouter()


@router.get("")
def list_parcels(sender: str = ""):
    return []


@router.post("")
def create_parcel(parcel: dict):
    parcel["quote"] = send_quote(parcel)
    return parcel


@router.get("/{parcel_id}")
def show_parcel(parcel_id: int):
    return {"id": parcel_id, "quote": fetch_quote("EU")}


@router.delete("/{parcel_id}")
def drop_parcel(parcel_id: int):
    return None
