"""Pairs of a query-like text and the code it is about, cut out of source trees.

Nothing is labelled: a comment speaks of the definition below it, a name of its body, a path of its file, a heading of
its paragraph, and the subject of a commit of the lines that it changed.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from codegraph.scan.file_listing import scan
from codegraph.scan.file_reading import ReadFile, read_file
from codegraph.settings.config import Config
from codegraph_parsers import languages
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import Flag, SourceFile, Symbol

LONGEST_TEXT = 1800
WINDOW = 750
LONG_LINE = 30
SHARED_LINES = 0.4
"""A file with a larger share of its long lines in a tree that must stay unseen is left out."""

MARKUP = frozenset((".md", ".rst", ".mdx", ".adoc"))
_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z0-9]+")
_SENTENCE = re.compile(r"(.{15,}?[.!?])(?:\s+[A-Z(]|\s*$)", re.S)
_HEADING = re.compile(r"#{1,5}\s+(.+)")
_COMMENT = re.compile(r"^\s*(?:/\*\*?|\*/|\*|///?!?|//!?|#+!?|--+|\"\"\"|''')?\s*")
_ROUTINE = re.compile(
    r"^(merge|bump|release|version|changelog|revert|lint|typo|format|wip|chore|ci|build|docs?|tests?)\b", re.I
)
_NOTICE = re.compile(r"copyright|licen[sc]e|all rights reserved|todo|fixme|noqa|eslint|do not edit|https?://\S+$", re.I)


class Pair(NamedTuple):
    """Pair of a query and its text.

    `group` is the tree it comes from: training contrasts pairs of one group with each other, as a search does.
    """

    query: str
    text: str
    kind: str  # doc, name, path, heading, prose, commit
    group: str
    path: str


def iterate_pairs(root: Path, unseen: frozenset[int] = frozenset(), commits: int = 2500) -> Iterator[Pair]:
    """Yield the pairs of one tree, in path order, commits last.

    `unseen` are lines (`hash_long_lines`) that training must not see.
    """
    random_windows = random.Random(root.name)
    config = Config(root)
    for candidate in scan(root, config).candidates:
        read = read_file(root, candidate.real, max_bytes=config.max_source_bytes)
        if not isinstance(read, ReadFile) or read.generated:
            continue
        text = read.content.decode("utf-8")
        lines = hash_long_lines(text)
        if lines and sum(line in unseen for line in lines) > SHARED_LINES * len(lines):
            continue
        if Path(candidate.path).suffix.lower() in MARKUP:
            yield from _iterate_prose_pairs(candidate.path, text, root.name)
        else:
            yield from _iterate_code_pairs(candidate.path, read.content, root.name, random_windows)
    if (root / ".git").exists():
        yield from _iterate_commit_pairs(root, commits)


def hash_long_lines(text: str) -> list[int]:
    """Return hashes of the lines that are long enough to be distinctive.

    The hashes are equal in every run.
    """
    import zlib

    return [zlib.crc32(line.encode()) for raw in text.split("\n") if len(line := raw.strip()) > LONG_LINE]


def split_words(name: str) -> str:
    """Split an identifier into words: `parseHTTPHeader` → `parse HTTP Header`."""
    return " ".join(part for part in _BOUNDARY.split(name) if part)


def is_query(text: str) -> bool:
    """Return whether a person could have asked a text.

    It has some words, mostly letters, and is no legal notice or note of a tool.
    """
    if not 3 <= len(text.split()) <= 45 or len(text) > 320 or _NOTICE.search(text):
        return False
    return sum(c.isalpha() or c == " " for c in text) > 0.72 * len(text)


def extract_first_sentence(text: str) -> str:
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    found = _SENTENCE.match(paragraph)
    return (found.group(1) if found else paragraph).strip(" .:")


def _iterate_code_pairs(path: str, content: bytes, group: str, chance: random.Random) -> Iterator[Pair]:
    text = content.decode("utf-8")
    lines = text.split("\n")
    language = languages.detect(path, content[: 1 << 16]) or ""
    if language:
        for symbol in parse(SourceFile(path, content, language, "")).symbols[1:]:
            if not symbol.flags & (Flag.ANONYMOUS | Flag.LOCAL | Flag.TEST):
                yield from _iterate_symbol_pairs(path, lines, symbol, group)
    asked = split_words(" ".join(Path(path).with_suffix("").parts[-2:]))
    if language and len(text) > WINDOW and len(asked.split()) >= 2:
        at = text.find("\n", chance.randrange(len(text) - WINDOW + 1)) + 1
        yield Pair(asked, text[at : at + WINDOW], "path", group, path)


def _iterate_symbol_pairs(path: str, lines: Sequence[str], symbol: Symbol, group: str) -> Iterator[Pair]:
    told = {line.strip() for line in symbol.doc.split("\n") if line.strip()}
    own = lines[symbol.start_line - 1 : symbol.end_line]
    # The comment itself is the query: left in the text it would be found by its own words.
    kept = [line for line in own if _COMMENT.sub("", line).strip(" */\"'") not in told]
    body = "\n".join(kept)[:LONGEST_TEXT]
    if len(kept) < 2 or len(body) < 60:
        return
    query = extract_first_sentence(symbol.doc)
    if is_query(query):
        yield Pair(query, body, "doc", group, path)
    if len(kept) > 3 and len(symbol.name) > 2:
        yield Pair(split_words(symbol.name), body, "name", group, path)


def _iterate_prose_pairs(path: str, text: str, group: str) -> Iterator[Pair]:
    heading = ""
    for paragraph in re.split(r"\n\s*\n", text):
        found = _HEADING.match(paragraph)
        if found:
            heading = found.group(1).strip("# ")
            continue
        joined = " ".join(paragraph.split())
        if len(joined.split()) < 16:
            continue
        if len(heading.split()) >= 2 and is_query(heading + " section"):
            yield Pair(heading, joined[:900], "heading", group, path)
        query = extract_first_sentence(joined)
        rest = joined[len(query) :].strip(" .:")
        if is_query(query) and len(rest.split()) > 8:
            yield Pair(query, rest[:WINDOW], "prose", group, path)


def _iterate_commit_pairs(root: Path, count: int) -> Iterator[Pair]:
    command = ["git", "-C", str(root), "log", "--no-merges", f"-n{count}", "--format=%x01%s", "-p", "-U4", "--no-color"]
    done = subprocess.run([*command, "--diff-filter=M", "--no-renames", "--no-ext-diff"], capture_output=True)
    for entry in done.stdout.decode("utf-8", "replace").split("\x01")[1:]:
        subject, _, difference = entry.partition("\n")
        query = re.sub(r"\s*\(?#\d+\)?|^[\w.-]{1,30}(\([^)]*\))?!?:\s+", "", subject).strip(" .")
        files = re.split(r"^diff --git .*$", difference, flags=re.M)[1:]
        if _ROUTINE.match(subject) or not is_query(query) or not 0 < len(files) <= 8:
            continue
        for file in files[:2]:
            path = re.search(r"^\+\+\+ b/(.+)$", file, re.M)
            changed = "\n".join(
                line[1:] for line in file.split("\n") if line[:1] in "+- " and line[:3] not in ("+++", "---")
            )
            if path and Path(path.group(1)).suffix.lower() not in MARKUP and len(changed) > 150:
                yield Pair(query, changed[:1500], "commit", root.name, path.group(1))


def write_pairs(path: Path, pairs: Iterable[Pair]) -> int:
    """Write one JSON list per line, compressed; return the number of pairs.

    A pair that occurred before is left out.
    """
    seen: set[tuple[str, str]] = set()
    with gzip.open(path, "wt", encoding="utf-8") as out:
        for pair in pairs:
            if (pair.query, pair.text[:300]) not in seen:
                seen.add((pair.query, pair.text[:300]))
                out.write(json.dumps(pair, ensure_ascii=False) + "\n")
    return len(seen)


def read_pairs(path: Path) -> Iterator[Pair]:
    with gzip.open(path, "rt", encoding="utf-8") as source:
        for line in source:
            yield Pair(*json.loads(line))
