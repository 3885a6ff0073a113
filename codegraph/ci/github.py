"""GitHub job: the report of a pull request, its comments, summary and gates.

Settings come as environment variables, because text of a pull request must never become part of a command. Every
failure is visible: in the comment, in the summary, as an annotation and in the exit code; there is no empty report.
"""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from codegraph.ci.comment import CommentError, Target, put
from codegraph.ci.event import Job, read_job
from codegraph.ci.review_comments import list_comments, put_comments
from codegraph.errors import CodegraphError, ExitCode, InvalidError, StorageError
from codegraph.operations.answers import Answer
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.impact.answers import ChangeReport
from codegraph.operations.impact.change import shorten
from codegraph.operations.requests import ImpactRequest
from codegraph.render.envelope import format_envelope
from codegraph.render.impact.markdown import Links, format_report_markdown
from codegraph.render.impact.sarif import format_report_sarif
from codegraph.render.impact.wording import format_test_name
from codegraph.runtime.text_streams import escape_output
from codegraph.scan.commit_links import make_link_form
from codegraph.scan.git import fetch_commit, run_git
from codegraph.settings.config import load
from codegraph_parsers.ids import from_printable_path

ROWS = 200
"""Rows of each list in the JSON report of a job."""

_ADDRESS: Final = re.compile(r"https?://[^\s()<>\[\]]+")
"""An address that Markdown takes as it is."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The inputs of the action, from `CODEGRAPH_CI_*`.

    `comment` and `review` are `auto` or `never`, `sarif` is `broken` or `all`."""

    root: Path
    base: str
    fail_on: tuple[str, ...]
    depth: int
    comment: str
    output: Path
    key: str
    review: str
    sarif: str


def main(env: Mapping[str, str] | None = None) -> int:
    """Return the exit code: 0, 1 when a gate failed, 2 when there is no report."""
    env = os.environ if env is None else env
    job = Job("", 0, "", False)
    key = env.get("CODEGRAPH_CI_KEY") or "impact"
    try:
        job = read_job(env)
        settings = _read_settings(env)
        if env.get("CODEGRAPH_CI_STEP") == "base":
            _write_outputs(env, {"base": _find_base(settings, job)[0]})
            return int(ExitCode.DONE)
        answer = _report(settings, job)
        links = _make_links(settings, env, answer.results)
        is_empty = answer.results.empty and not _list_failed(answer)
        text = "" if is_empty else format_report_markdown(answer.results, answer.warnings, links)
        text = _link_page(text, env.get("CODEGRAPH_CI_PAGE", ""))
        _write(settings, answer, env, links)
        _summarise(env, text or "No symbol changed: only comments, layout, documentation or files without code.\n")
        if settings.comment == "auto" and _post_comment(env, job, key, text) and settings.review == "auto":
            _review(settings, env, job, answer.results, links)
    except CodegraphError as error:
        return _fail(env, job, key, error)
    for gate in _list_failed(answer):
        _annotate("error", f"gate failed: {gate.condition}, it is {gate.value:g}")
    for warning in answer.warnings:
        _annotate("warning", warning)
    return int(ExitCode.GATE if _list_failed(answer) else ExitCode.DONE)


def run() -> int:
    """Run `main` in this process.

    An unexpected error is not a failed gate: it has the exit code of "no report".
    """
    with escape_output():
        try:
            return main()
        except Exception as error:  # noqa: BLE001 - the outermost edge
            traceback.print_exc()
            _annotate("error", f"internal error: {type(error).__name__}: {error}")
            return int(ExitCode.USAGE)


def _read_settings(env: Mapping[str, str]) -> Settings:
    depth = env.get("CODEGRAPH_CI_DEPTH") or "3"
    if not depth.isdigit() or not 1 <= int(depth) <= 100:
        raise InvalidError(f"depth is {depth!r}", hint="it must be a number from 1 to 100")
    comment = _read_choice(env, "comment", ("auto", "never"))
    review, sarif = _read_choice(env, "review", ("auto", "never")), _read_choice(env, "sarif", ("broken", "all"))
    gates = (env.get("CODEGRAPH_CI_FAIL_ON") or "").replace("\n", ",").split(",")
    root = Path(env.get("CODEGRAPH_CI_ROOT") or env.get("GITHUB_WORKSPACE") or ".")
    output = Path(env.get("CODEGRAPH_CI_OUTPUT") or root / "codegraph-impact")
    return Settings(
        root, env.get("CODEGRAPH_CI_BASE", ""), tuple(g.strip() for g in gates if g.strip()), int(depth), comment,
        output, env.get("CODEGRAPH_CI_KEY") or "impact", review, sarif,
    )  # fmt: skip


