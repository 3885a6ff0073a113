"""Requests of tests, which are run, and what the resolver says of them."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from codegraph.graph_model import EdgeKind, Graph
from route_truth.applications import GO, PROBES, Application
from route_truth.go import score_go_requests
from route_truth.scores import Score, make_score, print_differences
from route_truth.tree import Request, list_requests, list_routes, name_handler, normalize, resolve_tree

TESTED_S = 1200
BY_LINE = ("nestjs", "express")
"""Frameworks whose requests are known by the lines that make them."""
FUNCTIONS = "functions"
"""Runner that calls what the modules of a front end's client export."""


def score_requests(directory: Path, application: Application, verbose: bool) -> Score:
    """Score edges from functions that make requests to routes.

    Truth is which route answered each request that a test made, for routes of the tree, by the functions that led to
    it, of which any may be the one that is said to make it. Of what was found only those functions count."""
    if application.framework in BY_LINE:
        return score_calls(directory, application, verbose)
    root = (directory / application.name).resolve()
    facts, graph = resolve_tree(root)
    by_path = {each.path: each for each in facts}
    routes = {route[:2] for route in list_routes(graph, {application.framework, *application.extensions})}
    if application.framework in GO:
        return score_go_requests(root, application, facts, graph, verbose=verbose)
    truth: set[tuple[tuple[str, ...], str, str]] = set()
    for row in record_requests(directory.resolve(), root, application):
        method, path = ("GET" if row["method"] == "HEAD" else row["method"]), normalize(row["path"])
        method = "ANY" if (method, path) not in routes and ("ANY", path) in routes else method
        places = (each.rpartition(":") for each in row["sources"])
        sources = (name_handler(by_path.get(Path(file).relative_to(root).as_posix()), int(line))
                   for file, _, line in places)  # fmt: skip
        if row["is_of_tree"] or (method, path) in routes:
            truth.add((tuple(dict.fromkeys(sources)), method, path))
    ran = {source for sources, _, _ in truth for source in sources}
    found = {row for row in list_requests(graph) if row.source in ran}
    made = {Request(source, method, path) for sources, method, path in truth for source in sources}
    right = {each for each in truth if any(Request(source, *each[1:]) in found for source in each[0])}
    if verbose:
        missing = (f"{sources[0]} {method} {path}" for sources, method, path in truth - right)
        print_differences(application, sorted(missing), map(" ".join, sorted(found - made)))
    return make_score(
        application, "requests", len(truth), len(found), precise=len(found & made), recalled=len(right)
    )  # fmt: skip


class Call(NamedTuple):
    """A request that was made, by the lines that led to it, and what answered.

    Of NestJS that is a method of a controller; of Express the lines that led to the registration of the route."""

    lines: tuple[str, ...]
    answers: tuple[str, ...]
    method: str
    paths: tuple[str, ...]


class Target(NamedTuple):
    """An endpoint that a line requests: what answers, its method and its path."""

    answers: frozenset[str]
    method: str
    path: str


def score_calls(directory: Path, application: Application, verbose: bool) -> Score:
    """Score requests by the lines that make them, and what answers.

    Truth has all lines that led to a request, of which any may be the one that is said to make it. Of what was found
    only those lines count that ran."""
    root = (directory / application.checkout).resolve()
    _, graph = resolve_tree(root)
    calls = (read_call(row, root) for row in record_requests(directory.resolve(), root, application))
    truth = {call for call in calls if call.answers}  # others are of routes that a library registers
    targets = list_targets(graph, application)
    ran = {line for call in truth for line in call.lines}
    found: set[tuple[str, Target]] = set()
    for edge in graph.edges:
        if edge.kind is EdgeKind.REQUESTS and edge.target in targets:
            path = graph.get_symbol(edge.source)[0].path
            found |= {(f"{path}:{line}", targets[edge.target]) for line in edge.lines}
    found = {row for row in found if row[0] in ran}
    by_line: dict[str, set[Target]] = {}
    for line, target in found:
        by_line.setdefault(line, set()).add(target)
    right: set[Call] = set()
    known: set[tuple[str, Target]] = set()
    for call in truth:
        for line in call.lines:
            fitting = {(line, target) for target in by_line.get(line, ()) if is_answered(call, target)}
            known |= fitting
            right |= {call} if fitting else set()
    if verbose:
        missing = (
            f"{call.method} {call.paths} {call.answers[:1]} {' '.join(call.lines[:2])}" for call in truth - right
        )
        wrong = (f"{target.method} {target.path} {sorted(target.answers)} {line}" for line, target in found - known)
        print_differences(application, sorted(missing), sorted(wrong))
    return make_score(application, "requests", len(truth), len(found), precise=len(known), recalled=len(right))


