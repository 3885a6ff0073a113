#!/usr/bin/env python3
"""Score the routes of web applications against their frameworks' own tables.

  eval_routes.py DIR [NAME …]

DIR/NAME is a checkout of the application NAME of `route_probes/applications.toml`, DIR/NAME.env an environment with
what it needs (a virtual environment; applications of Node have `node_modules` of their own, and those of NestJS have
`ts-node` and `tsconfig-paths` there; for Next.js it is a folder with `next` and `typescript`; for applications of
Spring, DIR/spring.env has the jars of Spring 4.3 for servlets). A probe loads the application there and prints its
routes. A route is right if method, path and handler are. Paths are compared without the converters of their parameters.
A handler without a name is right if its line is, or its file where transpiled code has no lines of its own. What a
framework registers itself, and what tests register, is left out. Where the function that a library made of a handler is
all that Express knows, method and path count alone.
Where a Go application wraps a handler in a function of its own, method and path count alone, too; routes that a library
answers there are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from codegraph.config import load
from codegraph.model import EdgeKind, Graph
from codegraph.resolve import resolve
from codegraph.scan.read import ReadFile, read_file
from codegraph.scan.walk import scan
from codegraph_parsers.extract import parse
from codegraph_parsers.facts import FileFacts, Flag, SourceFile, Symbol, SymbolKind
from codegraph_parsers.languages import detect, list_manifest_names

PROBES = Path(__file__).parent / "route_probes"
PARAMETER = re.compile(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>|\{\*?(\w+)(?::(?:[^{}]|\{[^{}]*\})*)?\}|:(\w+)")
TESTS = re.compile(r"(?:^|/)(?:tests?|e2e|__tests__)/|(?:^|/)conftest\.py$|\.(?:test|spec)\.|_test\.go$")
CALLABLES = frozenset((SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.MODULE))
CLASSES = frozenset((SymbolKind.CLASS, SymbolKind.MODULE))
SLASHED = ("express", "koa", "nestjs")
"""Frameworks that take a path with a slash at its end, or several slashes for one, as the same path."""
NESTJS_LOADERS = ("-r", "ts-node/register/transpile-only", "-r", "tsconfig-paths/register")
GO = frozenset({"gin", "chi", "net_http"})
GO_METHODS = frozenset(["GET", "POST", "PUT", "PATCH", "HEAD", "OPTIONS", "DELETE", "CONNECT", "TRACE"])
GO_WRAPPERS = re.compile(r"net/http\.(?:StripPrefix\.func|\(\*timeoutHandler\))")
"""What the library makes of handlers."""
GO_HANDLER = re.compile(r"Handler\b|HandlerFunc\b|\bfunc\(")
LIBRARY = "library"
"""The handler of a route that Go code of a library answers."""
PROBED_S = 900
TESTED_S = 1200


class Route(NamedTuple):
    method: str
    path: str
    handler: str  # path and name of a function, "" for one that is not known


class Application(NamedTuple):
    name: str
    framework: str
    entry: str
    folder: str
    export: str
    environment: Mapping[str, str]
    extensions: Sequence[str]
    tests: Sequence[str]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("directory", type=Path)
    options.add_argument("names", nargs="*")
    options.add_argument("--requests", action="store_true", help="score the requests of tests, which are run, instead")
    options.add_argument("--json", action="store_true")
    options.add_argument("-v", "--verbose", action="store_true", help="list what is missing and what is wrong")
    chosen = options.parse_args()
    scored = score_requests if chosen.requests else score
    rows = [scored(chosen.directory, each, chosen.verbose) for each in read_applications()
            if not chosen.names or each.name in chosen.names]  # fmt: skip
    if chosen.json:
        sys.stdout.write(json.dumps(rows, indent=1) + "\n")
    else:
        for row in rows:
            sys.stdout.write("  ".join(f"{key} {value}" for key, value in row.items()) + "\n")
    return 0


def read_applications() -> list[Application]:
    data = tomllib.loads((PROBES / "applications.toml").read_text("utf-8"))
    return [
        Application(
            name, row["framework"], row.get("entry", ""), row.get("folder", ""), row.get("export", ""),
            row.get("environment", {}), row.get("extensions", []), row.get("tests", []),
        )
        for name, row in data.items()
    ]  # fmt: skip


def score(directory: Path, application: Application, verbose: bool) -> dict[str, object]:
    root = (directory / application.name).resolve()
    facts, graph = resolve_tree(root)
    truth: dict[tuple[str, str], set[str]] = {}
    for route in probe(directory.resolve(), root, application, facts):
        truth.setdefault(route[:2], set()).add(route.handler)
    library = {key for key, handlers in truth.items() if handlers == {LIBRARY}}
    truth = {key: handlers - {LIBRARY} for key, handlers in truth.items() if key not in library}
    found: dict[tuple[str, str], set[str]] = {}
    folder = f"{application.folder}/" if application.framework == "nextjs" and application.folder else ""
    for route in list_found(graph, {application.framework, *application.extensions}, folder):
        found.setdefault(route[:2], set()).add(route.handler)
    if application.framework in GO:
        found = {key: {name_place(each, facts) for each in handlers} for key, handlers in found.items()}
    right = {key for key in truth.keys() & found.keys() if all(is_right(each, found[key]) for each in truth[key])}
    known = {key for key, handlers in found.items() if handlers != {""} or truth.get(key, {""}) == {""}} - library
    if application.framework in GO:  # those that a library answers are left out
        known -= {key for key, handlers in found.items() if handlers == {""} and key not in truth}
    if verbose:
        for sign, keys, of in (("missing", truth.keys() - right, truth), ("wrong", known - right, found)):
            for key in sorted(keys):
                sys.stderr.write(f"{application.name}: {sign} {' '.join(key)} {of[key]}\n")
    return {
        "application": application.name, "framework": application.framework, "routes": len(truth), "found": len(known),
        "precision": round(len(right) / max(1, len(known)), 3), "recall": round(len(right) / max(1, len(truth)), 3),
    }  # fmt: skip


def is_right(handler: str, found: set[str]) -> bool:
    """Return whether a handler was found.

    Of one without a name it is the place, or the file where code was transpiled."""
    if handler.endswith("::"):
        return any(each.rpartition(":")[0] in (handler[:-2], handler[:-1]) for each in found)
    return handler in {"", *found}


def name_place(handler: str, facts: Iterable[FileFacts]) -> str:
    """Return a handler, or the function around one that is known by its place."""
    path, _, line = handler.rpartition(":")
    if not line.isdigit():
        return handler
    inside = [symbol for each in facts if each.path == path for symbol in each.symbols
              if symbol.start_line <= int(line) <= symbol.end_line and not symbol.flags & Flag.ANONYMOUS
              and symbol.kind in (SymbolKind.FUNCTION, SymbolKind.METHOD)]  # fmt: skip
    return f"{path}::{min(inside, key=lambda s: s.end_line - s.start_line).qualname}" if inside else handler


def score_requests(directory: Path, application: Application, verbose: bool) -> dict[str, object]:
    """Score edges from functions that make requests to routes.

    Truth is which route answered each request that a test made, for routes of the tree, by the function that made it.
    Of what was found only the functions count that made a request."""
    if application.framework == "nestjs":
        return score_calls(directory, application, verbose)
    root = (directory / application.name).resolve()
    facts, graph = resolve_tree(root)
    by_path = {each.path: each for each in facts}
    routes = {route[:2] for route in list_found(graph, {application.framework, *application.extensions})}
    if application.framework in GO:
        return score_go_requests(root, application, facts, graph, verbose=verbose)
    truth: set[tuple[str, str, str]] = set()
    for row in record_requests(directory.resolve(), root, application):
        method, path = ("GET" if row["method"] == "HEAD" else row["method"]), normalize(row["path"])
        method = "ANY" if (method, path) not in routes and ("ANY", path) in routes else method
        source = name_handler(by_path.get(Path(row["file"]).relative_to(root).as_posix()), row["line"])
        if (method, path) in routes:
            truth.add((source, method, path))
    found: set[tuple[str, str, str]] = set()
    for edge in graph.edges:
        if edge.kind is EdgeKind.REQUESTS:
            of, source = graph.get_symbol(edge.source)
            method, _, path = graph.get_symbol(edge.target)[1].name.partition(" ")
            found.add((f"{of.path}::{source.qualname}", method, path))
    ran = {source for source, _, _ in truth}
    found = {row for row in found if row[0] in ran}
    if verbose:
        for sign, rows in (("missing", truth - found), ("wrong", found - truth)):
            for row in sorted(rows):
                sys.stderr.write(f"{application.name}: {sign} {' '.join(row)}\n")
    right = len(truth & found)
    return {
        "application": application.name, "framework": application.framework, "requests": len(truth),
        "found": len(found), "precision": round(right / max(1, len(found)), 3),
        "recall": round(right / max(1, len(truth)), 3),
    }  # fmt: skip


def score_calls(directory: Path, application: Application, verbose: bool) -> dict[str, object]:
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
        for lines, handler in sorted(truth - right):
            sys.stderr.write(f"{application.name}: missing {handler} {' '.join(lines[:2])}\n")
        for line, handler in sorted(found - known):
            sys.stderr.write(f"{application.name}: wrong {handler} {line}\n")
    return {
        "application": application.name, "framework": application.framework, "requests": len(truth),
        "found": len(found), "precision": round(len(found & known) / max(1, len(found)), 3),
        "recall": round(len(right) / max(1, len(truth)), 3),
    }  # fmt: skip


def score_go_requests(
    root: Path, application: Application, facts: list[FileFacts], graph: Graph, *, verbose: bool
) -> dict[str, object]:
    """Score edges from functions that make requests to routes of a Go application.

    A test may make a request by way of other functions of the tree: an edge is right if its function was running, and
    a request is found if an edge from any of those that were running leads to its route."""
    functions = map_go_functions(facts)
    routes = {route[:2] for route in list_found(graph, {application.framework})}
    truth: set[tuple[tuple[str, ...], str, str]] = set()
    for row in run_go_tests(root, application):
        key = "GET" if row["method"] == "HEAD" else row["method"], normalize_go(row["path"])
        names = [find_go_function(name, application.export, functions)[0] for name in row["stack"]]
        if key in routes or ("ANY", key[1]) in routes:
            truth.add((tuple(dict.fromkeys(filter(None, names))), *key))
    found: set[tuple[str, str, str]] = set()
    for edge in graph.edges:
        if edge.kind is EdgeKind.REQUESTS:
            of, source = graph.get_symbol(edge.source)
            method, _, path = graph.get_symbol(edge.target)[1].name.partition(" ")
            found.add((f"{of.path}::{source.qualname}", method, path))
    ran = {name for names, _, _ in truth for name in names}
    found = {row for row in found if row[0] in ran}
    made = {(name, method, path) for names, method, path in truth for name in names}
    made |= {(name, "ANY", path) for name, _, path in made}
    missing = {
        row for row in truth if not any({(name, row[1], row[2]), (name, "ANY", row[2])} & found for name in row[0])
    }
    if verbose:
        for sign, rows in (("missing", missing), ("wrong", found - made)):
            for row in sorted(rows):
                sys.stderr.write(f"{application.name}: {sign} {row}\n")
    return {
        "application": application.name, "framework": application.framework, "requests": len(truth),
        "found": len(found), "precision": round(len(found & made) / max(1, len(found)), 3),
        "recall": round(1 - len(missing) / max(1, len(truth)), 3),
    }  # fmt: skip


def run_go_tests(root: Path, application: Application) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as scratch:
        rows = Path(scratch) / "rows.jsonl"
        environment = {**os.environ, **application.environment, "ROUTE_REQUESTS": str(rows)}
        command = [sys.executable, str(PROBES / "go_requests.py"), *application.tests]
        subprocess.run(command, cwd=root / application.folder, env=environment, capture_output=True, check=False)
        lines = rows.read_text("utf-8").splitlines() if rows.exists() else []
    return [json.loads(line) for line in lines]


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
            command = [
                "node_modules/.bin/jest",
                "-w",
                "2",
                "--forceExit",
                "--setupFilesAfterEnv",
                setup,
                *application.tests,
            ]
        subprocess.run(
            command, cwd=root / application.folder, env=environment, capture_output=True, timeout=TESTED_S, check=False
        )
        lines = rows.read_text("utf-8").splitlines() if rows.exists() else []
    return [json.loads(line) for line in lines]


def resolve_tree(root: Path) -> tuple[list[FileFacts], Graph]:
    """Read a checkout as the index does, and resolve it."""
    config = load(root)
    found: list[FileFacts] = []
    manifests: dict[str, str] = {}
    for candidate in scan(root, config).candidates:
        read = read_file(root, candidate.real, max_bytes=config.max_source_bytes)
        if not isinstance(read, ReadFile):
            continue
        if candidate.path.rsplit("/", 1)[-1] in list_manifest_names():
            manifests[candidate.path] = read.content.decode("utf-8", "replace")
        language = detect(candidate.path, read.content[:4096])
        if language is not None:
            found.append(parse(SourceFile(candidate.path, read.content, language, "")))
    return found, resolve(found, manifests, [facts.path for facts in found])


def probe(directory: Path, root: Path, application: Application, facts: Iterable[FileFacts]) -> Iterable[Route]:
    """Yield the routes that the framework says an application has."""
    folder = root / application.folder
    is_slashed = application.framework in SLASHED
    if application.framework in ("express", "koa"):
        arguments = [application.entry, *([application.export] if application.export else [])]
        command = ["node", str(PROBES / f"{application.framework}_routes.js"), *arguments]
    elif application.framework == "nextjs":
        command = ["node", str(PROBES / "next_routes.js"), str(directory / f"{application.name}.env")]
    elif application.framework == "nestjs":
        command = ["node", *NESTJS_LOADERS, str(PROBES / "nestjs_routes.js"), application.entry]
    elif application.framework == "spring":
        command = write_spring_command(directory / "spring.env", folder)
    else:
        python = directory / f"{application.name}.env" / "bin" / "python"
        command = [str(python), str(PROBES / f"{application.framework}_routes.py"), application.entry]
    if application.framework in GO:
        command = [sys.executable, str(PROBES / "go_routes.py"), application.framework, application.entry]
    environment = {**os.environ, **application.environment, "ROUTE_ROOT": str(root)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PROBED_S)
    by_path = {each.path: each for each in facts}
    lines = [line.removeprefix("ROUTE ") for line in done.stdout.splitlines()]
    rows = [json.loads(line) for line in lines if line.startswith('{"method"')]
    if not rows:
        raise SystemExit(f"{application.name}: the probe found no route\n{done.stderr[-2000:]}")
    if application.framework in GO:
        yield from read_go_routes(rows, application, facts)
        return
    for row in rows:
        file = Path(row["file"] or "/")
        is_own = file.is_relative_to(root) and "node_modules" not in file.parts
        if not is_own and not is_slashed and application.framework not in ("nextjs", "django"):
            continue
        of = by_path.get(file.relative_to(root).as_posix()) if is_own else None
        if of is not None and row.get("name"):
            handler = f"{of.path}::{row['name']}"
        elif row.get("kind") == "class":
            handler = name_handler(of, row["line"], CLASSES)
        else:
            handler = name_inline(of, row["line"])
        path = normalize(row["path"])
        if is_slashed:
            path = re.sub("/+", "/", path).rstrip("/") or "/"
        yield Route(row["method"], path, handler)


def write_spring_command(jars: Path, folder: Path) -> list[str]:
    """Return a command of javac that prints the routes of sources.

    Those of tests are left out."""
    place = os.pathsep.join(map(str, sorted(jars.glob("*.jar"))))
    classes = jars / "classes"
    compiled = ["javac", "-d", str(classes), "-cp", place, str(PROBES / "SpringRoutes.java")]
    subprocess.run(compiled, check=True, timeout=PROBED_S)
    sources = [each for each in sorted(folder.rglob("*.java")) if each.name != "module-info.java"]
    listed = jars / "sources"
    listed.write_text("".join(f"{each}\n" for each in sources if not TESTS.search(each.relative_to(folder).as_posix())))
    processor = f"{classes}{os.pathsep}{place}"
    return [
        "javac",
        "-proc:only",
        "-processor",
        "SpringRoutes",
        "-processorpath",
        processor,
        "-cp",
        place,
        f"@{listed}",
    ]


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


def normalize(path: str) -> str:
    if path in ("*", "/*"):
        return "/{rest}"
    path = re.sub(r"/\*\*$", "/{rest}", path)
    return PARAMETER.sub(lambda m: "{" + (m[1] or m[2] or m[3]) + "}", path)


def name_handler(facts: FileFacts | None, line: int, kinds: frozenset[SymbolKind] = CALLABLES) -> str:
    """Return the innermost named symbol of some kinds at a line."""
    if facts is None:
        return ""
    inside = [s for s in facts.symbols if s.start_line <= line <= s.end_line and not s.flags & Flag.ANONYMOUS]
    best = min((s for s in inside if s.kind in kinds), key=lambda s: s.end_line - s.start_line)
    return f"{facts.path}::{best.qualname}"


def name_inline(facts: FileFacts | None, line: int) -> str:
    """Return the innermost named symbol at a line.

    Of a handler without a name it is the place."""
    named = name_handler(facts, line)
    if facts is None or not named.endswith("::"):
        return named
    starts = (s.start_line for s in facts.symbols if s.flags & Flag.ANONYMOUS and s.kind is SymbolKind.FUNCTION)
    return f"{facts.path}:{line}" if line in starts else named


def list_found(graph: Graph, frameworks: set[str], folder: str = "") -> Iterable[Route]:
    """Yield the routes of files in a folder that the models of some frameworks found."""
    handlers: dict[int, list[str]] = {}
    for edge in graph.edges:
        if edge.kind is EdgeKind.HANDLES:
            facts, handler = graph.get_symbol(edge.target)
            handlers.setdefault(edge.source, []).append(f"{facts.path}::{handler.qualname}")
    for offset, facts in zip(graph.offsets, graph.files, strict=True):
        for local, symbol in enumerate(facts.symbols):
            if (
                symbol.kind is SymbolKind.ENDPOINT
                and frameworks & {*symbol.decorators}
                and facts.path.startswith(folder)
                and not TESTS.search(facts.path)
            ):
                method, _, path = symbol.name.partition(" ")
                inline = [s.start_line for s in facts.symbols if s.flags & Flag.ANONYMOUS and _is_code_of(s, symbol)]
                found = handlers.get(offset + local) or [f"{facts.path}:{line}" for line in inline]
                for handler in found or [""]:
                    yield Route(method, path, handler)


def _is_code_of(function: Symbol, endpoint: Symbol) -> bool:
    """Return whether a function without a name is the code of an endpoint.

    The endpoint has its lines and signature."""
    return (
        function.kind is SymbolKind.FUNCTION and function.end_line == endpoint.end_line
        and function.signature == endpoint.signature and function.start_line >= endpoint.start_line
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
