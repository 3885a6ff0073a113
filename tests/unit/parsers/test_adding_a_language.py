"""A language is a folder: adding one changes no other file."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from codegraph.graph_model import EdgeKind, Resolution
from codegraph.resolve import resolve
from codegraph_parsers import extract, lang, languages, prelude
from codegraph_parsers.file_facts import FileStatus, SourceFile, SymbolKind

ROOT = Path(__file__).resolve().parents[3]

SPEC = '''
"""A language for the length of one test."""
from codegraph_parsers import roles, statement_roles
from codegraph_parsers.file_facts import Param, SymbolKind
from codegraph_parsers import ops
from codegraph_parsers.semantics import GRADUAL_TYPING, Semantics
from codegraph_parsers.spec import LanguageSpec, Target


class Files:
    def find_unit(self, facts):
        return facts.path

    def resolve(self, path, module, kind):
        return Target(external=module, package=module)

    def list_dependents(self, package):
        return frozenset()

    def find_submodule(self, unit, name):
        return ""

    def list_names(self, unit):
        return ()


def function(w, node):
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    symbol = w.define(SymbolKind.FUNCTION, w.read_text(name), node, name, signature=w.read_text(name))
    listed = node.child_by_field_name("parameters")
    names = [w.read_text(child) for child in listed.named_children] if listed is not None else []
    w.set_params(symbol, [Param(each, 0, 0, "") for each in names])
    w.bind(w.read_text(name), w.add(ops.SYM, symbol))
    w.open_scope(symbol, "function")
    for position, each in enumerate(names):
        w.bind(each, w.add(ops.PARAM, symbol, position))
    if body is not None:
        w.visit(body)
    w.close_scope()
    return 0


SPEC = LanguageSpec(
    name="moonlike",
    grammar="pack:lua",
    nodes={
        "identifier": roles.build_name_role(),
        "function_call": roles.build_call_role("name", "arguments"),
        "function_declaration": roles.as_role(function),
        "block": statement_roles.build_block_role(),
        "return_statement": statement_roles.build_return_role(),
    },
    project=lambda files, paths, manifests: Files(),
    suffixes=(".moonlike",),
    semantics=Semantics(inference=GRADUAL_TYPING),
)
'''

FILES = """
from codegraph_parsers.languages import LanguageFiles

FILES = LanguageFiles("Moonlike", (".moonlike",))
"""

SOURCE = b"""
function greet(name)
  return shout(name)
end
function shout(text)
  return text
end
greet('a')
missing()
"""


@pytest.fixture
def moonlike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language folder outside the package, found as if it lay inside."""
    folder = tmp_path / "moonlike"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "spec.py").write_text(SPEC)
    (folder / "files.py").write_text(FILES)
    monkeypatch.setattr(lang, "__path__", [*lang.__path__, str(tmp_path)])
    forget()
    yield
    for name in [name for name in sys.modules if name.startswith(f"{lang.__name__}.moonlike")]:
        del sys.modules[name]
    monkeypatch.undo()
    forget()


def forget() -> None:
    kept = (
        languages.names,
        languages.map_files,
        languages.load_spec,
        languages.load_specs,
        languages._index_files,
        prelude.load,
    )
    for each in kept:
        each.cache_clear()


@pytest.mark.usefixtures("moonlike")
def test_a_folder_is_all_that_a_new_language_needs() -> None:
    assert languages.detect("hello.moonlike", b"") == "moonlike"
    facts = extract.parse(SourceFile("hello.moonlike", SOURCE, "moonlike", "1"))
    assert facts.status is FileStatus.INDEXED
    assert [(s.kind, s.name) for s in facts.symbols[1:]] == [
        (SymbolKind.FUNCTION, "greet"),
        (SymbolKind.FUNCTION, "shout"),
    ]
    graph = resolve([facts], {})
    calls = {
        (graph.get_symbol(e.source)[1].name, graph.get_symbol(e.target)[1].name, e.resolution)
        for e in graph.edges
        if e.kind is EdgeKind.CALLS
    }
    assert calls == {("greet", "shout", Resolution.EXACT), ("hello", "greet", Resolution.EXACT)}
    assert [u.name for u in graph.unresolved] == ["missing"]


def test_no_language_is_named_outside_its_folder() -> None:
    """In the layers that read code. String constants only: comments and docstrings may give examples."""
    known = set(languages.names())
    named: list[str] = []
    layers = [ROOT / "codegraph" / layer for layer in ("resolve", "analysis", "scan", "render")]
    sources = [source for layer in layers for source in layer.rglob("*.py")]
    for source in [*sources, *(ROOT / "parsers/codegraph_parsers").glob("*.py")]:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in known:
                named.append(f"{source.relative_to(ROOT)}:{node.lineno}: {node.value}")
    assert not named