def read_call(row: Mapping[str, Any], root: Path) -> Call:
    lines, registered = (
        tuple(Path(each).relative_to(root).as_posix() for each in row.get(key, ()) if Path(each).is_relative_to(root))
        for key in ("frames", "registered")
    )
    answers = (row["handler"],) if "handler" in row else registered
    return Call(lines, answers, row.get("method", ""), tuple(map(normalize, row.get("paths", ()))))


def list_targets(graph: Graph, application: Application) -> Mapping[int, Target]:
    """Return the endpoints of a tree by their numbers."""
    answers: dict[int, set[str]] = {}
    for edge in graph.edges:
        if edge.kind is EdgeKind.HANDLES:
            answers.setdefault(edge.source, set()).add(graph.get_symbol(edge.target)[1].qualname)
    found: dict[int, Target] = {}
    for edge in graph.edges:
        if edge.kind is EdgeKind.REQUESTS:
            facts, endpoint = graph.get_symbol(edge.target)
            method, _, path = endpoint.name.partition(" ")
            if application.framework == "express":
                lines = range(endpoint.start_line, endpoint.end_line + 1)
                found[edge.target] = Target(frozenset(f"{facts.path}:{line}" for line in lines), method, path)
            else:
                found[edge.target] = Target(frozenset(answers.get(edge.target, ())), "", "")
    return found


def is_answered(call: Call, target: Target) -> bool:
    """Return whether what answered a request is an endpoint.

    Routes of one line are told apart by their methods and paths. Those of a call have no prefixes."""
    return (
        not target.answers.isdisjoint(call.answers)
        and (not target.method or target.method in ("ANY", call.method))
        and (not target.path or any(f"/{target.path}".rstrip("/").endswith(each.rstrip("/")) for each in call.paths))
    )


def record_requests(directory: Path, root: Path, application: Application) -> list[dict[str, Any]]:
    """Run the tests of an application and return the requests that they make."""
    with tempfile.TemporaryDirectory() as scratch:
        rows = Path(scratch) / "rows.jsonl"
        environment = {**application.environment, **os.environ, "ROUTE_REQUESTS": str(rows)}
        environment["PYTHONPATH"], environment["ROUTE_ROOT"] = str(PROBES), str(root)
        command = write_command(directory, application, Path(scratch), environment)
        folder = (
            directory / f"{application.checkout}.env" if application.runner == FUNCTIONS else root / application.folder
        )
        subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=TESTED_S, check=False)
        lines = rows.read_text("utf-8").splitlines() if rows.exists() else []
    return [json.loads(line) for line in lines]


def write_command(directory: Path, application: Application, scratch: Path, environment: dict[str, str]) -> list[str]:
    """Return the command that runs the tests of an application.

    The recorder of its framework runs with them, for which the environment is changed."""
    plugin = f"{application.framework}_requests"
    if application.framework not in BY_LINE:
        if application.is_served_apart:
            (scratch / "sitecustomize.py").write_text(f"import {plugin}\n\n{plugin}.pytest_configure(None)\n")
            environment["PYTHONPATH"] += f"{os.pathsep}{scratch}"
        python = directory / f"{application.checkout}.env" / "bin" / "python"
        return [str(python), "-m", "pytest", "-q", "-p", plugin, "-p", "no:cacheprovider", *application.tests]
    runner = application.runner or "jest"
    if runner == FUNCTIONS:
        loaders = ["--enable-source-maps", "--require", "tsx/cjs"]
        return ["node", *loaders, str(PROBES / "client_functions.js"), application.entry, *application.tests]
    setup = str(PROBES / f"{plugin}.js")
    if runner == "jest":
        command = ["-w", "2", "--forceExit", *application.tests, "--setupFilesAfterEnv", setup]
    else:
        command = [*(["run"] if runner == "vitest" else []), *application.tests]
        environment["NODE_OPTIONS"] = f"{environment.get('NODE_OPTIONS', '')} --require {setup}".strip()
    return [f"node_modules/.bin/{runner}", *command]
