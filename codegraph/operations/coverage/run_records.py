"""`coverage import`, `show` and `clear`."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.coverage.formats import SQLITE, read_text
from codegraph.coverage.line_mapping import find_line_owners, find_run_symbols
from codegraph.coverage.path_mapping import Files, Nameable, NamedTests, RecordedName, read_name
from codegraph.coverage.recorded_runs import Recording
from codegraph.errors import InvalidError, NotFoundError, UnreadableError
from codegraph.operations.answers import Answer
from codegraph.operations.context import Context
from codegraph.operations.coverage.answers import ClearAnswer, ImportAnswer, RecordedRun, ShowAnswer
from codegraph.operations.coverage.requests import ClearRequest, ImportRequest, ShowRequest
from codegraph.operations.impact.change_states import find_root
from codegraph.revision.graphs import read_facts
from codegraph.revision.tree import SourceTree, read_revision_tree
from codegraph.revision.work_tree_graph import open_current_graph
from codegraph.scan.git import is_in_work_tree, run_git
from codegraph.store.layout import get_index_folder
from codegraph.store.lock import hold_writer_lock
from codegraph.store.observed_runs import Observed, Run
from codegraph_parsers.file_facts import FileFacts, Flag, SymbolKind
from codegraph_parsers.ids import format_id, map_suffixes, to_printable_path

MOST: Final = 500_000_000
"""Bytes of a text record that are read."""

SHOWN: Final = 5
_TYPES: Final = (SymbolKind.CLASS, SymbolKind.STRUCT)


def import_record(context: Context, request: ImportRequest) -> Answer[ImportAnswer]:
    """Import a record.

    Raises InvalidError (it is no record, or nothing in it is known), NotFoundError (the revision), StorageError.
    """
    recording = _read(Path(request.file))
    root, config = find_root(context), context.config
    folder = get_index_folder(config.home, root)
    if request.commit:
        tree = read_revision_tree(root, request.commit, config)
        run = Run(tree.commit, request.commit, recording.format, time.time())
    else:
        index, tree = open_current_graph(root, config, context.progress)
        index.close()
        run = Run(*_describe_work_tree(root), recording.format, time.time())
    files = Files(tree.files, str(root))
    names = {text: read_name(text) for text in ([request.test] if request.test else recording.tests) if text}
    facts = _read_facts(context, tree, files, recording, names)
    tests = _find_named_tests(facts, files, names)
    if request.test and request.test not in tests:
        raise NotFoundError(
            f"no test {request.test!r} in {run.label}", hint="give it as FILE::NAME, or by its qualified name"
        )
    ids, symbols = _group_by_symbol(recording, facts, files, tests, request.test)
    if not symbols:
        raise InvalidError(
            f"{request.file} is of no code in {run.label}",
            hint="give the --commit it was recorded at, or the repository with -C",
        )
    with hold_writer_lock(folder.lock):
        Observed(folder).add(run, ids, symbols)
    lost = sorted(f for f in recording.files if not files.find(f))
    unknown = sorted(text for text in names if text not in tests)
    answer = ImportAnswer(
        recording.format, run.label, run.revision, len([id for id in ids if id]), len(symbols),
        sum(len(set(found)) for found in symbols.values()), "" in ids,
        tuple(lost[:SHOWN]), len(lost), tuple(unknown[:SHOWN]), len(unknown),
    )  # fmt: skip
    return Answer(answer, None, _list_warnings(request, tree, files, recording, answer))


def show(context: Context, request: ShowRequest) -> Answer[ShowAnswer]:
    root = find_root(context)
    observed = Observed(get_index_folder(context.config.home, root))
    rows = tuple(
        RecordedRun(run.revision, run.label, run.format, run.recorded_at, tests, _count_behind(root, run.revision))
        for run, tests in observed.list_runs()
    )
    return Answer(ShowAnswer(rows, observed.count_symbols()))


def clear(context: Context, request: ClearRequest) -> Answer[ClearAnswer]:
    folder = get_index_folder(context.config.home, find_root(context))
    with hold_writer_lock(folder.lock):
        return Answer(ClearAnswer(Observed(folder).clear()))


def _read(path: Path) -> Recording:
    """Read a record.

    Raises UnreadableError, InvalidError.
    """
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


def _describe_work_tree(root: Path) -> tuple[str, str]:
    """Return the commit of the work tree and its label.

    The commit is "" when the tree is edited or no commit is known.
    """
    found = run_git(root, "rev-parse", "HEAD") if is_in_work_tree(root) else None
    commit = found.decode("ascii").strip() if found else ""
    if not commit:
        return "", "the work tree"
    edited = run_git(root, "status", "--porcelain", "--untracked-files=no")
    return (commit, "the work tree") if edited == b"" else ("", f"the work tree, edited since {commit[:10]}")


def _count_behind(root: Path, revision: str) -> int:
    if not revision or not is_in_work_tree(root):
        return -1
    found = run_git(root, "rev-list", "--count", f"{revision}..HEAD")
    return int(found) if found else -1


def _read_facts(
    context: Context, tree: SourceTree, files: Files, recording: Recording, names: Mapping[str, RecordedName]
) -> dict[str, FileFacts]:
    """Return the facts of the files that ran and of files that may hold named tests."""
    wanted = {files.find(file) for file in recording.files} | {files.find(n.file) for n in names.values() if n.file}
    if any(not name.file for name in names.values()):
        wanted |= {path for path in tree.files if "test" in path.lower() or "spec" in path.lower()}
    found = read_facts(tree, sorted(wanted - {""}), context.config, context.progress)
    return {path: outcome.facts for path, outcome in found.items() if outcome.facts is not None}


def _find_named_tests(
    facts: Mapping[str, FileFacts], files: Files, names: Mapping[str, RecordedName]
) -> dict[str, str]:
    """Return the ids of the tests that names of the record mean.

    Names without a test are left out.
    """
    wanted = NamedTests(_list_nameable(facts.values()), files)
    return {text: id for text, name in names.items() if (id := wanted.find(name))}


def _list_nameable(facts: Iterable[FileFacts]) -> Iterable[Nameable]:
    for file in facts:
        told = map_suffixes(file.symbols)
        for at, symbol in enumerate(file.symbols):
            if symbol.flags & Flag.TEST or symbol.kind in _TYPES or not at:
                yield Nameable(
                    format_id(file.language, file.path, symbol.qualname, told.get(at, "")), file.path, symbol.qualname
                )


class _Owners(NamedTuple):
    """Of one file: the function each line is in, and the ids of its symbols."""

    lines: list[int]
    ids: list[str]


def _find_owners(file: FileFacts) -> _Owners:
    told = map_suffixes(file.symbols)
    ids = [format_id(file.language, file.path, s.qualname, told.get(at, "")) for at, s in enumerate(file.symbols)]
    return _Owners(find_line_owners(file.symbols, file.lines), ids)


def _group_by_symbol(
    recording: Recording, facts: Mapping[str, FileFacts], files: Files, tests: Mapping[str, str], whole: str
) -> tuple[list[str], dict[str, array[int]]]:
    """Return ids of tests, and for each symbol that ran the places of its tests.

    `whole` is the test that the whole record belongs to. If a record names its tests, code that ran outside of them,
    such as imports, is ignored.
    """
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
            owners, known = (path, _find_owners(file)), {}
        if lines not in known:
            known[lines] = find_run_symbols(owners[1].lines, lines)
        place = places.setdefault(id, len(places))
        for at in known[lines]:
            row = found.setdefault(owners[1].ids[at], array("I"))
            if not row or row[-1] != place:
                row.append(place)
    return list(places), found


def _list_warnings(
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
        newer = [
            path for path in map(files.find, recording.files) if path and _get_modification_time(tree, path) > written
        ]
        if newer:
            told.append(
                f"{len(newer):,} files changed after the record was written, such as {to_printable_path(newer[0])}; "
                "give the --commit it is of"
            )
    return tuple(told)


def _get_modification_time(tree: SourceTree, path: str) -> float:
    try:
        return (tree.root / tree.files[path].real).stat().st_mtime
    except OSError:
        return 0.0
