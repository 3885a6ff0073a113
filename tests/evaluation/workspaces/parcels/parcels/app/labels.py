from fastapi import APIRouter

router = APIRouter()


@router.post("/{parcel_id}/labels")
def print_label(parcel_id: int):
    return {"pdf": ""}
