#!/usr/bin/env python3
"""Accuracy of reports about changes.

They are scored against executions of tests, history and mutants.

  eval_impact.py all|execution|history|mutation --checkouts DIR --python VENV/bin/python [--cache DIR] [--project NAME]

DIR holds a git clone of each project of `impact_truth/suites.py`; the interpreter has pytest, the projects (`pip
install -e` of each), what their tests need and, for `--older`, pytest-cov. Projects on which the selection was
developed are marked; the others were only scored.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from impact_truth import execution, history, mutation
from impact_truth.older import WithOlder
from impact_truth.predict import Predictor
from impact_truth.suites import APPLICATIONS, HELD_OUT, PROJECTS, Project, Setting


def show_misses(predictor: Predictor, scores: list[execution.Score], most: int) -> None:
    rows = predictor.index.list_symbols

    def names(nodes: tuple[int, ...]) -> str:
        return ", ".join(r.qualname for r in rows(nodes[:3])) + (f" … {len(nodes)}" if len(nodes) > 3 else "")

    def name(node: int) -> str:
        return rows([node])[0].id

    print("missed:")
    for s in sorted(scores, key=lambda s: s.recall)[:most]:
        if s.missed:
            print(f"  {s.recall:.2f} {name(s.node)}: {names(s.missed)}")
    print("too many:")
    for s in sorted(scores, key=lambda s: s.precision)[:most]:
        if s.extra:
            print(f"  {s.precision:.3f} {name(s.node)}: {names(s.extra)}")


def make_predictor(setting: Setting, project: Project, older: bool) -> Predictor:
    if not older:
        return Predictor.open(setting.get_root(project), setting.cache / "codegraph")
    predictor = WithOlder.open(setting.get_root(project), setting.cache / "codegraph")
    print(f"{project.name}: {predictor.import_coverage(setting, project)}", file=sys.stderr)
    return predictor


def run_execution(setting: Setting, projects: list[Project], show: int, older: bool) -> None:
    print(execution.HEADING)
    every: list[execution.Score] = []
    for project in projects:
        predictor = make_predictor(setting, project, older)
        result = execution.score(predictor, setting, project)
        every += result.scores
        print(result.format_row(project.title), flush=True)
        if show:
            show_misses(predictor, result.scores, show)
    if len(projects) > 1:
        print(execution.Result(0, every).format_row("all functions"))


def run_mutation(setting: Setting, projects: list[Project], wanted: int, older: bool) -> None:
    print(mutation.HEADING)
    every = mutation.NOTHING
    for project in projects:
        predictor = make_predictor(setting, project, older)
        result = mutation.score(predictor, setting, project, wanted)
        every = every.add(result)
        print(result.format_row(project.title), flush=True)
    if len(projects) > 1:
        print(every.format_row("all mutants"))


def run_history(setting: Setting, projects: list[Project], wanted: int) -> None:
    print(history.HEADING)
    every = history.NOTHING
    for project in projects:
        result = history.score(setting, project, wanted)
        every = every.add(result)
        print(result.format_row(project.title), flush=True)
    if len(projects) > 1:
        print(every.format_row("all commits"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("all", "execution", "history", "mutation"))
    parser.add_argument("--checkouts", type=Path, required=True)
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    parser.add_argument("--cache", type=Path, default=Path("/tmp/codegraph-impact"))
    parser.add_argument("--project", action="append", default=[])
    parser.add_argument("--show", type=int, default=0, help="list so many of the worst functions a project")
    parser.add_argument("--mutants", type=int, default=64, help="functions to break a project")
    parser.add_argument("--commits", type=int, default=70, help="commits a project")
    parser.add_argument("--older", action="store_true", help="with coverage imported from an older revision")
    parser.add_argument("--held-out", action="store_true", help="score the projects that nothing was changed for")
    parser.add_argument("--applications", action="store_true", help="score the execution of web applications")
    options = parser.parse_args()
    if options.held_out and (options.part in ("all", "history") or options.older):
        # Each of them is one commit.
        parser.error("the held-out projects have no history and nothing older: score their execution or mutation")
    if options.applications and (options.part != "execution" or options.older):
        parser.error("of applications the execution is scored")
    known = APPLICATIONS if options.applications else HELD_OUT if options.held_out else PROJECTS
    if unknown := set(options.project).difference(p.name for p in known):
        parser.error(f"no project {', '.join(sorted(unknown))}; there are {', '.join(p.name for p in known)}")
    setting = Setting(options.checkouts, options.python, options.cache)
    projects = [p for p in known if not options.project or p.name in options.project]
    options.cache.mkdir(parents=True, exist_ok=True)
    chosen = options.part
    records = (False, True) if chosen == "all" else (options.older,)
    for older in records:
        if chosen in ("all", "execution"):
            run_execution(setting, projects, options.show, older)
        if chosen in ("all", "mutation"):
            run_mutation(setting, projects, options.mutants, older)
    if chosen in ("all", "history"):
        run_history(setting, projects, options.commits)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
