"""The depot: what lies where."""

from flask import Flask, jsonify

from depot.pages import add_pages
from depot.parcels import parcels
from depot.tracking import tracking

API = "/api"


def create_app(testing=False):
    app = Flask(__name__)
    app.config["TESTING"] = testing
    app.register_blueprint(parcels, url_prefix=f"{API}/parcels")
    app.register_blueprint(tracking)
    app.add_url_rule("/health", view_func=check_health)
    add_pages(app)

    @app.errorhandler(404)
    def say_missing(error):
        return jsonify(error=str(error)), 404

    return app


def check_health():
    return jsonify(status="ok")


def list_routes():
    """Not a route: it only looks like one."""
    return route("/parcels")


def route(path):
    return path
