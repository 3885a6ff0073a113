"""Dead code candidates: names that stand where no grammar follows them are none."""

from __future__ import annotations

from pathlib import Path

from support.unused import unused

WRITTEN = {
    "shop/models.py": """class Basket:
    def total(self):
        return 1

    def lines(self):
        return 2

    def owed(self):
        return 1

    def paid(self):
        return 1

    def stamp(self):
        return 1

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
    "shop/bill.mako": "<p>${basket.owed()}</p>\n  % if basket.paid():\n<% basket.stamp() %>\n  % endif\n50 % forgotten\n",
    "shop/bill.sh": "echo ${basket.forgotten}\n",
    "shop/packed.js": "function a(b){return b}" + "function c(d){return [d,d,d]};" * 30,
}


def test_names_in_strings_in_templates_and_asked_of_what_a_library_gives_are_not_dead(tmp_path: Path) -> None:
    found = unused(tmp_path, WRITTEN, exported=True)
    packed = unused(tmp_path, WRITTEN, "shop/packed.js", exported=True)
    assert found == ["Basket.forgotten", "Stock.sold", "listed", "said_to_be_spelled"]
    assert set(packed) == {"a", "c"}