def _read_choice(env: Mapping[str, str], name: str, allowed: tuple[str, ...]) -> str:
    """Return an input of the action, the first of what is allowed unless it is set."""
    value = env.get(f"CODEGRAPH_CI_{name.upper()}") or allowed[0]
    if value not in allowed:
        told = " or ".join(f"`{each}`" for each in allowed)
        raise InvalidError(f"{name} is {value!r}", hint=f"it must be {told}")
    return value


def _make_links(settings: Settings, env: Mapping[str, str], report: ChangeReport) -> Links:
    """Return links to the commit that is checked out.

    That is the merge, whose lines are those of the report."""
    server, repository = env.get("GITHUB_SERVER_URL", "https://github.com"), env.get("GITHUB_REPOSITORY", "")
    head = (run_git(settings.root, "rev-parse", "HEAD") or b"").decode("ascii", "replace").strip()
    form = make_link_form(f"{server}/{repository}", settings.root) if repository else report.link_form
    return Links(form, head, report.base.commit)


def _report(settings: Settings, job: Job) -> Answer[ChangeReport]:
    base, direct = _find_base(settings, job)
    context = Context(settings.root, load(settings.root))
    asked = ImpactRequest(base=base, direct=direct, fail_on=settings.fail_on, depth=settings.depth, limit=0)
    try:
        return load_handler(BY_NAME["impact"])(context, asked)
    finally:
        context.close()


def _find_base(settings: Settings, job: Job) -> tuple[str, bool]:
    """Return the revision to compare with, and whether to compare directly.

    A pull request is checked out as the merge of both sides, whose first parent is the branch that it would be merged
    into.
    """
    if settings.base:
        return settings.base, False
    head = run_git(settings.root, "cat-file", "-p", "HEAD") or b""
    lines = head.partition(b"\n\n")[0].split(b"\n")
    parents = [line.split()[1].decode("ascii", "replace") for line in lines if line.startswith(b"parent ")]
    base, direct = (parents[0], True) if job.pull and len(parents) > 1 else (job.base, False)
    if not base:
        raise InvalidError("there is no revision to compare with", hint="set the input `base`, such as `origin/main`")
    if run_git(settings.root, "cat-file", "-e", f"{base}^{{commit}}") is None:
        # A shallow checkout has only the newest commit. This is the one thing fetched, from where the rest came.
        fetch_commit(settings.root, "origin", base)
    return base, direct


def _list_failed(answer: Answer[ChangeReport]):
    return [gate for gate in answer.results.gates if gate.failed]


def _write(settings: Settings, answer: Answer[ChangeReport], env: Mapping[str, str], links: Links) -> None:
    """Write the reports as files, and the outputs of the action."""
    report = answer.results
    short = Answer(shorten(report, ROWS), None, answer.warnings)
    files = {
        "impact.md": format_report_markdown(report, answer.warnings, links),
        "impact.json": format_envelope("impact change", short),
        "impact.sarif": format_report_sarif(report, answer.warnings, everything=settings.sarif == "all"),
        "tests.txt": "".join(f"{format_test_name(test)}\n" for test in report.tests),
    }
    try:
        settings.output.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (settings.output / name).write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
        told = {
            "risk": f"{report.risk:g}", "affected": report.affected_total, "tests": report.tests_total,
            "changed": report.changed_total, "folder": settings.output,
        }  # fmt: skip
        _write_outputs(env, told)
    except OSError as error:
        raise StorageError(f"{settings.output} cannot be written: {error.strerror}") from error


