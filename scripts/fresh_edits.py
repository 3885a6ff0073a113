"""Random edits of real files, and whether what follows them says what a rebuild says. Used by `bench_fresh.py` and the
tests."""

from __future__ import annotations

import random
import re
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from fresh_checks import Outcome, difference

from codegraph import model
from codegraph.config import Config
from codegraph.incremental import IncrementalSession
from codegraph.model import DeltaEdge, DeltaMiss, Graph
from codegraph.resolve import resolve
from codegraph.resolve.incremental.incremental_program import OutgrownError, Resident
from codegraph.scan.walk import scan
from codegraph_parsers import codec, extract, languages
from codegraph_parsers.facts import FileFacts, SourceFile

SAMPLES = Path(__file__).resolve().parents[1] / "sample_repos"
MOST_FILES: Final = 120
"""Files of each language that the random edits are of."""

REPORTED: Final = 250
"""Edits between two lines that say how far it has got."""

LONGEST: Final = 20_000  # bytes of such a file: a rebuild follows every edit
MANIFESTS: Final = languages.manifest_names()
_WORD: Final = re.compile(rb"[A-Za-z_]\w+")


@dataclass(slots=True)
class Editor:
    """Edits as people and tools make them; every one can be of any file."""

    root: Path
    chance: random.Random
    gone: list[tuple[Path, bytes]] = field(default_factory=list)
    number: int = 0

    def edit(self) -> tuple[str, list[str]]:
        """One edit: what was done, and the paths it touched."""
        self.number += 1
        paths = sorted(p for p in self.root.rglob("*") if p.is_file() and not p.is_symlink() and ".git" not in p.parts)
        kinds: list[Callable[[list[Path]], tuple[str, list[Path]]]] = [
            self._drop_line, self._drop_line, self._swap_words, self._swap_words, self._double_lines, self._delete,
            self._restore, self._restore, self._rename, self._move_folder, self._link,
        ]  # fmt: skip
        what, touched = self.chance.choice(kinds)(paths)
        return what, [p.relative_to(self.root).as_posix() for p in touched]

    def _pick(self, paths: list[Path]) -> Path:
        return self.chance.choice(paths)

    def _drop_line(self, paths: list[Path]) -> tuple[str, list[Path]]:
        path = self._pick(paths)
        lines = path.read_bytes().split(b"\n")
        at = self.chance.randrange(len(lines))
        path.write_bytes(b"\n".join(lines[:at] + lines[at + 1 :]))
        return f"line {at + 1} dropped", [path]

    def _swap_words(self, paths: list[Path]) -> tuple[str, list[Path]]:
        """A definition is renamed, or a name comes to mean another one."""
        path, other = self._pick(paths), self._pick(paths)
        words, others = _words(path), _words(other)
        if not words or not others:
            return "nothing", []
        old, new = self.chance.choice(words), self.chance.choice(others)
        path.write_bytes(path.read_bytes().replace(old, new, self.chance.choice((1, -1))))
        return f"{old!r} became {new!r}", [path]

    def _double_lines(self, paths: list[Path]) -> tuple[str, list[Path]]:
        path = self._pick(paths)
        lines = path.read_bytes().split(b"\n")
        at = self.chance.randrange(len(lines))
        part = lines[at : at + self.chance.randrange(1, 30)]
        path.write_bytes(b"\n".join(lines[:at] + part + lines[at:]))
        return f"{len(part)} lines doubled", [path]

    def _delete(self, paths: list[Path]) -> tuple[str, list[Path]]:
        path = self._pick(paths)
        self.gone.append((path, path.read_bytes()))
        path.unlink()
        return "deleted", [path]

    def _restore(self, paths: list[Path]) -> tuple[str, list[Path]]:
        if not self.gone:
            return "nothing", []
        path, content = self.gone.pop(self.chance.randrange(len(self.gone)))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)  # what is written to a link goes to another file
        path.write_bytes(content)
        return "restored", [path]

    def _link(self, paths: list[Path]) -> tuple[str, list[Path]]:
        """Replace a file by a link to another one, or to nothing."""
        path, other = self._pick(paths), self._pick(paths)
        self.gone.append((path, path.read_bytes()))
        path.unlink()
        path.symlink_to(other)
        return "became a link", [path]

    def _rename(self, paths: list[Path]) -> tuple[str, list[Path]]:
        path = self._pick(paths)
        to = path.with_name(f"renamed{self.number}{path.suffix}")
        path.rename(to)
        return "renamed", [path, to]

    def _move_folder(self, paths: list[Path]) -> tuple[str, list[Path]]:
        path = self._pick(paths)
        if path.parent == self.root:
            return "nothing", []
        to = path.parent.with_name(f"moved{self.number}")
        inside = [p for p in paths if path.parent in p.parents]
        path.parent.rename(to)
        return "folder moved", [*inside, *(to / p.relative_to(path.parent) for p in inside)]


def _words(path: Path) -> list[bytes]:
    return sorted(set(_WORD.findall(path.read_bytes()))) if path.is_file() else []


