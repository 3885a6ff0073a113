"""Models of frameworks that a repository adds."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.graph_model import EdgeKind
from codegraph.resolve import resolve
from codegraph.settings.language_tables import read_tables
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import SourceFile
from codegraph_parsers.frameworks import load_models
from codegraph_parsers.frameworks.framework_model import ModelError
from codegraph_parsers.frameworks.repository_models import (
    FOLDER,
    MAX_BYTES,
    MAX_MODELS,
    list_repository_models,
    make_path,
    parse_repository_model,
)

ACME = (
    'title = "Acme"\nlanguages = ["python"]\nmodules = ["acme"]\n'
    '[[router]]\nclass = "acme.Service"\nroot = true\n'
    '[[route]]\non = ["acme.Service"]\nverbs = ["get"]\npath = [0]\nhandler = "decorated"\n'
)
LEAST = 'title = "X"\nlanguages = ["python"]\nmodules = ["x"]\n'
CODE = b"from acme import Service\napp = Service()\n@app.get('/x')\ndef show(): ...\n"


def list_handlers(manifests: dict[str, str]) -> list[str]:
    graph = resolve([parse(SourceFile("a.py", CODE, "python", ""))], manifests, ["a.py"])
    assert not graph.faults
    return [graph.get_symbol(edge.source)[1].name for edge in graph.edges if edge.kind is EdgeKind.HANDLES]


def write(root: Path, key: str, text: str) -> None:
    path = root / make_path(key)
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")


def test_a_model_of_the_repository_has_routes():
    assert list_handlers({make_path("acme"): ACME}) == ["GET /x"]
    assert list_handlers({}) == []
    assert list_handlers({"sub/" + make_path("acme"): ACME}) == []


@pytest.mark.parametrize(
    ("key", "text", "told"),
    [
        ("acme", "title =", "acme: Invalid value"),
        ("acme", LEAST + "[[route]]\non = 3", "`on` must be a list of texts"),
        ("Acme", ACME, "is no name of a model"),
        ("flask", LEAST, "another model has that name"),
        ("acme", LEAST.replace("python", "tsx") + 'package = "next"', "next is what the model nextjs speaks of"),
        ("acme", LEAST + '[[router]]\nclass = "flask.Flask"', "flask.Flask is what the model flask speaks of"),
        ("acme", LEAST + '[names]\n"x.a" = "x.b"\n"x.b" = "x.c"\n"x.c" = "x.a"', "x.a leads back to itself"),
        ("acme", LEAST + "#" * MAX_BYTES, "larger than 64 KiB"),
        ("acme", LEAST + f"verbs = {'[' * 5000}{']' * 5000}", "nested too deeply"),
        ("acme", LEAST + '[[router]]\nclass = "x.a b\\u202e"', "is no name of code"),
        ("acme", LEAST + f'[[router]]\nclass = "{"x" * 201}"', "is no name of code"),
        (
            "acme",
            LEAST + f"[[route]]\non = {[f'o{n}' for n in range(900)]}\nmembers = {[f'm{n}' for n in range(900)]}",
            "speaks of 810,000 names",
        ),
    ],
)
def test_a_wrong_model_is_told_and_left_out(key: str, text: str, told: str, tmp_path: Path):
    with pytest.raises(ModelError, match=told):
        parse_repository_model(key, text, load_models())
    write(tmp_path, key, text)
    write(tmp_path, "zz", ACME.replace("acme", "zz"))
    tables = read_tables(tmp_path)
    assert tables is not None
    assert [problem.path for problem in tables.problems] == [make_path(key)]
    assert [model.key for model in list_repository_models(tables.list_manifests())] == ["zz"]
    assert list_handlers({make_path(key): text}) == []


def test_of_two_models_that_speak_of_one_call_the_first_counts(tmp_path: Path):
    write(tmp_path, "one", ACME)
    write(tmp_path, "two", ACME)
    tables = read_tables(tmp_path)
    assert tables is not None
    assert [path for path, _ in tables.models] == [make_path("one")]
    assert [p.message for p in tables.problems] == ["two: acme.Service is what the model one speaks of"]


def test_a_repository_has_few_models_of_ordinary_files(tmp_path: Path):
    for number in range(MAX_MODELS + 1):
        write(tmp_path, f"m{number:02}", LEAST.replace('"x"', f'"x{number}"'))
    other = tmp_path / "other"
    other.mkdir()
    (other / "model.toml").write_text(ACME, "utf-8")
    (tmp_path / FOLDER / "a_link").symlink_to(other)
    tables = read_tables(tmp_path)
    assert tables is not None
    assert len(tables.models) == MAX_MODELS - 1
    assert [problem.path for problem in tables.problems] == [make_path("a_link"), make_path(f"m{MAX_MODELS - 1}")]


def test_a_change_of_a_model_changes_what_decides_an_index(tmp_path: Path):
    write(tmp_path, "acme", ACME)
    before = read_tables(tmp_path)
    (tmp_path / make_path("acme")).write_text(ACME.replace('"get"', '"put"'), "utf-8")
    after = read_tables(tmp_path)
    assert before is not None
    assert after is not None
    assert before.compute_fingerprint() != after.compute_fingerprint()
