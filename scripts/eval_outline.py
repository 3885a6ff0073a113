#!/usr/bin/env python3
"""Comparison of structural languages with universal-ctags and Python's parse.

For each language below the folders: files, definitions of ctags of the kinds that both know, the share of them that
our tables find (same name, near the line), and the share of our definitions with a wrong name: one that does not
stand on its line, or that ctags calls otherwise there. Languages that ctags lacks have only the first check of names.
`--speed` compares files and bytes a second of CPU time with those of the standard library's Python files of similar
sizes instead.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import subprocess
import sys
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from codegraph_parsers import extract, languages, tree_parsing
from codegraph_parsers.file_facts import FileFacts, SourceFile, Symbol, SymbolKind
from codegraph_parsers.structural_table import list_tables, load_table

MAX_BYTES = 2_000_000
RUNS = 4  # of which the fastest counts, for `--speed`
SKIPPED = frozenset({".git", "node_modules", ".venv", "__pycache__"})
FUNCTIONS = frozenset({"function", "method", "singletonMethod", "procedure", "subroutine"})  # scopes of locals
QUOTED = re.compile(r"comment|string|quoted|heredoc|haddock")  # types of nodes
ANONYMOUS = re.compile(r"__anon|anonFunc|anonymous|Anonymous|<|Companion$")  # names that ctags makes up

CALLABLES = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR})
TYPES = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM, SymbolKind.TYPE})
SPACES = TYPES | {SymbolKind.MODULE}
DATA = frozenset({SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD, SymbolKind.PROPERTY})
MACROS = frozenset({SymbolKind.MACRO}) | CALLABLES | DATA
ANY = frozenset(SymbolKind)

Kinds = Mapping[str, frozenset[SymbolKind]]

# Key of our table → name that ctags has for the language, and its kinds as ours. Other kinds are not compared.
KNOWN: Mapping[str, tuple[str, Kinds]] = {
    "ada": (
        "Ada",
        {
            "c": DATA, "e": CALLABLES, "k": SPACES, "l": DATA, "n": DATA, "o": SPACES, "p": SPACES, "r": CALLABLES,
            "t": TYPES, "u": TYPES, "v": DATA, "x": ANY,
        },
    ),
    "bash": ("Sh", {"f": CALLABLES, "a": DATA | CALLABLES}),
    "clojure": ("Clojure", {"f": CALLABLES | MACROS, "n": SPACES}),
    "cmake": ("CMake", {"D": DATA, "f": CALLABLES, "m": MACROS, "p": SPACES, "t": TYPES}),
    "common-lisp": ("Lisp", {"c": DATA, "f": ANY, "m": MACROS, "v": DATA}),
    "csharp": (
        "C#",
        {
            "E": DATA, "c": TYPES, "e": DATA, "f": DATA, "g": TYPES, "i": TYPES, "m": CALLABLES, "p": DATA,
            "s": TYPES, "t": TYPES,
        },
    ),
    "d": (
        "D",
        {
            "T": SPACES | CALLABLES, "a": TYPES | DATA, "c": TYPES, "e": DATA, "f": CALLABLES, "g": TYPES, "i": TYPES,
            "m": DATA, "s": TYPES, "u": TYPES, "v": DATA,
        },
    ),
    "elixir": (
        "Elixir",
        {
            "a": MACROS, "c": CALLABLES | TYPES, "d": CALLABLES | MACROS, "e": SPACES, "f": CALLABLES, "g": MACROS,
            "i": SPACES, "m": SPACES, "o": CALLABLES | MACROS, "p": SPACES, "r": TYPES, "t": CALLABLES, "y": TYPES,
        },
    ),
    "elm": ("Elm", {"a": TYPES, "c": ANY, "f": CALLABLES | DATA, "m": SPACES, "p": CALLABLES, "t": TYPES}),
    "emacs-lisp": (
        "EmacsLisp",
        {
            "C": DATA, "D": ANY, "G": ANY, "H": ANY, "M": ANY, "a": ANY, "c": DATA, "f": CALLABLES, "i": CALLABLES,
            "m": MACROS, "s": CALLABLES, "v": DATA,
        },
    ),
    "erlang": ("Erlang", {"d": MACROS, "f": CALLABLES, "r": TYPES, "t": TYPES}),
    "fortran": (
        "Fortran",
        {"f": CALLABLES, "m": SPACES, "p": SPACES | CALLABLES, "s": CALLABLES, "t": TYPES, "S": SPACES},
    ),
    "haskell": ("Haskell", {"t": TYPES, "c": ANY, "f": CALLABLES | DATA, "m": SPACES}),
    "julia": (
        "Julia",
        {"c": DATA, "f": CALLABLES, "m": MACROS, "n": SPACES, "s": TYPES, "t": TYPES, "g": DATA},
    ),
    "kotlin": (
        "Kotlin",
        {"C": DATA, "T": TYPES, "c": TYPES, "i": TYPES, "m": CALLABLES, "o": SPACES | DATA, "v": DATA},
    ),
    "lua": ("Lua", {"f": CALLABLES}),
    "objc": (
        "ObjectiveC",
        {
            "E": DATA, "I": TYPES, "M": MACROS, "P": TYPES, "c": CALLABLES, "e": TYPES, "f": CALLABLES,
            "i": TYPES, "m": CALLABLES, "p": DATA, "s": TYPES, "t": TYPES, "v": DATA,
        },
    ),
    "makefile": ("Make", {"m": DATA | MACROS, "t": CALLABLES}),
    "ocaml": (
        "OCaml",
        {
            "C": ANY, "M": SPACES, "c": TYPES, "e": ANY, "f": CALLABLES | DATA, "m": CALLABLES, "p": CALLABLES,
            "r": DATA, "t": TYPES, "v": CALLABLES | DATA,
        },
    ),
    "pascal": ("Pascal", {"f": CALLABLES, "p": CALLABLES}),
    "perl": ("Perl", {"c": DATA | CALLABLES, "p": SPACES, "s": CALLABLES}),
    "php": (
        "PHP",
        {"c": TYPES, "d": DATA | MACROS, "f": CALLABLES, "i": TYPES, "t": TYPES, "v": DATA},
    ),
    "powershell": ("PowerShell", {"f": CALLABLES}),
    "proto": (
        "Protobuf",
        {
            "D": CALLABLES, "G": TYPES, "e": DATA, "f": DATA, "g": TYPES, "m": TYPES, "o": DATA, "r": CALLABLES,
            "s": TYPES,
        },
    ),
    "r": ("R", {"f": CALLABLES, "g": DATA}),
    "ruby": (
        "Ruby",
        {"A": DATA, "C": DATA | TYPES, "S": CALLABLES, "a": CALLABLES, "c": TYPES, "f": CALLABLES, "m": SPACES},
    ),
    "scheme": ("Scheme", {"f": CALLABLES | MACROS}),
    "sql": (
        "SQL",
        {
            "D": TYPES, "d": ANY, "E": DATA, "F": DATA, "P": SPACES, "T": CALLABLES, "V": TYPES, "f": CALLABLES,
            "p": CALLABLES, "s": TYPES, "t": TYPES, "v": DATA, "e": ANY, "U": ANY, "R": ANY, "i": DATA, "l": ANY,
        },
    ),
    "systemverilog": (
        "SystemVerilog",
        {
            "C": TYPES, "E": TYPES, "I": SPACES, "K": SPACES, "P": SPACES, "S": TYPES, "T": TYPES, "c": DATA,
            "f": CALLABLES, "m": SPACES, "t": CALLABLES,
        },
    ),
    "tex": ("TeX", {"b": SPACES, "c": SPACES, "l": DATA, "p": SPACES, "s": SPACES, "u": SPACES}),
    "tcl": ("Tcl", {"n": SPACES, "p": CALLABLES}),
    "verilog": ("Verilog", {"c": DATA, "f": CALLABLES, "m": SPACES, "t": CALLABLES}),
    "vhdl": (
        "VHDL",
        {"P": SPACES, "T": TYPES, "a": ANY, "e": SPACES, "f": CALLABLES, "p": CALLABLES, "r": TYPES, "t": TYPES},
    ),
    "vim-script": ("Vim", {"f": CALLABLES}),
}  # fmt: skip
KNOWN = {**KNOWN, "protobuf": KNOWN["proto"], "shell": KNOWN["bash"]}

# What ctags 5.9 takes for definitions is one only on a line like this: it names parameters of lambdas and of expression
# bodies, parameters of block types, calls, types of optional fields, and variables of functions where it loses count of
# the brackets.
LIKELY: Mapping[tuple[str, str], re.Pattern[str]] = {
    ("C#", "f"): re.compile(r"^[^()=]*(?:[;=]|$)"),
    ("ObjectiveC", "f"): re.compile(r"^[^@^]*$"),
    ("ObjectiveC", "p"): re.compile(r"^(?!.*AVAILABLE\()"),
    ("ObjectiveC", "t"): re.compile(r"^[^^]*$"),
    ("Elixir", "a"): re.compile(r"\b\w+\s+[\w?!]+(?:\(.|\s)"),
    ("Elixir", "t"): re.compile(r"^\s*\w+\s+\"(?:(?! do)[^\"'])*\""),
    ("Elm", "f"): re.compile(r"^\S"),
    ("Haskell", "f"): re.compile(r"^(?!infix[lr]? |(?:class|default|deriving|pattern)\b|\w+ .*''\w)"),
    ("Haskell", "m"): re.compile(r"^module\s+\w+(?![\w.])"),
    ("Haskell", "t"): re.compile(r"^(?!type (?:family|instance)\b)"),
    ("Kotlin", "m"): re.compile(r"\bfun\b[^`]*$"),
    ("Lua", "f"): re.compile(r"^\s*(?:(?:local\s+)?function\b|[\w.]+\s*=\s*function\b)"),
    ("Make", "t"): re.compile(r"^[^$%:]*:"),
    ("OCaml", "M"): re.compile(r"^\s*module\b"),
    ("OCaml", "f"): re.compile(r"^(?!.*\blet(?:%| \(\)))"),
    ("OCaml", "t"): re.compile(r"^(?!.*\bnonrec\b)"),
    ("OCaml", "v"): re.compile(r"^\S"),
    ("Protobuf", "f"): re.compile(r"^(?!\s*optional\s)"),
    ("R", "g"): re.compile(r"^\S"),
    ("Pascal", "f"): re.compile(r"^\s*(?:class\s+)?(?:function|operator)\s+\w", re.IGNORECASE),
    ("Pascal", "p"): re.compile(r"^\s*(?:class\s+)?(?:procedure|constructor|destructor)\s+\w", re.IGNORECASE),
    ("PHP", "v"): re.compile(r"^\$|\b(?:public|protected|private|static|var|readonly)\b.*\$"),
}


class Tag(NamedTuple):
    """A definition that ctags found. The kind is its letter."""

    name: str
    kind: str
    line: int


class Miss(NamedTuple):
    """A definition that the two sides do not agree on."""

    path: str
    line: int
    kind: str
    name: str
    reason: str


@dataclass(slots=True)
class Row:
    """Counts of one language."""

    files: int = 0
    tags: int = 0
    found: int = 0
    ours: int = 0
    partial: int = 0  # files with problems
    missed: list[Miss] = field(default_factory=list[Miss])
    wrong: list[Miss] = field(default_factory=list[Miss])
    other_kinds: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])

    @property
    def share_found(self) -> float | None:
        return self.found / self.tags if self.tags else None

    @property
    def share_wrong(self) -> float:
        return len(self.wrong) / self.ours if self.ours else 0.0

    def describe(self) -> dict[str, Any]:
        return {
            "files": self.files, "partial": self.partial, "tags": self.tags, "found": self.found, "ours": self.ours,
            "share_found": self.share_found, "share_wrong": self.share_wrong,
            "missed": [each._asdict() for each in self.missed], "wrong": [each._asdict() for each in self.wrong],
            "other_kinds": {f"{kind} {ours}": number for (kind, ours), number in self.other_kinds.items()},
        }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--language", metavar="KEY", action="append", choices=list_tables(), help="only this one")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="list up to N misses a language")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every count and miss")
    parser.add_argument("--speed", action="store_true", help="compare the speed with that of Python's parse")
    options = parser.parse_args()
    found = find_files(options.folders, options.language or list_tables())
    if not found:
        print("error: no file of a structural language in these folders", file=sys.stderr)
        return 1
    if options.speed:
        gc.disable()  # as in workers
        return compare_speed(found, options.json)
    rows = {key: compare(key, paths) for key, paths in sorted(found.items())}
    print_rows(rows, options.show)
    if options.json is not None:
        options.json.write_text(json.dumps({key: row.describe() for key, row in rows.items()}, indent=1) + "\n")
    return 0


def find_files(folders: Sequence[Path], keys: Iterable[str]) -> dict[str, list[Path]]:
    """Return the files of structural languages, by language and sorted."""
    wanted = frozenset(keys)
    found: dict[str, list[Path]] = defaultdict(list)
    for path in sorted({path for folder in folders for path in walk(folder)}):
        with path.open("rb") as file:
            head = file.read(65536)
        key = languages.detect(path.as_posix(), head)
        if key in wanted:
            found[key].append(path)
    return dict(found)


def walk(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder, or a file itself, that are not too large."""
    if folder.is_file():
        yield folder
        return
    for base, inner, names in os.walk(folder):
        inner[:] = [name for name in inner if name not in SKIPPED]
        for name in names:
            path = Path(base, name)
            if path.is_file() and path.stat().st_size <= MAX_BYTES:
                yield path