def mixed_repository(
    to: Path, sources: Sequence[Path], seed: int, only: str | None = None, longest: int = LONGEST
) -> dict[str, int]:
    """Up to `MOST_FILES` files of every language from `sources` (the samples by
    default), each tree in a folder of its own; how many of each language there are. `only`: of this language, and
    manifests. Files of more than `longest` bytes are left out."""
    chosen = sources or sorted(p for p in SAMPLES.iterdir() if p.is_dir())
    counts: dict[str, int] = {}
    for tree in chosen:
        found = [c for c in scan(tree.resolve(), Config(to / "home")).candidates if c.size <= longest]
        random.Random(seed).shuffle(found)
        for candidate in found:
            language = languages.detect(candidate.path, b"") or ""
            if only not in (None, language) and candidate.path.rsplit("/")[-1] not in MANIFESTS:
                continue
            if counts.get(language, 0) >= MOST_FILES:
                continue
            counts[language] = counts.get(language, 0) + 1
            target = to / tree.name / candidate.real
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(tree / candidate.real, target)
    return counts


def random_edits(scratch: Path, sources: Sequence[Path], count: int, seed: int) -> Outcome:
    """`count` random edits of a live index; it is compared with a rebuild after each."""
    root = scratch / "repository"
    counts = mixed_repository(root, sources, seed)
    config = Config(scratch / "home", vectors=False)
    editor = Editor(root, random.Random(seed))
    good, faults = 0, []
    session = IncrementalSession(root, config)
    session.refresh()
    for number in range(count):
        what, touched = editor.edit()
        session.refresh(touched)
        fault = difference(root, config, scratch / "rebuilt")
        good += not fault
        if fault:
            faults.append(f"edit {number}, {what} in {touched[:2]}: {fault}")
            print(faults[-1], file=sys.stderr, flush=True)
    real = sum(counts.values()) - counts.get("", 0)
    words = f"{good:,} of {count:,} equal ({real:,} files of {len(counts) - ('' in counts)} languages)"
    return Outcome(count, good, words)


# ---- the graph alone


class KeptProgram:
    """A program that is kept as data between edits of files, and restored for each."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.facts: dict[str, FileFacts] = {}
        self.encoded: dict[str, bytes] = {}  # facts of all files before the last edit
        self.manifests: dict[str, str] = {}
        self.read(sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file() and not p.is_symlink()))
        self.begin()

    def begin(self) -> None:
        resident = Resident.make(list(self.facts.values()), self.manifests, sorted(self.facts))
        whole = model.difference(Graph([], []), resident.take_graph())
        self.arrays, self.layer = resident.make_base(), b""
        self.edges, self.misses = dict(whole.edges), dict(whole.unresolved)

    def read(self, paths: Sequence[str]) -> dict[str, FileFacts | None]:
        """Read files, and return their facts; None for a file that has none any more."""
        found: dict[str, FileFacts | None] = {}
        for path in paths:
            place = self.root / path
            content = place.read_bytes() if place.is_file() and not place.is_symlink() else None
            self.manifests.pop(path, None)
            if content is not None and path.rsplit("/")[-1] in MANIFESTS:
                self.manifests[path] = content.decode(errors="replace")
            language = languages.detect(path, content[:2_000]) if content is not None else None
            if content is not None and language:
                found[path] = self.facts[path] = extract.parse(SourceFile(path, content, language, ""))
                self.encoded[path] = codec.encode(self.facts[path])
            elif self.facts.pop(path, None) is not None:
                found[path] = None
        return found

    def take_in(self, touched: Sequence[str]) -> None:
        before = dict(self.encoded)
        changed = self.read(touched)
        try:
            resident = Resident.restore(self.arrays, self.layer, lambda summary: codec.decode(before[summary.path]))
            delta = resident.update(changed, self.manifests, sorted(self.facts))
            self.layer = resident.make_layer()
        except OutgrownError:
            self.begin()
            return
        for path in (path for path, facts in delta.facts.items() if facts is None):
            self.edges.pop(path, None)
            self.misses.pop(path, None)
        self.edges.update(delta.edges)
        self.misses.update(delta.unresolved)

    def find_fault(self) -> str:
        """Return a difference from resolving everything anew, "" when there is none."""
        graph = resolve(list(self.facts.values()), self.manifests, sorted(self.facts))
        whole = model.difference(Graph([], []), graph)
        ours, theirs = _told(self.edges, self.misses), _told(whole.edges, whole.unresolved)
        return "" if ours == theirs else f"kept {list(ours - theirs)[:2]}, rebuilt {list(theirs - ours)[:2]}"


def _told(
    edges: Mapping[str, Sequence[DeltaEdge]], misses: Mapping[str, Sequence[DeltaMiss]]
) -> set[DeltaEdge | DeltaMiss]:
    told: set[DeltaEdge | DeltaMiss] = {m for each in misses.values() for m in each}
    for each in edges.values():
        told.update(e._replace(target=e.target[:2]) for e in each)  # type: ignore[arg-type]
    return told


def graph_edits(
    scratch: Path, sources: Sequence[Path], language: str, count: int, seed: int, longest: int = LONGEST
) -> Outcome:
    """`count` random edits of files of one language; the graph kept is compared with one made anew after each."""
    root = scratch / "files"
    counts = mixed_repository(root, sources, seed, only=language, longest=longest)
    kept, editor, good = KeptProgram(root), Editor(root, random.Random(seed)), 0
    for number in range(count):
        what, touched = editor.edit()
        while not touched:
            what, touched = editor.edit()
        kept.take_in(touched)
        fault = kept.find_fault()
        good += not fault
        if fault:
            print(f"{language}, edit {number}, {what} in {touched[:2]}: {fault}", file=sys.stderr, flush=True)
            kept.begin()
        if number % REPORTED == REPORTED - 1:
            print(f"{language}: {good:,} of {number + 1:,} equal", file=sys.stderr, flush=True)
    return Outcome(count, good, f"{language} {good:,} of {count:,} ({counts.get(language, 0)} files)")
