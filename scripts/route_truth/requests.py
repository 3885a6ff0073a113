"""Requests of tests, which are run, and what the resolver says of them."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from codegraph.model import EdgeKind
from route_truth.applications import GO, PROBES, Application
from route_truth.go import score_go_requests
from route_truth.scores import Score, make_score, print_differences
from route_truth.tree import Request, list_requests, list_routes, name_handler, normalize, resolve_tree

TESTED_S = 1200


def score_requests(directory: Path, application: Application, verbose: bool) -> Score:
    """Score edges from functions that make requests to routes.

    Truth is which route answered each request that a test made, for routes of the tree, by the function that made it.
    Of what was found only the functions count that made a request."""
    if application.framework == "nestjs":
        return score_calls(directory, application, verbose)
    root = (directory / application.name).resolve()
    facts, graph = resolve_tree(root)
    by_path = {each.path: each for each in facts}
    routes = {route[:2] for route in list_routes(graph, {application.framework, *application.extensions})}
    if application.framework in GO:
        return score_go_requests(root, application, facts, graph, verbose=verbose)
    truth: set[Request] = set()
    for row in record_requests(directory.resolve(), root, application):
        method, path = ("GET" if row["method"] == "HEAD" else row["method"]), normalize(row["path"])
        method = "ANY" if (method, path) not in routes and ("ANY", path) in routes else method
        source = name_handler(by_path.get(Path(row["file"]).relative_to(root).as_posix()), row["line"])
        if (method, path) in routes:
            truth.add(Request(source, method, path))
    found = list_requests(graph)
    ran = {each.source for each in truth}
    found = {row for row in found if row.source in ran}
    if verbose:
        print_differences(application, map(" ".join, sorted(truth - found)), map(" ".join, sorted(found - truth)))
    right = len(truth & found)
    return make_score(application, "requests", len(truth), len(found), precise=right, recalled=right)


def score_calls(directory: Path, application: Application, verbose: bool) -> Score:
    """Score requests by the lines that make them, and the methods that answer.

    Truth has all lines that led to a request, of which any may be the one that is said to make it. Of what was found
    only those lines count that ran."""
    root = (directory / application.name).resolve()
    _, graph = resolve_tree(root)
    truth: set[tuple[tuple[str, ...], str]] = set()
    for row in record_requests(directory.resolve(), root, application):
        frames = (Path(each) for each in row["frames"])
        truth.add(
            (tuple(each.relative_to(root).as_posix() for each in frames if each.is_relative_to(root)), row["handler"])
        )
    handlers: dict[int, set[str]] = {}
    for edge in graph.edges:
        if edge.kind is EdgeKind.HANDLES:
            handlers.setdefault(edge.source, set()).add(graph.get_symbol(edge.target)[1].qualname)
    found: set[tuple[str, str]] = set()
    for edge in graph.edges:
        if edge.kind is EdgeKind.REQUESTS:
            path = graph.get_symbol(edge.source)[0].path
            found |= {(f"{path}:{line}", each) for line in edge.lines for each in handlers.get(edge.target, ())}
    ran = {line for lines, _ in truth for line in lines}
    found = {row for row in found if row[0] in ran}
    right = {row for row in truth if any((line, row[1]) in found for line in row[0])}
    known = {(line, handler) for lines, handler in truth for line in lines}
    if verbose:
        missing = (f"{handler} {' '.join(lines[:2])}" for lines, handler in sorted(truth - right))
        print_differences(application, missing, (f"{handler} {line}" for line, handler in sorted(found - known)))
    return make_score(application, "requests", len(truth), len(found), precise=len(found & known), recalled=len(right))


def record_requests(directory: Path, root: Path, application: Application) -> list[dict[str, Any]]:
    """Run the tests of an application and return the requests that they make."""
    python = directory / f"{application.name}.env" / "bin" / "python"
    with tempfile.TemporaryDirectory() as scratch:
        rows = Path(scratch) / "rows.jsonl"
        environment = {**application.environment, **os.environ, "ROUTE_REQUESTS": str(rows)}
        environment["PYTHONPATH"], environment["ROUTE_ROOT"] = str(PROBES), str(root)
        plugin = f"{application.framework}_requests"
        command = [str(python), "-m", "pytest", "-q", "-p", plugin, "-p", "no:cacheprovider", *application.tests]
        if application.framework == "nestjs":
            setup = str(PROBES / "nestjs_requests.js")
            options = ["-w", "2", "--forceExit", "--setupFilesAfterEnv", setup]
            command = ["node_modules/.bin/jest", *options, *application.tests]
        subprocess.run(
            command, cwd=root / application.folder, env=environment, capture_output=True, timeout=TESTED_S, check=False
        )
        lines = rows.read_text("utf-8").splitlines() if rows.exists() else []
    return [json.loads(line) for line in lines]
