"""Checks of the installation, the grammars and the index.

They change nothing, except that a verification refreshes the index first."""

from __future__ import annotations

import platform
import sys
from collections import Counter
from pathlib import Path

from codegraph import __version__
from codegraph.errors import CodegraphError, NotIndexedError
from codegraph.indexing.maintenance import check_health
from codegraph.operations.answers import Answer, DoctorAnswer
from codegraph.operations.context import Context
from codegraph.operations.requests import DoctorRequest
from codegraph.query_results import Check, CheckStatus, Verification
from codegraph.runtime.optional_packages import PACKAGES, describe_remedy, get_distribution, is_installed
from codegraph.runtime.text_streams import get_raw_stream
from codegraph.store.layout import find_indexed_root
from codegraph.store.memory.backup import check_database
from codegraph.store.memory.hook_log import NAME, read_failures

OLDEST_PYTHON = (3, 11)


def run_doctor(context: Context, request: DoctorRequest) -> Answer[DoctorAnswer]:
    checks = [
        Check("codegraph", CheckStatus.OK, f"{__version__}, installed as {get_distribution()}"),
        _check_python(),
        _check_output(),
        *_check_packages(),
        *check_health(context.repo, context.config),
        *check_memory_file(context.config.home),
        *_check_hooks(context.config.home),
    ]
    if not request.verify:
        return Answer(DoctorAnswer(tuple(checks)))
    try:
        verification = _verify(context)
    except CodegraphError as error:
        failure = Check("graph", CheckStatus.FAILED, f"not verified: {error.message}", error.hint or "try again")
        return Answer(DoctorAnswer((*checks, failure)))
    return Answer(DoctorAnswer((*checks, _describe_verification(verification)), verification))


def _verify(context: Context) -> Verification:
    from codegraph.indexing.verification import verify_index

    found = find_indexed_root(context.config.home, context.repo)
    if found is None:
        raise NotIndexedError(f"{context.repo} is not indexed", hint=f"run `codegraph index {context.repo}`")
    return verify_index(found[0], context.config, context.progress)


def _describe_verification(done: Verification) -> Check:
    refreshed = f", after a refresh: {done.refreshed}" if done.refreshed else ""
    if not done.total:
        detail = f"generation {done.generation} is equal to a rebuild, {done.rows:,} rows{refreshed}"
        return Check("graph", CheckStatus.OK, detail)
    if not done.settled:
        detail = "not verified: files change faster than the graph is rebuilt"
        return Check("graph", CheckStatus.FAILED, detail, "run it again when no files change")
    rows = "1 row differs" if done.total == 1 else f"{done.total:,} rows differ"
    detail = f"{rows} between generation {done.generation} and a rebuild of {done.rows:,}{refreshed}"
    return Check("graph", CheckStatus.FAILED, detail, "run `codegraph index --full`, and report the rows listed below")


def _check_python() -> Check:
    version = platform.python_version()
    if sys.version_info < OLDEST_PYTHON:
        return Check("python", CheckStatus.FAILED, version, "use Python 3.11 or newer")
    return Check("python", CheckStatus.OK, f"{version} on {platform.system()}")


def _check_output() -> Check:
    encoding = (getattr(get_raw_stream(sys.stdout), "encoding", "") or "ascii").lower()
    if encoding.replace("-", "") != "utf8":
        return Check("output", CheckStatus.WARNING, f"encoding {encoding}", "set PYTHONUTF8=1 or a UTF-8 locale")
    return Check("output", CheckStatus.OK, "utf-8")


def _check_packages() -> list[Check]:
    """Report missing packages, each with the feature that is off without it."""
    asked = [package for package in PACKAGES if package.effect]
    missing = [package for package in asked if not is_installed(package.module)]
    if not missing:
        return [Check("packages", CheckStatus.OK, f"{len(asked)} packages are installed")]
    return [
        Check("package", CheckStatus.WARNING, f"{each.name} is missing: {each.effect}", describe_remedy(each))
        for each in missing
    ]


def check_memory_file(home: Path) -> list[Check]:
    """Check the file of memory; without any memory the result is empty."""
    try:
        held = check_database(home)
    except CodegraphError as error:
        return [Check("memory", CheckStatus.FAILED, error.message, error.hint)]
    if held is None:
        return []
    said = "1 memory is" if held.memories == 1 else f"{held.memories:,} memories are"
    return [Check("memory", CheckStatus.OK, f"{said} readable")]


def _check_hooks(home: Path) -> list[Check]:
    """Report hooks that failed. Returns nothing where none did."""
    failures = read_failures(str(home))
    if not failures:
        return []
    kinds = Counter(f"{row['event']!r} ({row['why']})" for row in failures)
    told = ", ".join(f"{name}, {times} times" if times > 1 else name for name, times in kinds.most_common(3))
    return [
        Check(
            "hooks",
            CheckStatus.WARNING,
            f"recorded nothing lately: {told}",
            f"correct the agent's settings (codegraph hook --help), then delete {home / 'memory' / NAME}",
        )
    ]


def has_failed(answer: DoctorAnswer) -> bool:
    return any(check.status is CheckStatus.FAILED for check in answer.checks)
