#!/usr/bin/env python3
"""Score the routes of web applications against their frameworks' own tables.

  eval_routes.py DIR [NAME …]

DIR/NAME is a checkout of the application NAME of `route_probes/applications.toml` (or what its `checkout` says),
DIR/NAME.env an environment with
what it needs (a virtual environment; applications of Node have `node_modules` of their own, and those of NestJS have
`ts-node` and `tsconfig-paths` there; for Next.js it is a folder with `next` and `typescript`; for applications of
Spring, DIR/spring.env has the jars of Spring 4.3 for servlets). A probe loads the application there and prints its
routes. A route is right if method, path and handler are. Paths are compared without the converters of their parameters.
A handler without a name is right if its line is, or its file where transpiled code has no lines of its own. What a
framework registers itself, and what tests register, is left out. Where the function that a library made of a handler is
all that Express knows, method and path count alone.
Where a Go application wraps a handler in a function of its own, method and path count alone, too; routes that a library
answers there are left out. Applications of frameworks that cannot run here (`READ`) are read by a script of their own.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from route_truth.applications import GO, Application, read_applications
from route_truth.go import LIBRARY
from route_truth.probes import run_probe
from route_truth.requests import score_requests
from route_truth.scores import Score, make_score, print_differences
from route_truth.tree import list_routes, name_place, resolve_tree


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


def score(directory: Path, application: Application, verbose: bool) -> Score:
    root = (directory / application.checkout).resolve()
    facts, graph = resolve_tree(root)
    truth: dict[tuple[str, str], set[str]] = {}
    for route in run_probe(directory.resolve(), root, application, facts):
        truth.setdefault(route[:2], set()).add(route.handler)
    library = {key for key, handlers in truth.items() if handlers == {LIBRARY}}
    truth = {key: handlers - {LIBRARY} for key, handlers in truth.items() if key not in library}
    found: dict[tuple[str, str], set[str]] = {}
    folder = f"{application.folder}/" if application.framework == "nextjs" and application.folder else ""
    for route in list_routes(graph, {application.framework, *application.extensions}, folder):
        found.setdefault(route[:2], set()).add(route.handler)
    if application.framework in GO:
        found = {key: {name_place(each, facts) for each in handlers} for key, handlers in found.items()}
    right = {key for key in truth.keys() & found.keys() if all(is_right(each, found[key]) for each in truth[key])}
    known = {key for key, handlers in found.items() if handlers != {""} or truth.get(key, {""}) == {""}} - library
    if application.framework in GO:  # those that a library answers are left out
        known -= {key for key, handlers in found.items() if handlers == {""} and key not in truth}
    if verbose:
        missing = (f"{' '.join(key)} {truth[key]}" for key in sorted(truth.keys() - right))
        print_differences(application, missing, (f"{' '.join(key)} {found[key]}" for key in sorted(known - right)))
    return make_score(application, "routes", len(truth), len(known), precise=len(right), recalled=len(right))


def is_right(handler: str, found: set[str]) -> bool:
    """Return whether a handler was found.

    Of one without a name it is the place, or the file where code was transpiled."""
    if handler.endswith("::"):
        return any(each.rpartition(":")[0] in (handler[:-2], handler[:-1]) for each in found)
    return handler in {"", *found}


if __name__ == "__main__":
    sys.exit(main())