def _write_outputs(env: Mapping[str, str], values: Mapping[str, object]) -> None:
    """Write outputs of the step, where the service asks for them. Raises OSError."""
    if env.get("GITHUB_OUTPUT"):
        with open(env["GITHUB_OUTPUT"], "a", encoding="utf-8") as outputs:
            outputs.writelines(f"{name}={value}\n" for name, value in values.items())


def _link_page(text: str, address: str) -> str:
    """Add a link to the exported page below the headline of a report."""
    if not text or not _ADDRESS.fullmatch(address):
        return text
    title, blank, headline, rest = text.split("\n", 3)
    link = f"[The page of this change]({address}): open its `index.html` for callers, source and tests."
    return "\n".join((title, blank, headline, "", link, rest))


def _post_comment(env: Mapping[str, str], job: Job, key: str, text: str) -> bool:
    """Put the comment, and tell whether comments may be written.

    On forks, and where the token may not, the summary is all there is, and that is said."""
    token = env.get("GITHUB_TOKEN", "")
    if not job.pull:
        return False
    if not job.trusted or not token:
        why = "pull requests of forks get no token that may comment" if token else "there is no token"
        _annotate("notice", f"no comment: {why}; the report is in the job summary")
        return False
    try:
        done = put(_make_target(env, job, key), text)
    except CommentError as error:
        if not error.refused:
            raise
        _annotate("warning", f"{error.message}: {error.hint}; the report is in the job summary")
        return False
    sys.stderr.write(f"comment {done}\n")
    return True


def _make_target(env: Mapping[str, str], job: Job, key: str) -> Target:
    api = env.get("GITHUB_API_URL") or "https://api.github.com"
    return Target(api, job.repository, job.pull, env.get("GITHUB_TOKEN", ""), key)


def _review(settings: Settings, env: Mapping[str, str], job: Job, report: ChangeReport, links: Links) -> None:
    """Put comments on the lines of the diff.

    The report says the same, so a service that does not take them fails no job."""
    wanted = list_comments(report, links) if job.head else []

    @cache
    def lines(path: str) -> list[str]:
        try:
            return (settings.root / from_printable_path(path)).read_text(encoding="utf-8", errors="replace").split("\n")
        except OSError:
            return []

    def read(path: str, line: int) -> str:
        return lines(path)[line - 1] if 0 < line <= len(lines(path)) else ""

    below = os.fsdecode((run_git(settings.root, "rev-parse", "--show-prefix") or b"").strip())
    try:
        done = put_comments(_make_target(env, job, settings.key), job.head, wanted, read, below)
    except CommentError as error:
        _annotate("warning", f"comments on lines: {error.message}; the report says the same")
        return
    sys.stderr.write(f"comments on lines: {done.standing:,}, {done.removed:,} removed\n")


def _fail(env: Mapping[str, str], job: Job, key: str, error: CodegraphError) -> int:
    """Say it wherever the report would have stood."""
    text = f"### Impact: no report\n\n```\n{_strip_fences(error.message)}\n{_strip_fences(error.hint)}\n```\n"
    _annotate("error", f"{error.message}: {error.hint}" if error.hint else error.message)
    try:
        _summarise(env, text)
        if not isinstance(error, CommentError) and (env.get("CODEGRAPH_CI_COMMENT") or "auto") == "auto":
            _post_comment(env, job, key, text)
    except CodegraphError as another:
        _annotate("error", another.message)
    return int(ExitCode.USAGE)


def _strip_fences(text: str) -> str:
    return " ".join(text.replace("```", "'''").split())[:2_000]


def _summarise(env: Mapping[str, str], text: str) -> None:
    place = env.get("GITHUB_STEP_SUMMARY", "")
    if not place:
        sys.stdout.write(text)
        return
    try:
        with open(place, "a", encoding="utf-8", errors="backslashreplace") as summary:
            summary.write(text)
    except OSError as error:
        raise StorageError(f"the summary {place} cannot be written: {error.strerror}") from error


def _annotate(level: str, text: str) -> None:
    """Print a workflow command.

    It is one line, with its own marks escaped so that a text cannot become another command.
    """
    line = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    sys.stdout.write(f"::{level} title=codegraph impact::{line}\n")
