"""Making, describing and deleting indexes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from codegraph.errors import NotIndexedError, UnreadableError
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.indexing.maintenance import collect_garbage, list_repositories, remove_index
from codegraph.operations.answers import (
    Answer,
    GcAnswer,
    IndexAnswer,
    LanguageMix,
    ListAnswer,
    RemoveAnswer,
    ResolutionCount,
    StatusAnswer,
)
from codegraph.operations.context import Context
from codegraph.operations.request_folder import find_work_tree
from codegraph.operations.requests import GcRequest, IndexRequest, ListRequest, RemoveRequest, StatusRequest
from codegraph.query.index import Index
from codegraph.query_results import FileRow
from codegraph_parsers.catalog import is_resolved
from codegraph_parsers.file_facts import FileStatus

TROUBLES = (FileStatus.PARTIAL, FileStatus.FAILED, FileStatus.SKIPPED)


def index(context: Context, request: IndexRequest) -> Answer[IndexAnswer]:
    from codegraph.indexing.incremental import update_index
    from codegraph.indexing.pipeline import LONG_S, PATIENT_S

    root = Path(request.path).absolute() if request.path else find_work_tree(context.repo)
    config = replace(context.config, workers=request.workers) if request.workers else context.config
    if request.no_vectors:
        config = replace(config, vectors=False)
    is_last = context.surface == "cli"  # a command line ends with its answer, all others live on
    summary = update_index(
        root, config, progress=context.progress, force=request.full, wait_s=LONG_S if is_last else PATIENT_S,
        is_last=is_last, beyond_memory=request.force,
    )  # fmt: skip
    faults = config.tables.problems if config.tables is not None else ()
    left_out = tuple(f"{each.path}: {each.message}" for each in faults)
    return Answer(IndexAnswer(summary), warnings=(*left_out, *summary.warnings))


def show_status(context: Context, request: StatusRequest) -> Answer[StatusAnswer]:
    opened = context.index(refresh=False)  # what the index is, not what it could be
    files: list[FileRow] = []
    if request.files:
        for trouble in TROUBLES:
            files += opened.list_files(status=trouble, limit=None).items
    return context.answer(
        StatusAnswer(opened.compute_stats(outside=True), compute_language_mixes(opened), tuple(files))
    )


def compute_language_mixes(opened: Index) -> tuple[LanguageMix, ...]:
    """Count the edges out of each language's symbols by resolution.

    The language with most edges comes first.
    """
    import numpy as np  # status is the only verb of this module that needs arrays

    from codegraph.operations.network import load_network

    net = load_network(opened, tuple(k for k in EdgeKind if k is not EdgeKind.CONTAINS))
    modules = net.compute_modules()[net.compute_sources()]  # a file has one language, its module's
    languages = {node: row.language for node, row in net.read_symbols(np.unique(modules).tolist()).items()}
    pairs = modules * len(Resolution) + net.compute_ranks()
    counts: dict[str, Counter[Resolution]] = {}
    for pair, number in zip(*np.unique(pairs, return_counts=True), strict=True):
        module, resolution = divmod(int(pair), len(Resolution))
        counts.setdefault(languages[module], Counter())[tuple(Resolution)[resolution]] += int(number)
    rows = [
        LanguageMix(language, tuple(ResolutionCount(r, of[r]) for r in Resolution if of[r]))
        for language, of in counts.items()
        if is_resolved(language)  # paths alone decide the edges of the others
    ]
    return tuple(sorted(rows, key=lambda row: (-sum(c.count for c in row.counts), row.language)))


def list_indexes(context: Context, request: ListRequest) -> Answer[ListAnswer]:
    rows = list_repositories(context.config)
    return Answer(ListAnswer(str(context.config.home), tuple(rows)))


def find_index(context: Context, path: str | None) -> Path:
    """Find the work tree whose index `remove` would delete.

    Raises NotIndexedError.
    """
    if path is not None and not path.strip():
        raise UnreadableError("the path of the repository is empty", hint="leave it out for the one around here")
    wanted = Path(path).absolute() if path else context.repo.absolute()
    roots = {Path(row.root) for row in list_repositories(context.config)}
    for folder in (wanted.resolve(), *(() if path else wanted.resolve().parents)):
        if folder in roots:
            return folder
    raise NotIndexedError(f"{wanted} is not indexed", hint="see what is with `codegraph list`")


def remove(context: Context, request: RemoveRequest) -> Answer[RemoveAnswer]:
    return Answer(RemoveAnswer(remove_index(find_index(context, request.path), context.config)))


def remove_garbage(context: Context, request: GcRequest) -> Answer[GcAnswer]:
    return Answer(GcAnswer(collect_garbage(context.config, dry_run=request.dry_run)))
