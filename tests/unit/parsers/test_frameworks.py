"""Models of frameworks are tables that are read and checked."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from codegraph_parsers.frameworks import Models, load_models
from codegraph_parsers.frameworks.framework_model import FOLDER, ModelError
from codegraph_parsers.frameworks.parsing import parse_model

DOCUMENT = Path(__file__).parents[3] / "docs" / "framework-models.md"
LEAST = 'title = "X"\nlanguages = ["python"]\nmodules = ["x"]\n'


def test_every_model_can_be_read():
    models = load_models()
    assert {model.key for model in models} >= {"flask", "starlette", "express", "requests", "fetch"}
    assert all(model.title and model.languages for model in models)


def test_every_key_of_a_model_is_documented():
    document = DOCUMENT.read_text("utf-8")
    used = set[str]()
    for place in FOLDER.glob("*/model.toml"):
        for name, value in tomllib.loads(place.read_text("utf-8")).items():
            tables = value if isinstance(value, list) else [value] if name in ("paths", "files", "lists") else []
            used |= {name, *(key for table in tables if isinstance(table, dict) for key in table)}
    documented = set(re.findall(r"^(?:# )?\[{0,2}(\w+)(?:\]{1,2}| =)", document, re.MULTILINE))
    assert used <= documented


def test_no_two_models_speak_of_one_call():
    for language in ("python", "javascript", "typescript"):
        calls = [
            name for model in Models().get_vocabulary(language).models for name in (*model.routes, *model.requests)
        ]
        assert len(calls) == len(set(calls))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = 1", "`title` must be a text"),
        (LEAST + 'rule = "x"', "`rule` is no key"),
        (LEAST + '[paths]\njoin = "plus"', "`join` must be one of slash, concatenation"),
        (LEAST + "[[route]]\non = 3", "`on` must be a list of texts"),
        (LEAST + '[[route]]\non = ["x"]\nhandler = "first"', "`handler` must be one of decorated, last"),
        (LEAST + "[[router]]", "`class` must be a text"),
        ("title =", "Invalid value"),
    ],
)
def test_a_wrong_key_is_named(text: str, message: str):
    with pytest.raises(ModelError, match=message.replace("(", r"\(")):
        parse_model("x", text)


@pytest.mark.parametrize(
    ("language", "name", "wanted"),
    [
        ("python", "flask.app.Flask().route", "flask.Flask.route"),
        ("python", "flask.Flask().test_client().get", "flask.testing.FlaskClient.get"),
        ("python", "requests.get", "requests.get"),
        ("javascript", "express.Router().route().get().post", "express.IRoute.post"),
        ("typescript", "express.default().get", "express.get"),
    ],
)
def test_names_of_the_resolver_lead_to_those_of_models(language: str, name: str, wanted: str):
    assert Models().get_vocabulary(language).normalize(name) == wanted


def test_a_declared_class_has_its_methods_or_those_that_its_own_variable_lists():
    prelude = (
        '@of("x")\nclass View:\n    def get(self): pass\n    def post(self): pass\n\n'
        '@of("x.more", "x")\nclass Leaving(View):\n    allowed = ["post"]\n    end = "_left"\n'
    )
    model = parse_model("x", LEAST + '[classes]\nallowed = "allowed"\n[templates]\nsuffix = "end"\n', prelude=prelude)
    assert model.lists.members == {"x.View": ("get", "post"), "x.more.Leaving": ("post",), "x.Leaving": ("post",)}
    assert model.surroundings.templates.suffixes == {"x.more.Leaving": "_left", "x.Leaving": "_left"}
