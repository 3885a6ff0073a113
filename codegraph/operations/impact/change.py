"""`impact` of a change: the request to the report, judged by the gates."""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection, Sequence
from typing import Final

from codegraph.errors import InvalidError, StorageError
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.impact.answers import BrokenSymbol, ChangeReport
from codegraph.operations.impact.change_states import Comparison, compare_patch, compare_revisions, find_root
from codegraph.operations.impact.gates import Condition, judge, parse_conditions
from codegraph.operations.impact.report import ReportBuilder
from codegraph.operations.requests import ImpactRequest
from codegraph.operations.runners.test_commands import RunList
from codegraph.operations.runners.test_list import run_list
from codegraph.operations.workspace_answers import WorkspaceAnswer
from codegraph.revision.graphs import drop_kept
from codegraph_parsers.cases import format_title

LONGEST_COMMAND: Final = 1_500
"""Characters of a command that somebody copies."""

LONGEST_OPTION: Final = 300
"""Characters of a pattern of names, without which whole files run."""


def change(context: Context, request: ImpactRequest) -> Answer[ChangeReport]:
    """Report a change.

    Raises InvalidError, NotFoundError (a revision), PatchError, UnreadableError, StorageError.
    """
    gates = parse_conditions((*request.fail_on, *context.config.gates))
    try:
        return _build_report(context, request, gates)
    except StorageError:
        if not drop_kept(find_root(context), context.config):
            raise
    return _build_report(context, request, gates)  # graphs of other states are a cache: damaged ones are made again


def list_broken_symbols(context: Context, base: str) -> Answer[tuple[BrokenSymbol, ...]]:
    """List what the work tree changed since `base` and left users of behind.

    It takes a part of the time of a report. Raises NotFoundError (the revision), UnreadableError, StorageError.
    """
    comparison = compare_revisions(context, base, "", direct=False)
    try:
        found = tuple(ReportBuilder(comparison, 1).list_broken_symbols())
        return Answer(found, None, comparison.warnings)
    finally:
        comparison.close()


def _build_report(context: Context, request: ImpactRequest, gates: tuple[Condition, ...]) -> Answer[ChangeReport]:
    comparison = _compare(context, request)
    try:
        reporting = ReportBuilder(comparison, max(1, request.depth))
        report = reporting.report()
        if request.workspace:
            report = report._replace(elsewhere=_find_clients(context, reporting, report))
        report = _add_titles(reporting, report._replace(gates=judge(report, gates)), request)
        return Answer(shorten(report, request.limit), None, comparison.warnings)
    finally:
        comparison.close()


def _find_clients(context: Context, reporting: ReportBuilder, report: ChangeReport) -> WorkspaceAnswer:
    """Return the clients of what became incompatible, in other repositories."""
    from codegraph.operations.impact.outside_clients import find_clients_elsewhere, list_states

    comparison = reporting.comparison
    is_left = any(each.said.startswith(("removed: ", "incompatible: ")) for each in report.surfaces)
    base = comparison.open_base_index() if reporting.leavers or is_left else None
    head, flags = comparison.head_index, comparison.difference.flags
    states = list_states(reporting.changes, reporting.terms.keys(), flags, report.surfaces, head, base)
    return find_clients_elsewhere(context, head, states)


def _add_titles(reporting: ReportBuilder, report: ChangeReport, request: ImpactRequest) -> ChangeReport:
    """Add the titles of nameless tests that are shown, and the list for a runner.

    The list is added only when requested.
    """
    shown = len(report.tests) if request.tests or not request.limit else limit_tests(request.limit)
    titled = reporting.find_titled_tests()
    cases = {test.symbol.node: titled.find_cases(test.symbol) for test in report.tests[:shown]}
    tests = (
        test._replace(titles=tuple(format_title(case) for case in found)) if found else test
        for test in report.tests
        for found in (cases.get(test.symbol.node),)
    )
    report = report._replace(tests=tuple(tests))
    rows = [test.symbol for test in report.tests]
    index, read = reporting.comparison.head_index, reporting.comparison.head.read_file
    if request.tests:
        report = report._replace(run=run_list(index, rows, cases, request.tests, read))
    if not rows:
        return report
    try:
        found = report.run or run_list(index, rows, cases, "auto", read)
    except InvalidError:
        return report  # no runner is known of these tests
    commands = format_commands(found, report.base.label, reporting.comparison.head.files.keys())
    return report._replace(test_commands=commands)


def format_commands(run: RunList, base: str, paths: Collection[str] = ()) -> tuple[str, ...]:
    """Format the shell commands that run the tests, one a runner.

    One that is too long to be read names files alone, or asks codegraph. `paths` are all files of the repository."""
    return tuple(_format_command(each, base, paths) for each in (run, *run.others) if each.command)


def _format_command(run: RunList, base: str, paths: Collection[str]) -> str:
    readable = tuple(arg for arg in run.arguments if not (arg.startswith("-") and len(arg) > LONGEST_OPTION))
    files = tuple(dict.fromkeys(arg.partition("::")[0] if ".py::" in arg else arg for arg in readable))
    folder = _find_package(files, paths) if run.command[0] == "npx" else ""
    for arguments in (readable, files):
        told = shlex.join((*run.command, *(arg.removeprefix(folder) for arg in arguments)))
        if len(told) <= LONGEST_COMMAND:
            return f"(cd {shlex.quote(folder.rstrip('/'))} && {told})" if folder else told
    return f"{shlex.join(run.command)} $(codegraph impact --base {shlex.quote(base)} --tests {run.runner})"


def _find_package(files: Sequence[str], paths: Collection[str]) -> str:
    """Return the folder of the one package that has all files, with a slash.

    Returns "" where a package stands at the top."""
    named = [file for file in files if not file.startswith("-")]
    folder = os.path.commonpath(named) if named else ""
    while folder and f"{folder}/package.json" not in paths:
        folder = folder.rpartition("/")[0]
    return f"{folder}/" if folder and "package.json" not in paths else ""


def limit_tests(limit: int) -> int:
    """Return the number of tests to show where other lists have `limit` rows.

    It is larger, because tests are to be run, not read.
    """
    return max(limit, 500)


def _compare(context: Context, request: ImpactRequest) -> Comparison:
    if request.symbol and (request.base or request.head or request.diff):
        raise InvalidError("a symbol and a change cannot both be asked about", hint="leave one of them out")
    if request.diff:
        if request.base or request.head:
            raise InvalidError("--diff says both sides itself", hint="leave --base and --head out")
        return compare_patch(context, request.diff.encode("utf-8", "surrogateescape"))
    if not request.base and not request.head:
        raise InvalidError("the diff is empty", hint="give the output of `git diff`, or a base")
    if not request.base:
        raise InvalidError("--head needs a --base", hint="such as --base main with --head my-branch")
    return compare_revisions(context, request.base, request.head, direct=request.direct)


def shorten(report: ChangeReport, limit: int) -> ChangeReport:
    """Return a report with at most `limit` rows in each list, 0 for all.

    Totals stay.
    """
    if not limit:
        return report
    changed = tuple(c._replace(broken=c.broken[:limit], uses=c.uses[:limit]) for c in report.changed[:limit])
    return report._replace(
        changed=changed,
        affected=report.affected[:limit],
        tests=report.tests[: limit_tests(limit)],
        notes=report.notes[:limit],
        cycles=report.cycles[:limit],
        co_changes=report.co_changes[:limit],
        not_analysed=report.not_analysed[:limit],
        surfaces=report.surfaces[:limit],
    )
