"""Dead code candidates: names that stand where no grammar follows them are none."""

from __future__ import annotations

from pathlib import Path

from codegraph.config import Config
from codegraph.operations.context import Context
from codegraph.operations.inventory import BY_NAME, handler
from codegraph.operations.requests import DeadCodeRequest
from codegraph.pipeline import index_repository

WRITTEN = {
    "shop/models.py": """class Basket:
    def total(self):
        return 1

    def lines(self):
        return 2

    def forgotten(self):
        return 3


class Stock:
    def __init__(self):
        self.left = 1

    def refill(self):
        return 1

    def sold(self):
        return 1

    def _repr_html_(self):
        return ""


def listed():
    return 1


def spelled():
    return 1


def said_to_be_spelled():
    return 1


__all__ = ["listed"]
print(Basket(), Stock())
""",
    "shop/loading.py": """from library import Client, load


def named(name):
    return load(name)


def use():
    named("models.spelled")
    named("not said_to_be_spelled")
    load("stock").refill()
    Client().sold()


use()
""",
    "shop/page.html": "<p>{{ basket.total }}{% for line in basket.lines %}{% endfor %} forgotten</p>",
    "shop/packed.js": "function a(b){return b}" + "function c(d){return [d,d,d]};" * 30,
}


def test_names_in_strings_in_templates_and_asked_of_what_a_library_gives_are_not_dead(tmp_path: Path) -> None:
    for path, text in WRITTEN.items():
        (tmp_path / "repo" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "repo" / path).write_text(text)
    config = Config(tmp_path / "home", workers=1, vectors=False)
    index_repository(tmp_path / "repo", config)
    context = Context(tmp_path / "repo", config)
    find = handler(BY_NAME["dead-code"])
    found = find(context, DeadCodeRequest(exported=True)).results
    packed = find(context, DeadCodeRequest("shop/packed.js", exported=True)).results
    context.close()
    names = [d.symbol.qualname for d in found.symbols]
    assert names == ["Basket.forgotten", "Stock.sold", "listed", "said_to_be_spelled"]
    assert {d.symbol.qualname for d in packed.symbols} == {"a", "c"}