def parse(key: str, path: Path, content: bytes) -> FileFacts:
    return extract.parse(SourceFile(path.as_posix(), content, key, digest=""))


def compare(key: str, paths: Sequence[Path]) -> Row:
    """Count what is found in the files of a language, and what is not."""
    name, kinds = KNOWN.get(key, ("", {}))
    tags = run_ctags(name, kinds, paths) if name else {}
    row = Row(files=len(paths))
    has_clauses = load_table(key).has_clauses
    for path in paths:
        content = path.read_bytes()
        facts = parse(key, path, content)
        row.partial += bool(facts.problems)
        lines = content.decode("utf-8", "replace").split("\n")
        written = drop_quoted(key, content, lines, tags.get(path.as_posix(), []))
        compare_file(row, path.as_posix(), facts.symbols[1:], lines, written, name, has_clauses)
    return row


def drop_quoted(key: str, content: bytes, lines: Sequence[str], tags: Sequence[Tag]) -> list[Tag]:
    """Return the tags that are in no comment or text of several lines.

    In those ctags reads examples as code."""
    root = tree_parsing.parse_tree(languages.load_spec(key), content)[0].root_node
    kept: list[Tag] = []
    for tag in tags:
        line = lines[tag.line - 1]
        row, column = tag.line - 1, len(line) - len(line.lstrip())
        node = root.descendant_for_point_range((row, column), (row, column))
        while node is not None and not (QUOTED.search(node.type) and node.start_point[0] < row):
            node = node.parent
        if node is None:
            kept.append(tag)
    return kept


