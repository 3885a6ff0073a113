"""The corpus: small sources with what must be found written beside the code. See `tests/corpus/README.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from codegraph.graph_model import Edge, EdgeKind, Resolution
from codegraph.resolve import resolve
from codegraph_parsers import extract, languages
from codegraph_parsers.file_facts import Flag, SourceFile, SymbolKind
from support.samples import Answers, find

ROOT = Path(__file__).resolve().parents[1] / "corpus"
MARKS = {
    "": r"(?:#|//)>", "--": "-->", "-- ": "-- >", "!": "!>", '"': '">', "%": "%>", ";": ";>", "// ": "// >",
    "# ": "# >", "(*": r"\(\*>",
}  # fmt: skip
"""Expressions of what begins an assertion, by the mark of comments."""
COMMENTS = {
    "ada": "--", "clojure": ";", "common-lisp": ";", "elm": "--", "emacs-lisp": ";", "erlang": "%", "fortran": "!",
    "haskell": "-- ", "lua": "--", "ocaml": "(*", "ocaml-interface": "(*", "powershell": "# ", "racket": ";",
    "scala": "// ", "scheme": ";", "sql": "--", "tex": "%", "vhdl": "--", "vim-script": '"',
}  # fmt: skip
"""Marks of the comments of languages that have neither `#` nor `//`, or where `//>`, `#>` or `-->` means something."""

KINDS = {
    "call": EdgeKind.CALLS,
    "implicit": EdgeKind.IMPLICIT_CALLS,
    "ref": EdgeKind.REFERENCES,
    "import": EdgeKind.IMPORTS,
    "inherit": EdgeKind.INHERITS,
    "implement": EdgeKind.IMPLEMENTS,
    "override": EdgeKind.OVERRIDES,
    "typeof": EdgeKind.TYPE_OF,
    "decorate": EdgeKind.DECORATES,
    "test": EdgeKind.TESTS,
    "handle": EdgeKind.HANDLES,
    "request": EdgeKind.REQUESTS,
}
WORDS = {kind: word for word, kind in KINDS.items()}


class Claim(NamedTuple):
    """One assertion: `line` is the 1-based line of code that it is about, `at` the line it is written on."""

    line: int
    at: int
    kind: str
    name: str
    rest: str


@dataclass(frozen=True, slots=True)
class Case:
    """Files resolved together: one source file, or a folder of them."""

    language: str
    name: str
    root: Path
    paths: tuple[str, ...]

    @property
    def single(self) -> bool:
        return self.root.name == self.language

    def text(self, path: str) -> bytes:
        return (self.root / path).read_bytes()


def cases() -> Iterator[Case]:
    for folder in sorted(p for p in ROOT.iterdir() if p.is_dir() and not p.name.startswith((".", "_"))):
        for entry in sorted(folder.iterdir()):
            if entry.is_dir() and entry.name != "__pycache__":
                inside = (p for p in entry.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
                paths = tuple(sorted(p.relative_to(entry).as_posix() for p in inside))
                yield Case(folder.name, f"{folder.name}/{entry.name}", entry, paths)
            elif entry.is_file() and languages.detect(entry.name, entry.read_bytes()[:512]):
                yield Case(folder.name, f"{folder.name}/{entry.name}", folder, (entry.name,))


@cache
def compile_mark(language: str) -> re.Pattern[str]:
    """Compile the expression of a line with assertions."""
    comment = COMMENTS.get(language, "")
    end = r"\*\)" if comment == "(*" else ""
    return re.compile(rf"(?P<code>.*?){MARKS[comment]}(?P<text>.*?){end}")


def claims(content: bytes, language: str = "") -> list[Claim]:
    """Assertions of one file. One alone on its line is about the nearest line of code above."""
    found: list[Claim] = []
    code = 0
    mark = compile_mark(language)
    for at, line in enumerate(content.decode("utf-8", "replace").splitlines(), start=1):
        match = mark.fullmatch(line)
        if match is None:
            code = at if line.strip() else code
            continue
        if match["code"].strip():
            code = at
        for part in match["text"].split(";"):
            words = part.split()
            assert len(words) >= 2, f"line {at}: an assertion is `<kind> <name> [resolution]`, not {part.strip()!r}"
            found.append(Claim(code, at, words[0], words[1], " ".join(words[2:])))
    return found


def manifests(case: Case) -> dict[str, str]:
    return {path: case.text(path).decode() for path in case.paths if languages.is_manifest(path)}


def sources(case: Case) -> Iterator[SourceFile]:
    for path in case.paths:
        content = case.text(path)
        language = languages.detect(path, content[:512])
        if language is not None:
            yield SourceFile(path, content, language, digest=path)


class Resolved:
    """A case after resolution, asked line by line."""

    def __init__(self, case: Case) -> None:
        facts = [extract.parse(source) for source in sources(case)]
        self.graph = resolve(facts, manifests(case), case.paths)
        assert self.graph.faults == [], "a part of the case was not resolved"
        self.answers = Answers(self.graph)

    def edges(self, path: str, line: int) -> list[Edge]:
        return [
            e
            for e in self.graph.edges
            if line in e.lines and e.kind is not EdgeKind.CONTAINS and self.graph.get_symbol(e.source)[0].path == path
        ]

    def named(self, name: str) -> list[int]:
        """Every symbol that `[path suffix::]Qual.name` names."""
        suffix, colons, qualname = name.rpartition("::")
        if colons and not any(_ends(file.path, suffix) for file in self.graph.files):
            suffix, qualname = "", name  # `::` belongs to the name
        graph = self.graph
        return [
            offset + j
            for file, offset in zip(graph.files, graph.offsets, strict=True)
            if not suffix or _ends(file.path, suffix)
            for j in ([0] if not qualname else find(file, qualname.replace("::", ".")))
        ]

    def meant(self, name: str) -> set[int]:
        """The same as canonical ids: a class and its constructor are one."""
        return {self.answers.canonical(gid) for gid in self.named(name)}

    def failure(self, path: str, claim: Claim) -> str:
        """Return the reason why a claim does not hold, "" when it does."""
        if claim.kind == "def":
            return self._definition(path, claim)
        if claim.kind in ("doc", "flag"):
            return self._describe(path, claim)
        here = self.edges(path, claim.line)
        if claim.kind == "none":
            qualified = "::" in claim.name or "." in claim.name
            told = set(self.named(claim.name)) if qualified else set[int]()
            if qualified and not told:
                return f"no symbol is called {claim.name}"
            bad = [
                e
                for e in here
                if e.target >= 0
                and (
                    not told.isdisjoint((e.target, self.answers.canonical(e.target)))
                    or claim.name in ("*", self.graph.get_symbol(e.target)[1].name)
                )
            ]
            return "an edge that must not be" if bad else ""
        if claim.kind == "external":
            names = [self.answers.describe(e.target) for e in here if e.target < 0]
            return (
                "" if any(n == claim.name or n.endswith("." + claim.name) for n in names) else "no such external symbol"
            )
        if claim.kind == "unresolved":
            at = (u.name for u in self.graph.unresolved if claim.line in u.lines and self._in(u.source, path))
            return "" if claim.name in at else "not among the unresolved names"
        wanted, ends = KINDS.get(claim.kind), self.meant(claim.name)
        if wanted is None:
            return f"unknown kind of assertion {claim.kind!r}"
        if not ends:
            return f"no symbol is called {claim.name}"
        found = [e for e in here if e.kind is wanted and self.answers.canonical(e.target) in ends]
        if not found:
            return "no such edge"
        if claim.rest and Resolution(claim.rest) not in {e.resolution for e in found}:
            return f"known as {', '.join(e.resolution for e in found)}"
        return ""

    def _definition(self, path: str, claim: Claim) -> str:
        file = next(f for f in self.graph.files if f.path == path)
        kind, wanted = SymbolKind(claim.name), claim.rest.replace("::", ".")
        for i in find(file, wanted):
            if file.symbols[i].kind is kind and file.symbols[i].line == claim.line:
                return ""
        return "no such definition"

    def _describe(self, path: str, claim: Claim) -> str:
        """Compare documentation and flags of the symbols of a line."""
        file = next(f for f in self.graph.files if f.path == path)
        here = [s for s in file.symbols if s.line == claim.line]
        if claim.kind == "doc":
            wanted = f"{claim.name} {claim.rest}".strip()
            return "" if any(s.doc.startswith(wanted) for s in here) else f"documented as {[s.doc for s in here]}"
        named = (s for s in here if claim.rest in (s.qualname, s.name))
        return "" if any(claim.name in Flag.list_names(s.flags) for s in named) else "no such flag"

    def _in(self, gid: int, path: str) -> bool:
        return self.graph.get_symbol(gid)[0].path == path

    def told(self, path: str, line: int) -> str:
        """Everything known of a line, for the message of a failed test."""
        file = next(f for f in self.graph.files if f.path == path)
        lines = [f"def {s.kind} {s.qualname}" for s in file.symbols if s.line == line and not s.flags & Flag.ANONYMOUS]
        lines += [f"{WORDS[e.kind]} {self.answers.describe(e.target)} {e.resolution}" for e in self.edges(path, line)]
        lines += [
            f"unresolved {u.name} ({u.kind}, {u.reason})"
            for u in self.graph.unresolved
            if line in u.lines and self._in(u.source, path)
        ]
        return "\n".join(f"        {each}" for each in lines) or "        nothing"


def _ends(path: str, suffix: str) -> bool:
    return path == suffix or path.endswith("/" + suffix)


@cache
def resolved(case: Case) -> Resolved:
    return Resolved(case)
