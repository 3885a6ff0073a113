"""Agents that search with ripgrep and read windows of files.

Three ways to go about it. All begin by counting the content words of the task, and the rarest weigh most. All search
source code without tests, migrations and minified files, as the project's layout suggests; that filter is not charged.
A window is 100 lines long.

- `read_by_hits` searches for the rarest words one by one and reads the windows around hits in which most words meet.
- `read_by_files` lists the files in which most words meet, and reads the best windows of each.
- `read_by_definitions` searches for definitions whose line has a word of the task, and reads on from there.
"""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from simulated_agents.episodes import Episode, Excerpt, Reply, join_lines, read_lines
from simulated_agents.words import list_words, match_words

WINDOW = 100
BEFORE = 15
"""Lines of a window before its hit."""
LINES = 60
"""Lines of a search that are printed."""
PER_FILE = 8
"""Hits of a file that a search of all files prints."""
REST = 100
"""Windows that are read when all searches were made: what the budget allows."""
FREQUENT = 1_000
"""Lines from which on a word says nothing."""
LANGUAGES = ("py", "go", "rust", "ts", "js", "java", "cpp")
ASIDE = (
    *("test", "tests", "__tests__", "testdata", "test_*", "*_test.*", "*.test.*", "*.spec.*", "tests.*"),
    *("migrations", "migration", "migrations.*", "*.min.*"),
)
"""Tests, migrations and minified files."""
WIDEST = 400
"""Characters of a line that are read."""
DEFINITION = (
    r"^\s*((export|default|pub(\([a-z]+\))?|async|static|public|private|protected|abstract|const|unsafe) )*"
    r"(def|class|func|fn|function|const|type|struct|enum|trait|interface) [^=]*"
)


class MissingProgramError(Exception):
    """No ripgrep on this machine."""


class Window(NamedTuple):
    """Lines of a file to read, and how much the words in them promise."""

    path: str
    first: int
    promise: float


class TextTools:
    """A shell with ripgrep, `sed` and the usual filters, in the root of a repository."""

    def __init__(self, root: Path, episode: Episode) -> None:
        program = shutil.which("rg")
        if program is None:
            raise MissingProgramError("no `rg` on this machine: install ripgrep")
        self._root, self._episode, self._program = root, episode, program

    def count_words(self, words: Sequence[str]) -> dict[str, int]:
        """Return the number of lines that hold each word."""
        counts = {word: sum(map(int, self._search("-i", "-c", "-I", "-e", word))) for word in words}
        text = join_lines(f"{word} {count}" for word, count in counts.items())
        self._answer(f'for w in {" ".join(words)}; do echo "$w $(rg -i $w | wc -l)"; done', Reply(text))
        return counts

    def rank_files(self, words: Sequence[str]) -> list[str]:
        """Return the files that most of the words occur in, at most 20."""
        found: defaultdict[str, int] = defaultdict(int)
        for word in words:
            for path in self._search("-i", "-l", "-e", word):
                found[path] += 1
        best = sorted(found, key=lambda path: (-found[path], path))[:20]
        command = f"for w in {' '.join(words)}; do rg -il $w; done | sort | uniq -c | sort -rn | head -20"
        self._answer(command, Reply(join_lines(f"{found[path]} {path}" for path in best)))
        return best

    def find_lines(self, *patterns: str, path: str = "", are_many: bool = True) -> list[Excerpt]:
        """Return the lines that match; of many only the first of each file."""
        chosen = [option for pattern in patterns for option in ("-e", pattern)]
        limit = ("-m", str(PER_FILE)) if are_many and not path else ()
        rows = self._search("-i", "-n", "-H", *limit, "-M", "160", *chosen, place=path)[:LINES]
        split = (re.match(r"(.+?):(\d+):(.*)", row) for row in rows)
        found = [Excerpt(row[1], int(row[2]), (row[3],)) for row in split if row is not None]
        told = " ".join((*limit, "-M160", *(f"-e '{pattern}'" for pattern in patterns), path)).strip()
        self._answer(f"rg -in {told} | head -{LINES}", Reply(join_lines(rows), found))
        return found

    def read(self, path: str, first: int) -> None:
        """Show a window of a file."""
        last = first + WINDOW - 1
        lines = [line[:WIDEST] for line in read_lines(self._root / path)[first - 1 : last]]
        self._answer(
            f"sed -n '{first},{last}p' {path} | cut -c-{WIDEST}",
            Reply(join_lines(lines), (Excerpt(path, first, lines),)),
        )

    def _search(self, *options: str, place: str = "") -> list[str]:
        kinds = () if place else [option for language in LANGUAGES for option in ("-t", language)]
        left_out = () if place else [option for glob in ASIDE for option in ("-g", f"!{glob}")]
        command = [self._program, "--no-config", "--sort", "path", *kinds, *left_out, *options, "--", place or "./"]
        done = subprocess.run(command, cwd=self._root, capture_output=True, check=False, stdin=subprocess.DEVNULL)
        if done.returncode > 1:
            raise RuntimeError(done.stderr.decode("utf-8", "replace"))
        rows = done.stdout.decode("utf-8", "replace").split("\n")
        return [row.removeprefix("./") for row in rows if row]

    def _answer(self, command: str, reply: Reply) -> None:
        self._episode.record(command, reply)