def compare_file(
    row: Row, path: str, symbols: Sequence[Symbol], lines: Sequence[str], tags: Sequence[Tag], language: str,
    has_clauses: bool,
) -> None:  # fmt: skip
    kinds = next((kinds for name, kinds in KNOWN.values() if name == language), {})
    by_name: dict[str, list[Symbol]] = defaultdict(list)
    for symbol in symbols:
        for form in list_forms(symbol.name):
            by_name[form].append(symbol)
    callables = [each for each in symbols if each.kind in CALLABLES]
    agreed: set[int] = set()
    unmatched: dict[int, list[Tag]] = defaultdict(list)
    for tag in tags:
        candidates = {id(each): each for form in list_forms(tag.name) for each in by_name.get(form, ())}
        likely = LIKELY.get((language, tag.kind))
        if likely is not None and not likely.search(lines[tag.line - 1]):
            continue
        if kinds[tag.kind] <= DATA and any(each.line < tag.line <= each.end_line for each in callables):
            continue  # a variable of a function: ctags does not know all of their scopes
        near = [each for each in candidates.values() if is_near(each, tag.line, has_clauses)]
        row.tags += 1
        if not near:
            row.missed.append(Miss(path, tag.line, tag.kind, tag.name, lines[tag.line - 1].strip()[:100]))
            unmatched[tag.line].append(tag)
            continue
        row.found += 1
        agreed.update(map(id, near))
        if not any(each.kind in kinds[tag.kind] for each in near):
            row.other_kinds[tag.kind, near[0].kind.value] += 1
    row.ours += len(symbols)
    for symbol in symbols:
        text = " ".join(lines[symbol.line - 1 : find_last_line(symbol)])
        other = [tag for tag in unmatched.get(symbol.line, ()) if symbol.kind in kinds[tag.kind]]
        if not has_name(symbol.name, text):
            row.wrong.append(Miss(path, symbol.line, symbol.kind.value, symbol.name, f"not in {text.strip()[:100]!r}"))
        elif other and id(symbol) not in agreed:
            reason = f"ctags: {other[0].kind} {other[0].name}"
            row.wrong.append(Miss(path, symbol.line, symbol.kind.value, symbol.name, reason))


