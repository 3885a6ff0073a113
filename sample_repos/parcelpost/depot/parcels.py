"""Parcels that the depot holds."""

from flask import Blueprint, abort, jsonify, request, url_for

parcels = Blueprint("parcels", __name__, url_prefix="/unused")

_HELD = {}


@parcels.route("/", methods=["GET", "POST"])
def list_parcels():
    if request.method == "POST":
        return store_parcel(request.get_json())
    return jsonify(list(_HELD.values()))


def store_parcel(parcel):
    _HELD[parcel["id"]] = parcel
    return jsonify(parcel), 201, {"Location": url_for("parcels.show_parcel", parcel_id=parcel["id"])}


@parcels.get("/<int:parcel_id>")
def show_parcel(parcel_id):
    return jsonify(find_parcel(parcel_id))


@parcels.delete("/<int:parcel_id>")
def drop_parcel(parcel_id):
    del _HELD[find_parcel(parcel_id)["id"]]
    return "", 204


@parcels.get("/lost")
def list_lost():
    return jsonify([])


def find_parcel(parcel_id):
    found = _HELD.get(parcel_id)
    if found is None:
        abort(404)
    return found
