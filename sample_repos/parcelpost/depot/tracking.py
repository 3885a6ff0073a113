"""Where parcels are."""

from flask import Blueprint, jsonify

tracking = Blueprint("tracking", __name__, url_prefix="/api/tracking")
retired = Blueprint("retired", __name__, url_prefix="/old")


@tracking.route("/<code>")
@tracking.route("/<code>/<path:stops>")
def show_stops(code, stops=""):
    return jsonify(code=code, stops=split_stops(stops))


def split_stops(stops):
    return [stop for stop in stops.split("/") if stop]


@retired.get("/stops")
def show_old_stops():
    return jsonify([])