def list_forms(name: str) -> set[str]:
    """Return a name as written, without quotes and signs before it, and its last part."""
    bare = name.strip("\"'` ").lstrip("$@&~!")
    bare = bare[:-1] if re.fullmatch(r"\w+=", bare) else bare  # `name=` of Ruby writes the attribute `name`
    last = re.split(r"[.\\/:]", bare)[-1]
    return {name, bare, last or bare}


def is_near(symbol: Symbol, line: int, has_clauses: bool) -> bool:
    """Compare a line with the head of a definition, or all of joined clauses."""
    return symbol.start_line - 1 <= line <= (symbol.end_line if has_clauses else find_last_line(symbol))


def find_last_line(symbol: Symbol) -> int:
    """Return the line after a name.

    Parts of a selector `a:b:` have lines of their own."""
    return symbol.line + 1 + symbol.name.count(":")


def has_name(name: str, text: str) -> bool:
    """Look for the parts of a name as identifiers of a line."""
    parts = [name] if name in text else [part for part in re.split(r"[.:]+", name) if part]
    return all(re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text) for part in parts)


def run_ctags(language: str, kinds: Kinds, paths: Sequence[Path]) -> dict[str, list[Tag]]:
    """Return the definitions of the given kinds that ctags finds, by path."""
    command = [
        "ctags", "--quiet", "--options=NONE", f"--language-force={language}", f"--kinds-{language}={''.join(kinds)}",
        "--fields=NFnksZ", "--extras=-F", "--sort=no", "--output-format=json", "-f", "-", "-L", "-",
    ]  # fmt: skip
    names = "\n".join(path.as_posix() for path in paths) + "\n"
    try:
        answer = subprocess.run(command, input=names.encode(), capture_output=True, check=True)
    except FileNotFoundError:
        sys.exit("error: ctags is missing; install universal-ctags")
    except subprocess.CalledProcessError as error:
        sys.exit(f"error: ctags: {error.stderr.decode(errors='replace').strip()[-500:]}")
    full = map_kinds(language)
    found: dict[str, list[Tag]] = defaultdict(list)
    for line in answer.stdout.decode("utf-8", "replace").splitlines():
        tag = json.loads(line)
        name, letter = shorten_name(tag.get("name", ""), language), full.get(tag.get("kind", ""), "")
        is_local = letter in kinds and tag.get("scopeKind") in FUNCTIONS and kinds[letter] <= DATA
        if name and letter in kinds and not is_local and not ANONYMOUS.match(name) and "line" in tag:
            found[tag["path"]].append(Tag(name, letter, tag["line"]))
    return found