class Reading:
    """The hits and windows that an agent has seen, and what it reads next."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._weights = {word: 1 / math.log2(2 + count) for word, count in counts.items() if count}
        self.all_words = sorted(self._weights, key=lambda word: (counts[word], word))
        self.words = [word for word in self.all_words if counts[word] <= FREQUENT]
        self.rare_words = {word for word in self.words if counts[word] <= LINES}
        self._hits: defaultdict[str, dict[int, set[str]]] = defaultdict(dict)
        self._read: defaultdict[str, set[int]] = defaultdict(set)

    def note_hits(self, lines: Sequence[Excerpt]) -> None:
        """Keep which words stand in which lines."""
        for excerpt in lines:
            matched = match_words(list(self._weights), excerpt.lines[0])
            self._hits[excerpt.path].setdefault(excerpt.first, set()).update(matched)

    def read_best(self, tools: TextTools, most: int, path: str = "") -> None:
        """Read the windows that promise most, in one file or in all that had hits."""
        for _ in range(most):
            windows = [window for each in ([path] if path else self._hits) for window in self._list_windows(each)]
            if not windows:
                return
            best = min(windows, key=lambda window: (-window.promise, window.path, window.first))
            self._read[best.path].update(range(best.first, best.first + WINDOW))
            tools.read(best.path, best.first)

    def _list_windows(self, path: str) -> list[Window]:
        hits, read = self._hits[path], self._read[path]
        whole = self._weigh({*match_words(list(self._weights), path), *(w for words in hits.values() for w in words)})
        windows = []
        for line in hits:
            if line not in read:
                first = max(1, line - BEFORE)
                held = {w for other in range(first, first + WINDOW) if other not in read for w in hits.get(other, ())}
                windows.append(Window(path, first, self._weigh(held) + whole / 2))
        return windows

    def _weigh(self, words: set[str]) -> float:
        return sum(self._weights[word] for word in sorted(words))


def read_by_hits(task: str, tools: TextTools) -> None:
    """Search for the rarest words one by one, and read where most of them meet."""
    reading = Reading(tools.count_words(list_words(task)))
    at, step = 0, 4
    while at < len(reading.words):
        for word in reading.words[at : at + step]:
            reading.note_hits(tools.find_lines(word, are_many=word not in reading.rare_words))
        at, step = at + step, 2
        reading.read_best(tools, 4)
    reading.read_best(tools, REST)


def read_by_files(task: str, tools: TextTools) -> None:
    """List the files in which most words meet, and read the best windows of each."""
    reading = Reading(tools.count_words(list_words(task)))
    files = tools.rank_files(reading.words)
    for path in files:
        reading.note_hits(tools.find_lines(*reading.words, path=path))
        reading.read_best(tools, 2, path)
    reading.read_best(tools, REST)


def read_by_definitions(task: str, tools: TextTools) -> None:
    """Search for definitions that have a word of the task, and read on."""
    reading = Reading(tools.count_words(list_words(task)))
    for at in range(0, len(reading.all_words), 2):
        words = "|".join(reading.all_words[at : at + 2])
        reading.note_hits(tools.find_lines(f"{DEFINITION}({words})"))
        reading.read_best(tools, 4)
    reading.read_best(tools, REST)


TEXT_POLICIES = {
    "ripgrep, by hits": read_by_hits,
    "ripgrep, by files": read_by_files,
    "ripgrep, by definitions": read_by_definitions,
}
