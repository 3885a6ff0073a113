#!/usr/bin/env python3
"""Random edits of real files, each followed by a comparison with a rebuild.

    python scripts/fresh_edits.py [--edits 10000] [--separate 1000] [--state FILE] [--sources TREE...]
    python scripts/fresh_edits.py --block go:17:23    # what a failure says

Edits come in blocks, each of some files of one language and with a seed of its own. `--state` keeps the outcome of
every block, so that a run that was ended goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import DEVNULL
from typing import Final, NamedTuple

from fresh_checks import Outcome, find_difference

from codegraph.indexing.incremental import IncrementalSession
from codegraph.indexing.pipeline import index_repository
from codegraph.scan.file_listing import scan
from codegraph.settings.config import Config
from codegraph_parsers import languages

SAMPLES = Path(__file__).resolve().parents[1] / "sample_repos"
MOST_FILES: Final = 120
"""Files of each language that the random edits are of."""

LANGUAGES: Final = ("python", "javascript", "typescript", "go", "rust", "java", "c", "cpp")
MIXED: Final = "mixed"
BLOCK_EDITS: Final = 50
BLOCK_FILES: Final = 40  # of each language
MOST_MANIFESTS: Final = 4  # and texts: an edit of one is followed by a whole run
LONGEST: Final = 20_000  # bytes of such a file: a rebuild follows every edit
_WORD: Final = re.compile(rb"[A-Za-z_]\w+")


@dataclass(slots=True)
class Editor:
    """Edits as people and tools make them; every one can be of any file."""

    root: Path
    chance: random.Random
    gone: list[tuple[Path, bytes]] = field(default_factory=list)
    number: int = 0

    def edit(self) -> tuple[str, list[str]]:
        """Edit once; return a description and the touched paths."""
        self.number += 1
        paths = sorted(p for p in self.root.rglob("*") if p.is_file() and not p.is_symlink() and ".git" not in p.parts)
        kinds: list[Callable[[list[Path]], tuple[str, list[Path]]]] = [
            self._drop_line, self._drop_line, self._swap_words, self._swap_words, self._duplicate_lines, self._delete,
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
        """Rename a definition, or make a name mean another one."""
        path, other = self._pick(paths), self._pick(paths)
        words, others = _list_words(path), _list_words(other)
        if not words or not others:
            return "nothing", []
        old, new = self.chance.choice(words), self.chance.choice(others)
        path.write_bytes(path.read_bytes().replace(old, new, self.chance.choice((1, -1))))
        return f"{old!r} became {new!r}", [path]

    def _duplicate_lines(self, paths: list[Path]) -> tuple[str, list[Path]]:
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


def _list_words(path: Path) -> list[bytes]:
    return sorted(set(_WORD.findall(path.read_bytes()))) if path.is_file() else []


def copy_mixed_repository(
    to: Path, sources: Sequence[Path], seed: int, only: str = MIXED, longest: int = LONGEST, most: int = MOST_FILES
) -> dict[str, int]:
    """Copy some files of every language, each tree into a folder of its own.

    They are of `sources`, by default the samples, and at most `most` of a language. `only`: of this language, and
    few manifests. Files of more than `longest` bytes are left out. Returns how many there are of each language."""
    chosen = list(sources) or sorted(p for p in SAMPLES.iterdir() if p.is_dir())
    random.Random(seed).shuffle(chosen)
    counts: dict[str, int] = {}
    for tree in chosen:
        found = [c for c in scan(tree.resolve(), Config(to / "home")).candidates if c.size <= longest]
        random.Random(seed).shuffle(found)
        for candidate in found:
            language = languages.detect(candidate.path, b"") or ""
            if only not in (MIXED, language) and not languages.is_manifest(candidate.path):
                continue
            if counts.get(language, 0) >= (most if language else MOST_MANIFESTS):
                continue
            counts[language] = counts.get(language, 0) + 1
            target = to / tree.name / candidate.real
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(tree / candidate.real, target)
    return counts


# ---- blocks of edits


class Block(NamedTuple):
    """Edits of one repository, all of which follow from the seed."""

    language: str  # or MIXED
    seed: int
    edits: int
    separate: bool  # each edit is taken in by a process of its own

    @property
    def name(self) -> str:
        return f"{self.language}:{self.seed}:{self.edits}" + ":separate" * self.separate

    @classmethod
    def parse(cls, name: str) -> Block:
        language, seed, edits, *more = name.split(":")
        return cls(language, int(seed), int(edits), more == ["separate"])


class BlockOutcome(NamedTuple):
    block: str
    files: int
    tried: int
    good: int
    incremental: int  # edits that needed no whole run; -1 where another process took them in
    faults: list[str]


def list_blocks(edits: int, separate: int, chosen: Sequence[str], seed: int) -> list[Block]:
    """List blocks of edits in one process, then of edits in processes of their own."""
    blocks: list[Block] = []
    for total, alone in ((edits, False), (separate, True)):
        for number, done in enumerate(range(0, total, BLOCK_EDITS)):
            language = chosen[number % len(chosen)]
            blocks.append(Block(language, seed + number, min(BLOCK_EDITS, total - done), alone))
    return blocks


def run_block(scratch: Path, sources: Sequence[Path], block: Block, longest: int = LONGEST) -> BlockOutcome:
    """Edit files, refresh the index on disk, compare it with a rebuild, each time.

    Every second refresh is told which files were touched; the others compare the whole tree."""
    root = scratch / "repository"
    counts = copy_mixed_repository(root, sources, block.seed, block.language, longest, BLOCK_FILES)
    config = Config(scratch / "home", vectors=False, workers=1)
    editor, session = Editor(root, random.Random(block.seed)), IncrementalSession(root, config)
    session.refresh()
    good = incremental = 0
    faults: list[str] = []
    for number in range(1, block.edits + 1):
        what, touched = editor.edit()
        while not touched:
            what, touched = editor.edit()
        if block.separate:
            run_indexer(root, config)
        elif session.refresh_incrementally(touched if number % 2 else None) is not None:
            incremental += 1
        else:
            session.refresh()
        fault = find_difference(root, config, scratch / "rebuilt")
        good += not fault
        if fault:
            faults.append(f"{block.name}, edit {number}, {what} in {touched[:2]}: {fault}")
            print(f"{faults[-1]}\n  again: --block {block._replace(edits=number).name}", file=sys.stderr, flush=True)
            index_repository(root, config, force=True)  # one fault is told once
    return BlockOutcome(
        block.name, sum(counts.values()), block.edits, good, -1 if block.separate else incremental, faults
    )


def run_indexer(root: Path, config: Config) -> None:
    env = {**os.environ, "CODEGRAPH_HOME": str(config.home), "CODEGRAPH_VECTORS": "false", "CODEGRAPH_WORKERS": "1"}
    subprocess.run((sys.executable, "-m", "codegraph", "index", "-q", str(root)), check=True, env=env, stdout=DEVNULL)


def run_blocks(
    blocks: Sequence[Block], sources: Sequence[Path], state: Path | None, longest: int = LONGEST
) -> list[BlockOutcome]:
    """Run blocks one after the other.

    Those that `state` has, a file of JSON lines, are not run again."""
    known: dict[str, BlockOutcome] = {}
    if state is not None and state.exists():
        known = {row["block"]: BlockOutcome(**row) for row in map(json.loads, state.read_text().splitlines())}
    outcomes: list[BlockOutcome] = []
    for block in blocks:
        outcome = known.get(block.name)
        if outcome is None:
            with tempfile.TemporaryDirectory(prefix="edits-") as folder:
                outcome = run_block(Path(os.path.realpath(folder)), sources, block, longest)
            if state is not None:
                with state.open("a") as file:
                    file.write(json.dumps(outcome._asdict()) + "\n")
        outcomes.append(outcome)
        done = sum(each.tried for each in outcomes)
        print(f"{outcome.block}: {outcome.good} of {outcome.tried}; {done:,} edits", file=sys.stderr, flush=True)
    return outcomes


def summarise(outcomes: Sequence[BlockOutcome]) -> Outcome:
    tried, good = sum(each.tried for each in outcomes), sum(each.good for each in outcomes)
    by_language: dict[str, int] = {}
    for each in outcomes:
        language = Block.parse(each.block).language
        by_language[language] = by_language.get(language, 0) + each.tried
    told = ", ".join(f"{language} {count:,}" for language, count in by_language.items())
    inside = [each for each in outcomes if each.incremental >= 0]
    share = sum(each.incremental for each in inside) / max(1, sum(each.tried for each in inside))
    words = f"{good:,} of {tried:,} ({told}"
    return Outcome(tried, good, words + (f"; {share:.0%} without a whole run)" if inside else ")"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=200, help="edits that one process takes in, e.g. 10000")
    parser.add_argument(
        "--separate", type=int, default=0, help="edits that each have a process of their own, e.g. 1000"
    )
    parser.add_argument("--languages", nargs="*", default=LANGUAGES, help=f"{MIXED}: files of all in one repository")
    parser.add_argument("--sources", type=Path, nargs="*", default=[], help="trees whose files are edited")
    parser.add_argument("--longest", type=int, default=LONGEST, help="bytes of a file at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", type=Path, help="a file that keeps what was done, to go on from")
    parser.add_argument("--block", help="run this block again, as a failure names it")
    options = parser.parse_args()
    if options.block:
        blocks = [Block.parse(options.block)]
    else:
        blocks = list_blocks(options.edits, options.separate, options.languages, options.seed)
    done = summarise(run_blocks(blocks, options.sources, options.state, options.longest))
    print(done.words)
    return 0 if done.good == done.tried else 1


if __name__ == "__main__":
    sys.exit(main())
