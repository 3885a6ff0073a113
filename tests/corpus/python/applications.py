"""Applications of a library run what they are given: what uses the application may run that."""

import functools

import typer
from fastapi import APIRouter, FastAPI
from flask import Blueprint, Flask

from elsewhere import cache

app = FastAPI()
router = APIRouter(prefix="/things")
inner = APIRouter()
commands = typer.Typer()
site = Flask(__name__)
pages = Blueprint("pages", __name__)
kept = functools.lru_cache


@router.get("/one")  #> handle one exact
def one(): ...


@app.middleware("http")
async def timed(request, call_next): ...


@commands.command()  #> implicit run dispatch
def run(): ...


@pages.route("/")  #> handle page exact
def page(): ...


@pages.before_app_request  #> implicit before dispatch
def before(): ...


@cache.memoize()  #> none costly
def costly(): ...


@app.unheard_of()  #> none unheard
def unheard(): ...


def view(): ...


class Views:
    def __init__(self):
        self.routes = APIRouter()
        self.routes.add_api_route("/", self.index)  #> implicit Views.index dispatch

    def index(self): ...


router.include_router(inner)  #> ref inner
app.include_router(router)  #> ref router
app.include_router(unknown)  #> none router; ref app
site.register_blueprint(pages)  #> ref pages
site.add_url_rule("/view", view_func=view)  #> implicit view dispatch
site.logger.info(view)  #> ref view exact


def make():
    local = Flask(__name__)

    @local.route("/")  #> handle make.nested inferred
    def nested(): ...

    local.register_blueprint(pages)  #> ref pages
    return local
