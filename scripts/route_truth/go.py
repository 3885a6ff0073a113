"""Routes and requests of Go, where handlers are given by the runtime's names."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from codegraph.graph_model import Graph
from codegraph_parsers.file_facts import FileFacts, SymbolKind
from route_truth.applications import PROBES, Application
from route_truth.scores import Score, make_score, print_differences
from route_truth.tree import Route, list_requests, list_routes, normalize

GO_METHODS = frozenset(["GET", "POST", "PUT", "PATCH", "HEAD", "OPTIONS", "DELETE", "CONNECT", "TRACE"])
GO_WRAPPERS = re.compile(r"net/http\.(?:StripPrefix\.func|\(\*timeoutHandler\))")
"""Handlers that the library makes of others."""
GO_HANDLER = re.compile(r"Handler\b|HandlerFunc\b|\bfunc\(")
LIBRARY = "library"
"""The handler of a route that Go code of a library answers."""

GoFunctions = Mapping[tuple[str, str], tuple[str, str]]
"""Folder and name of a function of the tree → its path and name, and its signature."""


def map_go_functions(facts: Iterable[FileFacts]) -> GoFunctions:
    return {
        (each.path.rpartition("/")[0], symbol.qualname): (f"{each.path}::{symbol.qualname}", symbol.signature)
        for each in facts for symbol in each.symbols if symbol.kind in (SymbolKind.FUNCTION, SymbolKind.METHOD)
    }  # fmt: skip


def find_go_function(name: str, module: str, functions: GoFunctions) -> tuple[str, str]:
    """Return the function of the tree that the runtime has a name for.

    A function without a name is of the one around it."""
    start = name.rfind("/") + 1
    package, _, rest = name.removesuffix("-fm").replace("[...]", "")[start:].partition(".")
    place = f"{name[:start]}{package}".replace("%2e", ".")
    own = re.sub(r"\.func\d.*$", "", re.sub(r"[(*)]", "", rest))
    return functions.get((place[len(module) + 1 :], own), ("", "")) if is_of_module(name, module) else ("", "")


def is_of_module(name: str, module: str) -> bool:
    return name.startswith((f"{module}/", f"{module}."))


def read_go_routes(rows: list[dict[str, str]], application: Application, facts: Iterable[FileFacts]) -> Iterable[Route]:
    """Yield the routes of a Go application, where all methods are one."""
    functions = map_go_functions(facts)
    holders = {
        (each.path, symbol.qualname.rpartition(".")[0])
        for each in facts for symbol in each.symbols
        if symbol.kind is SymbolKind.FIELD and GO_HANDLER.search(symbol.signature)
    }  # fmt: skip
    methods: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        method, path = row["method"], row["path"]
        if application.framework == "net_http":
            method, path = re.fullmatch(r"(?:([A-Z]+) +)?[^/]*(/.*)", path).groups()  # type: ignore[union-attr]
            path = re.sub(r"/$", "/{rest}", path).replace("/{$}", "/")
        methods.setdefault((normalize_go(path), row["name"]), set()).add(method or "ANY")
    for (path, name), given in methods.items():
        handler, signature = find_go_function(name, application.export, functions)
        is_wrapper = bool(GO_WRAPPERS.match(name))
        if ".func" in name:
            is_wrapper = is_wrapper or bool(GO_HANDLER.search(signature.partition("(")[2]))
        elif handler.endswith(".ServeHTTP"):
            path_of, _, own = handler.partition("::")
            is_wrapper = (path_of, own.removesuffix(".ServeHTTP")) in holders
        if not is_wrapper and not is_of_module(name, application.export):
            handler = LIBRARY
        for method in ("ANY",) if given >= GO_METHODS else sorted(given):
            yield Route(method, path, "" if is_wrapper else handler)


def normalize_go(path: str) -> str:
    path = re.sub(r"(?<=/)\*(\w*)$", lambda found: "{" + (found[1] or "rest") + "}", path)
    return normalize(re.sub(r"\{(\w+)(?::.*?|\.\.\.)\}(?=/|$)", r"{\1}", path))


def score_go_requests(
    root: Path, application: Application, facts: list[FileFacts], graph: Graph, *, verbose: bool
) -> Score:
    """Score edges from functions that make requests to routes of a Go application.

    A test may make a request by way of other functions of the tree: an edge is right if its function was running, and
    a request is found if an edge from any of those that were running leads to its route."""
    functions = map_go_functions(facts)
    routes = {route[:2] for route in list_routes(graph, {application.framework})}
    truth: set[tuple[tuple[str, ...], str, str]] = set()
    for row in run_go_tests(root, application):
        key = "GET" if row["method"] == "HEAD" else row["method"], normalize_go(row["path"])
        names = [find_go_function(name, application.export, functions)[0] for name in row["stack"]]
        if key in routes or ("ANY", key[1]) in routes:
            truth.add((tuple(dict.fromkeys(filter(None, names))), *key))
    found = list_requests(graph)
    ran = {name for names, _, _ in truth for name in names}
    found = {row for row in found if row.source in ran}
    made = {(name, method, path) for names, method, path in truth for name in names}
    made |= {(name, "ANY", path) for name, _, path in made}
    missing = {
        row for row in truth if not any({(name, row[1], row[2]), (name, "ANY", row[2])} & found for name in row[0])
    }
    if verbose:
        print_differences(application, sorted(missing), sorted(map(tuple, found - made)))
    right = len(found & made)
    return make_score(
        application, "requests", len(truth), len(found), precise=right, recalled=len(truth) - len(missing)
    )


def run_go_tests(root: Path, application: Application) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as scratch:
        rows = Path(scratch) / "rows.jsonl"
        environment = {**os.environ, **application.environment, "ROUTE_REQUESTS": str(rows)}
        command = [sys.executable, str(PROBES / "go_requests.py"), *application.tests]
        subprocess.run(command, cwd=root / application.folder, env=environment, capture_output=True, check=False)
        lines = rows.read_text("utf-8").splitlines() if rows.exists() else []
    return [json.loads(line) for line in lines]