def shorten_name(name: str, language: str) -> str:
    """Return a name without the parameters that ctags takes into names of Elm."""
    return name.split()[0] if language == "Elm" and name else name


def map_kinds(language: str) -> dict[str, str]:
    """Return the letters of the kinds of a language by their names."""
    answer = subprocess.run(
        ["ctags", "--options=NONE", f"--list-kinds-full={language}"], capture_output=True, check=True, text=True
    )
    return {words[1]: words[0] for words in map(str.split, answer.stdout.splitlines()[1:]) if len(words) > 1}


def print_rows(rows: Mapping[str, Row], limit: int) -> None:
    print("| language | files | with problems | ctags | found | ours | wrong names |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for key, row in rows.items():
        share = "" if row.share_found is None else f"{row.share_found:.4f}"
        print(f"| {key} | {row.files} | {row.partial} | {row.tags} | {share} | {row.ours} | {row.share_wrong:.4f} |")
    for key, row in rows.items():
        for title, misses in (("missed", row.missed), ("wrong", row.wrong)):
            if misses and limit:
                print(f"\n{key}: {title} ({len(misses)}; kinds {dict(Counter(each.kind for each in misses))})")
            for each in misses[:limit]:
                print(f"  {each.path}:{each.line}: {each.kind} {each.name}   [{each.reason}]")
        if row.other_kinds and limit:
            print(f"\n{key}: of another kind: " + ", ".join(f"{a} {b}: {n}" for (a, b), n in row.other_kinds.items()))


def compare_speed(found: Mapping[str, Sequence[Path]], output: Path | None) -> int:
    """Print files and bytes a second of CPU time, and their ratios to Python's.

    Python's are those of files of similar sizes."""
    library = sorted((path.stat().st_size, path) for path in Path(os.__file__).parent.rglob("*.py") if is_plain(path))
    sizes = [size for size, _ in library]
    seconds = cache(lambda path: time_parse("python", path))
    rows: dict[str, tuple[Speed, Speed]] = {}
    for key, paths in sorted(found.items()):
        own = Speed.sum([(path.stat().st_size, time_parse(key, path)) for path in paths])
        near = [library[min(bisect_left(sizes, path.stat().st_size), len(sizes) - 1)][1] for path in paths]
        rows[key] = own, Speed.sum([(path.stat().st_size, seconds(path)) for path in near])
    print("| language | files | files/s | KB/s | files/s of Python's | KB/s of Python's |")
    print("|---|---:|---:|---:|---:|---:|")
    for key, (own, python) in rows.items():
        shares = f"{own.files_per_second / python.files_per_second:.2f} | {own.kilobytes / python.kilobytes:.2f}"
        print(f"| {key} | {own.files} | {own.files_per_second:.0f} | {own.kilobytes:.0f} | {shares} |")
    if output is not None:
        both = {key: {"own": own._asdict(), "python": python._asdict()} for key, (own, python) in rows.items()}
        output.write_text(json.dumps(both, indent=1) + "\n")
    return 0


class Speed(NamedTuple):
    """Files and kilobytes a second of CPU time."""

    files: int
    files_per_second: float
    kilobytes: float

    @classmethod
    def sum(cls, rows: Sequence[tuple[int, float]]) -> Speed:
        """Return the speed of files of these sizes and seconds."""
        seconds = sum(each for _, each in rows)
        return cls(len(rows), len(rows) / seconds, sum(size for size, _ in rows) / 1000 / seconds)


def is_plain(path: Path) -> bool:
    """Leave out tests and data, which are no usual sources."""
    return not {"test", "tests", "lib2to3", "idlelib", "site-packages"} & set(path.parts) and path.stat().st_size > 0


def time_parse(key: str, path: Path) -> float:
    """Return the least seconds of CPU time that a file takes of several runs."""
    content = path.read_bytes()
    best = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        parse(key, path, content)
        best = min(best, time.process_time() - start)
    return best


if __name__ == "__main__":
    sys.exit(main())
