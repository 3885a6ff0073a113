from fastapi import FastAPI

from app import labels, parcels

app = FastAPI()
app.include_router(parcels.router, prefix="/parcels")
app.include_router(labels.router, prefix="/parcels")


@app.get("/health")
def health():
    return {"ok": True}
