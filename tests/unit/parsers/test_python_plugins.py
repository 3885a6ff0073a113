"""Plugins of pytest that manifests offer and files name."""

from __future__ import annotations

import pytest

from codegraph_parsers.lang.python.plugins import iterate_offered_plugins

TABLES = '[project.entry-points.pytest11]\nshop = "shop.testing"\nmore = "shop.more:Plugin"\n'
QUOTED = '[project.entry-points."pytest11"]\nshop = "shop.testing"\n[project.entry-points.other]\nx = "shop.other"\n'
POETRY = '[tool.poetry.plugins."pytest11"]\nshop = "shop.testing"\n'
LISTED = """[options.entry_points]
console_scripts =
    run = shop.cli:main
pytest11 =
    shop = shop.testing
    more=shop.more
other =
    x = shop.other
"""


@pytest.mark.parametrize(
    ("path", "text", "modules"),
    [
        ("pyproject.toml", TABLES, ["shop.testing", "shop.more"]),
        ("pyproject.toml", QUOTED, ["shop.testing"]),
        ("pyproject.toml", POETRY, ["shop.testing"]),
        ("pyproject.toml", "pytest11 = [broken", []),
        ("pyproject.toml", '[project]\nentry-points = "pytest11"\n', []),
        ("pyproject.toml", '[project.entry-points]\npytest11 = ["shop.testing"]\n', []),
        ("sub/setup.cfg", LISTED, ["shop.testing", "shop.more"]),
        ("setup.cfg", "[metadata]\nname = pytest11\n", []),
    ],
)
def test_a_manifest_offers_the_modules_of_its_entry_point(path: str, text: str, modules: list[str]) -> None:
    assert list(iterate_offered_plugins({path: text})) == [(path.rpartition("/")[0], module) for module in modules]
