"""Cost of a generation made from a difference, next to one written as a whole.

    python scripts/bench_delta.py ROOT [--edits 50] [--home FOLDER]

ROOT is a repository of Python files, of which a copy is edited. Every edit is of one file, the ten with most dependents
among them, and in turn adds a function at its top, renames one that others use, or moves the lines of all. The
resolver's result for an edit is derived from its result for the repository: only the store is measured here. CPU time
of this process, in milliseconds.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from codegraph.embed.encoder_choice import build_encoder
from codegraph.embed.search_record import read_chunks
from codegraph.graph_model import DeltaEdge, DeltaMiss, External, GraphDelta, SymbolKey, compute_difference
from codegraph.indexing.embed_stage import ChangedVectors, embed_chunks
from codegraph.indexing.parse_pool import ParsePool, ParseSettings, decode_entry
from codegraph.indexing.parse_results import build_stored_files, decode_file_chunks
from codegraph.resolve import resolve
from codegraph.scan.file_listing import scan
from codegraph.settings.config import Config
from codegraph.store.delta import commit_delta
from codegraph.store.file_rows import StoredFile
from codegraph.store.layout import IndexFolder, measure_folder
from codegraph.store.writer import RunInfo, commit
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import SourceFile

INFO = RunInfo("/bench", "bench", "f", "p")


class Repository:
    """The state of every file, as the last edit left it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        config = Config(Path(tempfile.gettempdir()))
        found = scan(root, config)
        settings = ParseSettings(str(root), "", "p", "c", config.max_file_bytes, (), alone_s=60)
        self.outcomes = {p.path: p for batch in ParsePool(settings, 2, 60).run(found.candidates) for p in batch}
        entries = [(p.path, p.entry) for p in self.outcomes.values() if p.entry is not None]
        facts = [f for _, entry in sorted(entries) if (f := decode_entry(entry)) is not None]
        self.graph = resolve(facts, {})
        self.chunks = decode_file_chunks(self.outcomes)
        self.rows = {row.path: row for row in build_stored_files(found, self.outcomes, time.time_ns())}
        told = compute_difference(type(self.graph)([], []), self.graph)
        self.edges, self.misses = told.edges, told.unresolved
        self.texts = {f.path: (root / f.path).read_text() for f in facts if f.language == "python"}
        self.users: Counter[str] = Counter()
        for path, edges in self.edges.items():
            self.users.update({e.target[0] for e in edges if isinstance(e.target[0], str) and e.target[0] != path})

    def choose_files(self, count: int) -> list[str]:
        hot = [path for path, _ in self.users.most_common() if path in self.texts][:10]
        others = sorted(self.texts.keys() - set(hot))
        return [*hot, *random.Random(7).sample(others, count - len(hot))]

    def edit(self, path: str, number: int) -> tuple[GraphDelta, StoredFile]:
        text = self.texts[path]
        names = re.findall(r"^(?:def|class) (\w+)", text, re.MULTILINE)
        old, new = (random.Random(number).choice(names),) * 2 if names else ("", "")
        if number % 3 == 0:
            text = f"\n\ndef added_{number}(value):\n    return value\n{text}"
        elif number % 3 == 1 and old:
            new = f"{old}_{number}"
            text = re.sub(rf"^(def|class) {old}\b", rf"\1 {new}", text, flags=re.MULTILINE)
        else:
            text = f"\n{text}"
        lines = text.count("\n") - self.texts[path].count("\n")
        self.texts[path] = text
        (self.root / path).write_text(text)
        content = text.encode()
        facts = parse(SourceFile(path, content, "python", f"{number:040x}"))
        self.chunks[path] = read_chunks(path, text, facts)[1]
        delta = GraphDelta({path: facts})
        for source in self.edges:
            ends = (e.target for e in self.edges[source] if new != old and not isinstance(e.target, External))
            if source == path or any(_rename(end, path, old, new) != end for end in ends):
                self._follow(delta, source, path, old, new, lines)
        row = self.rows[path]._replace(digest=facts.digest, size=len(content), lines=text.count("\n"))
        self.rows[path] = row
        return delta, row

    def _follow(self, delta: GraphDelta, source: str, path: str, old: str, new: str, lines: int) -> None:
        """Update edges and misses of `source` after a rename in `path`.

        `old` was renamed and its lines moved.
        """
        edges: list[DeltaEdge] = []
        misses = list(self.misses.get(source, []))
        for edge in self.edges[source]:
            start, end = _rename(edge.source, path, old, new), edge.target
            at = tuple(line + lines for line in edge.lines) if source == path else edge.lines
            if not isinstance(end, External):
                end = _rename(end, path, old, new)
                if end != edge.target and source != path:
                    misses.append(DeltaMiss(start, old, "call", "unknown-name", at))
                    continue
            edges.append(DeltaEdge(start, end, edge.kind, edge.resolution, at))
        if source == path:
            misses = [
                DeltaMiss(_rename(m.source, path, old, new), *m[1:4], tuple(line + lines for line in m.lines))
                for m in misses
            ]
        delta.edges[source] = self.edges[source] = edges
        delta.unresolved[source] = self.misses[source] = misses


def _rename(key: SymbolKey, path: str, old: str, new: str) -> SymbolKey:
    if key[0] == path and (key[1] == old or key[1].startswith((f"{old}.", f"{old}(", f"{old}~"))):
        return path, new + key[1][len(old) :]
    return key


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("root", type=Path)
    arguments.add_argument("--edits", type=int, default=50)
    arguments.add_argument("--home", type=Path, default=Path(tempfile.gettempdir()) / "bench-delta")
    chosen = arguments.parse_args()
    shutil.rmtree(chosen.home, ignore_errors=True)
    root = chosen.home / "root"
    shutil.copytree(chosen.root, root, symlinks=True)
    repository = Repository(root)
    folder = IndexFolder(chosen.home / "index")
    encoder = build_encoder(Config(chosen.home))
    embedded = embed_chunks(root, repository.chunks, encoder, None, max_bytes=1 << 20, progress=lambda *_: None)
    began = time.process_time()
    rows = [*repository.rows.values()]
    commit(folder, repository.graph, rows, INFO, repository.chunks, attach=embedded.attach)
    whole = time.process_time() - began
    print(f"{len(repository.rows):,} files; a whole commit takes {whole * 1000:,.0f} ms", flush=True)
    print(f"index {measure_folder(folder.path):,} bytes")
    stages: dict[str, list[float]] = {}
    for number, path in enumerate(repository.choose_files(chosen.edits)):
        delta, row = repository.edit(path, number)
        timings: dict[str, float] = {}
        chunks = {path: repository.chunks[path]}
        vectors = ChangedVectors(root, chunks, encoder, 1 << 20)
        began = time.process_time()
        commit_delta(folder, delta, [row], [], INFO, chunks, None, vectors.attach, timings)
        timings["all"] = time.process_time() - began
        timings["sources"] = len(delta.edges) / 1000
        for stage, seconds in timings.items():
            stages.setdefault(stage, []).append(seconds * 1000)
    print(f"index {measure_folder(folder.path):,} bytes")
    for stage, values in stages.items():
        ordered = sorted(values)
        print(
            f"{stage:10} p50 {statistics.median(ordered):7.1f}  p95 {ordered[int(len(ordered) * 0.95)]:7.1f}  "
            f"first {values[0]:7.1f}  max {ordered[-1]:7.1f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
