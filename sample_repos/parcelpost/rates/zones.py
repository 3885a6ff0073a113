"""Zones, and the rates between them."""

from fastapi import APIRouter

router = APIRouter(prefix="/zones")


@router.get("")
def list_zones():
    return load_zones()


@router.get("/{zone_id}/rates/{weight}")
async def show_rate(zone_id: str, weight: int):
    return {"zone": zone_id, "cost": cost(weight)}


@router.put("/{zone_id}")
def save_zone(zone_id: str):
    return zone_id


def load_zones():
    return ["inland", "abroad"]


def cost(weight):
    return weight * 3
