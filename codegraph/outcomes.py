"""What was made of files, as a generation and the cache take it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from codegraph.changes import is_racy
from codegraph.model import FileChunks
from codegraph.parse_pool import Parsed
from codegraph.scan.walk import Scan
from codegraph.store.facts_cache import FactsCache, facts_key
from codegraph.store.rows import StoredFile
from codegraph_parsers.facts import FileStatus, ParseProblem


def remember(outcomes: Iterable[Parsed], cache: FactsCache, parser: str, chunker: str) -> None:
    """Keep what was made of files by a parser and a chunker of those fingerprints. Not of one that a parser failed at:
    it may do better another time."""
    entries: list[tuple[bytes, bytes]] = []
    for p in outcomes:
        if p.entry is not None and not p.reused and not any(x.kind in ("timeout", "crashed") for x in p.problems):
            entries.append((facts_key(p.path, p.language, p.digest, parser), p.entry))
        if p.fresh_chunks and p.status is not FileStatus.FAILED:
            entries.append((facts_key(p.path, p.language, p.digest, chunker), p.chunks))
    cache.add(entries)


def stored_files(found: Scan, outcomes: Mapping[str, Parsed], began_ns: int) -> list[StoredFile]:
    """Every file met, by path. One that may have changed again unseen since the scan began is kept without its time."""
    rows: list[StoredFile] = []
    for c in found.candidates:
        p = outcomes[c.path]
        mtime = 0 if is_racy(c.mtime_ns, began_ns) else c.mtime_ns
        rows.append(
            StoredFile(
                c.path, p.language, p.status, p.reason, p.digest, p.size, mtime, p.lines, p.generated, p.problems
            )
        )
    for s in found.skips:
        problems = (ParseProblem("io", s.reason, 0, 0),) if s.status is FileStatus.FAILED else ()
        rows.append(StoredFile(s.path, "", s.status, s.reason, "", s.size, 0, 0, False, problems))
    return sorted(rows)


def file_chunks(outcomes: Mapping[str, Parsed]) -> dict[str, FileChunks]:
    """Chunks of every file that has any, by path."""
    from codegraph.embed.entry import decode

    found = ((path, decode(parsed.chunks)) for path, parsed in outcomes.items() if parsed.chunks)
    return {path: chunks for path, chunks in found if chunks is not None and chunks.chunks}


def name_links(chunks: Mapping[str, FileChunks], outcomes: Mapping[str, Parsed]) -> dict[tuple[str, str], int]:
    """Uses of one file by another where no grammar could tell: by names that hardly any other file defines."""
    from codegraph.search.references import name_uses

    return name_uses(lambda: ((path, entry) for path, entry in chunks.items() if not outcomes[path].language))


def no_vectors(problem: str, hint: str) -> str:
    return f"no vectors were made: {problem}; search goes by words ({hint})"
