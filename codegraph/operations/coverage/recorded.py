"""`coverage import`, `show` and `clear`."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.coverage.formats import SQLITE, read_text
from codegraph.coverage.lines import line_owners, ran
from codegraph.coverage.model import Recording
from codegraph.coverage.places import Files, Nameable, NamedTests, RecordedName, read_name
from codegraph.errors import InvalidError, NotFoundError, UnreadableError
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.coverage.answers import ClearAnswer, ImportAnswer, RecordedRun, ShowAnswer
from codegraph.operations.coverage.requests import ClearRequest, ImportRequest, ShowRequest
from codegraph.operations.impact.states import root_of
from codegraph.revision.graphs import facts_of
from codegraph.revision.here import graph_here
from codegraph.revision.tree import SourceTree, revision_tree
from codegraph.scan.git import in_work_tree, run_git
from codegraph.store.layout import index_folder
from codegraph.store.lock import writer_lock
from codegraph.store.observed import Observed, Run
from codegraph_parsers.facts import FileFacts, Flag, SymbolKind
from codegraph_parsers.ids import format_id, printable_path, suffixes

MOST: Final = 500_000_000
"""Bytes of a text record that are read."""

SHOWN: Final = 5
_TYPES: Final = (SymbolKind.CLASS, SymbolKind.STRUCT)


def import_record(context: Context, request: ImportRequest) -> Answer[ImportAnswer]:
    """Raises InvalidError (no record, nothing in it is known), NotFoundError (the revision), StorageError."""
    recording = _read(Path(request.file))
    root, config = root_of(context), context.config
    folder = index_folder(config.home, root)
    if request.commit:
        tree = revision_tree(root, request.commit, config)
        run = Run(tree.commit, request.commit, recording.format, time.time())
    else:
        index, tree = graph_here(root, config, context.progress)
        index.close()
        run = Run(*_work_tree_state(root), recording.format, time.time())
    files = Files(tree.files, str(root))
    names = {text: read_name(text) for text in ([request.test] if request.test else recording.tests) if text}
    facts = _facts(context, tree, files, recording, names)
    tests = _tests_by_name(facts, files, names)
    if request.test and request.test not in tests:
        raise NotFoundError(
            f"no test {request.test!r} in {run.label}", hint="give it as FILE::NAME, or by its qualified name"
        )
    ids, symbols = _symbols_by_test(recording, facts, files, tests, request.test)
    if not symbols:
        raise InvalidError(
            f"{request.file} is of no code in {run.label}",
            hint="give the --commit it was recorded at, or the repository with -C",
        )
    with writer_lock(folder.lock):
        Observed(folder).add(run, ids, symbols)
    lost = sorted(f for f in recording.files if not files.find(f))
    unknown = sorted(text for text in names if text not in tests)
    answer = ImportAnswer(
        recording.format, run.label, run.revision, len([id for id in ids if id]), len(symbols),
        sum(len(set(found)) for found in symbols.values()), "" in ids,
        tuple(lost[:SHOWN]), len(lost), tuple(unknown[:SHOWN]), len(unknown),
    )  # fmt: skip
    return Answer(answer, None, _warnings(request, tree, files, recording, answer))


def show(context: Context, request: ShowRequest) -> Answer[ShowAnswer]:
    root = root_of(context)
    observed = Observed(index_folder(context.config.home, root))
    rows = tuple(
        RecordedRun(run.revision, run.label, run.format, run.recorded_at, tests, _behind(root, run.revision))
        for run, tests in observed.runs()
    )
    return Answer(ShowAnswer(rows, observed.symbol_count()))


def clear(context: Context, request: ClearRequest) -> Answer[ClearAnswer]:
    folder = index_folder(context.config.home, root_of(context))
    with writer_lock(folder.lock):
        return Answer(ClearAnswer(Observed(folder).clear()))


def _read(path: Path) -> Recording:
    """Raises UnreadableError, InvalidError."""
    try:
        with open(path, "rb") as handle:
            content = handle.read(len(SQLITE))
            if content != SQLITE:
                content += handle.read(MOST)
    except OSError as error:
        raise UnreadableError(f"{path} cannot be read: {error.strerror}", hint="give the file of a record") from error
    if content == SQLITE:
        from codegraph.store.coverage_py import read_database

        return read_database(path)
    if not content.strip():
        raise InvalidError(f"{path} is empty", hint="record the run again")
    if len(content) > MOST:
        raise InvalidError(f"{path} is larger than {MOST:,} bytes", hint="import the database of coverage.py instead")
    return read_text(content, str(path))


def _work_tree_state(root: Path) -> tuple[str, str]:
    """The commit the work tree is of, "" when it is edited or none is known, and what to call it."""
    found = run_git(root, "rev-parse", "HEAD") if in_work_tree(root) else None
    commit = found.decode("ascii").strip() if found else ""
    if not commit:
        return "", "the work tree"
    edited = run_git(root, "status", "--porcelain", "--untracked-files=no")
    return (commit, "the work tree") if edited == b"" else ("", f"the work tree, edited since {commit[:10]}")


def _behind(root: Path, revision: str) -> int:
    if not revision or not in_work_tree(root):
        return -1
    found = run_git(root, "rev-list", "--count", f"{revision}..HEAD")
    return int(found) if found else -1


def _facts(
    context: Context, tree: SourceTree, files: Files, recording: Recording, names: Mapping[str, RecordedName]
) -> dict[str, FileFacts]:
    """Facts of the files that ran, and of those that the named tests may be in."""
    wanted = {files.find(file) for file in recording.files} | {files.find(n.file) for n in names.values() if n.file}
    if any(not name.file for name in names.values()):
        wanted |= {path for path in tree.files if "test" in path.lower() or "spec" in path.lower()}
    found = facts_of(tree, sorted(wanted - {""}), context.config, context.progress)
    return {path: outcome.facts for path, outcome in found.items() if outcome.facts is not None}


def _tests_by_name(facts: Mapping[str, FileFacts], files: Files, names: Mapping[str, RecordedName]) -> dict[str, str]:
    """Ids of the tests that names of the record mean; those that mean none are left out."""
    wanted = NamedTests(_entries(facts.values()), files)
    return {text: id for text, name in names.items() if (id := wanted.find(name))}


def _entries(facts: Iterable[FileFacts]) -> Iterable[Nameable]:
    for file in facts:
        told = suffixes(file.symbols)
        for at, symbol in enumerate(file.symbols):
            if symbol.flags & Flag.TEST or symbol.kind in _TYPES or not at:
                yield Nameable(
                    format_id(file.language, file.path, symbol.qualname, told.get(at, "")), file.path, symbol.qualname
                )


class _Owners(NamedTuple):
    """Of one file: the function each line is in, and the ids of its symbols."""

    lines: list[int]
    ids: list[str]


def _owners(file: FileFacts) -> _Owners:
    told = suffixes(file.symbols)
    ids = [format_id(file.language, file.path, s.qualname, told.get(at, "")) for at, s in enumerate(file.symbols)]
    return _Owners(line_owners(file.symbols, file.lines), ids)


def _symbols_by_test(
    recording: Recording, facts: Mapping[str, FileFacts], files: Files, tests: Mapping[str, str], whole: str
) -> tuple[list[str], dict[str, array[int]]]:
    """Ids of tests, and for each symbol that ran the places of its tests among them. `whole`: the test that the whole
    record is of. Of a record that names its tests, what ran outside them, such as imports, says nothing."""
    outside = not whole and any(recording.tests)
    places: dict[str, int] = {}
    found: dict[str, array[int]] = {}
    owners: tuple[str, _Owners] | None = None
    known: dict[frozenset[int], frozenset[int]] = {}
    for recorded, test, lines in recording.covered:
        path = files.find(recorded)
        file = facts.get(path)
        id = tests.get(whole or test, "")
        if file is None or (test and not id) or (outside and not test):
            continue
        if owners is None or owners[0] != path:
            owners, known = (path, _owners(file)), {}
        if lines not in known:
            known[lines] = ran(owners[1].lines, lines)
        place = places.setdefault(id, len(places))
        for at in known[lines]:
            row = found.setdefault(owners[1].ids[at], array("I"))
            if not row or row[-1] != place:
                row.append(place)
    return list(places), found


def _warnings(
    request: ImportRequest, tree: SourceTree, files: Files, recording: Recording, answer: ImportAnswer
) -> tuple[str, ...]:
    told: list[str] = []
    if answer.whole and not answer.tests:
        told.append(
            "the record does not say which test ran what: it counts as tested, and selects no test; name the test with "
            "--test, or record contexts (`pytest --cov --cov-context=test`)"
        )
    if answer.unknown_tests_total:
        told.append(f"{answer.unknown_tests_total:,} tests of the record are not in {answer.label}")
    if answer.unknown_files_total:
        told.append(f"{answer.unknown_files_total:,} files of the record are not in {answer.label}")
    if not request.commit:
        written = Path(request.file).stat().st_mtime
        newer = [path for path in map(files.find, recording.files) if path and _changed(tree, path) > written]
        if newer:
            told.append(
                f"{len(newer):,} files changed after the record was written, such as {printable_path(newer[0])}; "
                "give the --commit it is of"
            )
    return tuple(told)


def _changed(tree: SourceTree, path: str) -> float:
    try:
        return (tree.root / tree.files[path].real).stat().st_mtime
    except OSError:
        return 0.0
