"""Results of parsing files, in the form of a generation and of the cache."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence

from codegraph.graph_model import Fault, FileChunks
from codegraph.indexing.parse_pool import ParsedFile, summarize_problems
from codegraph.indexing.tree_changes import is_racy
from codegraph.scan.file_listing import Scan
from codegraph.settings.config import Config
from codegraph.store.facts_cache import FactsCache, compute_facts_key
from codegraph.store.file_rows import RESOLVE_PROBLEM, StoredFile
from codegraph.store.reader import KnownFile
from codegraph_parsers.catalog import is_resolved
from codegraph_parsers.file_facts import FileStatus, ParseProblem


def remember(outcomes: Iterable[ParsedFile], cache: FactsCache, config: Config, parser: str, chunker: str) -> None:
    """Cache the results of a parser and a chunker with those fingerprints.

    Nothing is cached of a file on which a parser failed, because it may succeed another time.
    """
    entries: list[tuple[bytes, bytes]] = []
    for p in outcomes:
        if p.entry is not None and not p.reused and not any(x.kind in ("timeout", "crashed") for x in p.problems):
            entries.append(
                (compute_facts_key(p.path, p.language, p.digest, config.stamp_facts(parser, p.language)), p.entry)
            )
        if p.fresh_chunks and p.status is not FileStatus.FAILED:
            entries.append(
                (compute_facts_key(p.path, p.language, p.digest, config.stamp_facts(chunker, p.language)), p.chunks)
            )
    cache.add(entries)


def restore_parsed_status(known: KnownFile) -> tuple[FileStatus, str, tuple[ParseProblem, ...]]:
    """Return status, reason and problems of a file before it was resolved."""
    row, problems = known.row, tuple(ParseProblem(p.kind, p.message, p.start_line, p.end_line) for p in known.problems)
    if not is_partly_resolved(known):
        return row.status, row.reason, problems
    kept = tuple(p for p in problems if p.kind != RESOLVE_PROBLEM)
    if row.status is FileStatus.FAILED:
        return row.status, summarize_problems(kept), kept
    return (FileStatus.PARTIAL, summarize_problems(kept), kept) if kept else (FileStatus.INDEXED, "", ())


def is_partly_resolved(known: KnownFile) -> bool:
    """Return whether parts of a file could not be resolved."""
    return any(p.kind == RESOLVE_PROBLEM for p in known.problems)


def build_stored_files(found: Scan, outcomes: Mapping[str, ParsedFile], began_ns: int) -> list[StoredFile]:
    """Return the row of every file that the scan found, by path.

    A file that may have changed again unseen since the scan began is stored without its time.
    """
    rows: list[StoredFile] = []
    for c in found.candidates:
        p = outcomes[c.path]
        mtime = 0 if is_racy(c.mtime_ns, began_ns) else c.mtime_ns
        stored = StoredFile(
            c.path, p.language, p.status, p.reason, p.digest, p.size, mtime, p.lines, p.generated, p.problems, p.cells
        )
        rows.append(stored)
    for s in found.skips:
        problems = (ParseProblem("io", s.reason, 0, 0),) if s.status is FileStatus.FAILED else ()
        rows.append(StoredFile(s.path, "", s.status, s.reason, "", s.size, 0, 0, False, problems))
    return sorted(rows)


def decode_file_chunks(outcomes: Mapping[str, ParsedFile]) -> dict[str, FileChunks]:
    """Return the chunks of every file that has any, by path."""
    from codegraph.embed.search_record import decode

    found = ((path, decode(parsed.chunks)) for path, parsed in outcomes.items() if parsed.chunks)
    return {path: chunks for path, chunks in found if chunks is not None and chunks.chunks}


def list_derived_paths(outcomes: Mapping[str, ParsedFile]) -> frozenset[str]:
    """Return the files that nobody wrote by hand.

    They are found by their words, and have no vectors.
    """
    return frozenset(path for path, parsed in outcomes.items() if parsed.generated)


def build_name_links(
    chunks: Mapping[str, FileChunks], outcomes: Mapping[str, ParsedFile]
) -> dict[tuple[str, str], int]:
    """Count uses of files by others in languages without a resolver.

    Only names that hardly any other file defines are counted.
    """
    from codegraph.search.references import name_uses

    linked = {path: entry for path, entry in chunks.items() if not is_resolved(outcomes[path].language)}
    return name_uses(linked.items)


def describe_missing_vectors(problem: str, hint: str) -> str:
    return f"no vectors were made: {problem}; search goes by words ({hint})"


def build_fault_warnings(faults: Sequence[Fault]) -> list[str]:
    """Return warnings of files that could be resolved only in part.

    With CODEGRAPH_DEBUG=1 they include the places.
    """
    if not faults:
        return []
    files = list(dict.fromkeys(fault.path for fault in faults))
    shown = ", ".join(files[:3]) + (", …" if len(files) > 3 else "")
    debugging = bool(os.environ.get("CODEGRAPH_DEBUG"))
    hint = "" if debugging else "; set CODEGRAPH_DEBUG=1 to see where this happened"
    count = "1 file was" if len(files) == 1 else f"{len(files):,} files were"
    found = [f"{count} resolved in part: {shown}: {faults[0].message}; all other edges are complete{hint}"]
    if debugging:
        found += [f"{fault.path}:{fault.line}: {fault.message}\n{fault.traceback}" for fault in faults[:20]]
    return found
