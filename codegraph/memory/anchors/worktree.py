"""Anchored code, read on demand from a work tree and its history.

No index is needed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Final

from codegraph.errors import NotFoundError
from codegraph.memory.anchors.anchor_state import AnchorReport, AnchorState
from codegraph.memory.anchors.premises import Dependency, judge_premises, read_premises
from codegraph.memory.anchors.tracing import Definition, HashedFile, Tree, trace
from codegraph.memory.memory_model import Anchor, AnchorKind
from codegraph.scan.file_listing import scan
from codegraph.scan.file_reading import ReadFile, interpret, read_file
from codegraph.scan.git import run_git
from codegraph.scan.repository_identity import compute_repository_id
from codegraph.settings.config import Config
from codegraph_parsers.file_facts import FileFacts, SourceFile, SymbolKind
from codegraph_parsers.grammar import GrammarError
from codegraph_parsers.ids import from_printable_path, map_suffixes, parse_id, to_printable_path
from codegraph_parsers.structural_table import LanguageTables
from codegraph_parsers.syntax import Initializer, SyntaxHash, SyntaxTree

FindDependencies = Callable[[str], Sequence[Dependency] | None]
"""What the symbol of an id rests on; None where no index tells."""

_FILES_KEPT: Final = 512

STAMP: Final = 16
"""Hexadecimal digits of a content's digest that are kept."""
_SIMILAR: Final = "-M50%"
_COMMITS: Final = 50
"""Commits of the files of an anchor that are looked through, the newest first."""


class ParsedFile:
    """Symbols of one file with their hashes, each computed on demand.

    `path` is printable.
    """

    def __init__(self, path: str, language: str, facts: FileFacts, tree: SyntaxTree) -> None:
        self.path = path
        self.language = language
        self._tree = tree
        told = map_suffixes(facts.symbols)
        self._symbols = {
            symbol.qualname + told.get(i, ""): symbol for i, symbol in enumerate(facts.symbols) if symbol.qualname
        }
        self._known: dict[str, Definition] = {}
        self._values: dict[str, Initializer | None] = {}
        self._signatures: dict[str, SyntaxHash | None] = {}
        self._whole: SyntaxHash | None = None

    @property
    def root_hash(self) -> SyntaxHash:
        if self._whole is None:
            self._whole = self._tree.hash_file()
        return self._whole

    def find_symbol(self, key: str) -> Definition | None:
        known = self._known.get(key)
        if known is None:
            symbol = self._symbols.get(key)
            if symbol is None:
                return None
            kind = SymbolKind(symbol.kind).value
            known = self._known[key] = Definition(key, symbol.name, kind, symbol.line, self._tree.hash_symbol(symbol))
        return known

    def find_value(self, key: str) -> Initializer | None:
        if key not in self._values:
            symbol = self._symbols.get(key)
            self._values[key] = self._tree.find_initializer(symbol) if symbol is not None else None
        return self._values[key]

    def hash_signature(self, key: str) -> SyntaxHash | None:
        if key not in self._signatures:
            symbol = self._symbols.get(key)
            inside = [s for k, s in self._symbols.items() if k.startswith(f"{key}.")]
            self._signatures[key] = self._tree.hash_heading(symbol, inside) if symbol is not None else None
        return self._signatures[key]

    def list_symbols(self) -> Mapping[str, Definition]:
        for key in self._symbols:
            self.find_symbol(key)
        return {key: self._known[key] for key in self._symbols}


class WorkTree:
    """Work tree as a `Tree` and a `Judge`.

    Make one for each question: it reads every file once.
    """

    def __init__(
        self, root: Path, config: Config, *, find_dependencies: FindDependencies | None = None, repository: str = ""
    ) -> None:
        """Make the judge of a work tree.

        `find_dependencies` asks an index for the dependencies of a symbol. `repository` is its id if it is known.
        """
        self.root = Path(os.path.realpath(root))
        self._config = config
        self._find_dependencies = find_dependencies
        self._repository = repository
        self._files: dict[str, HashedFile | None] = {}
        self._contents: dict[str, ReadFile | None] = {}
        self._old: dict[tuple[str, str], HashedFile | None] = {}
        self._renames: dict[str, Mapping[str, str]] = {}
        self._changed: dict[str, Sequence[str]] = {}

    @cached_property
    def repository(self) -> str:
        return self._repository or compute_repository_id(self.root)

    @cached_property
    def head(self) -> str:
        """The current commit, "" without one."""
        found = run_git(self.root, "rev-parse", "--verify", "-q", "HEAD")
        return found.decode("ascii", "replace").strip() if found else ""

    # Judge

    def judge(self, anchors: Sequence[Anchor]) -> list[AnchorReport]:
        return [
            self._judge(anchor)
            if anchor.repository in ("", self.repository)
            else AnchorReport(anchor, AnchorState.UNKNOWN)
            for anchor in anchors
        ]

    def _judge(self, anchor: Anchor) -> AnchorReport:
        return _judge_in(anchor, self)

    def add_premises(self, anchor: Anchor) -> Anchor:
        """Return an anchor with the current premises of its symbol.

        It is unchanged when no index has them.
        """
        if anchor.kind is not AnchorKind.SYMBOL or self._find_dependencies is None:
            return anchor
        dependencies = self._find_dependencies(anchor.target)
        return anchor if dependencies is None else replace(anchor, premises=read_premises(dependencies, self))

    def anchor(self, target: str, *, offered: bool = False) -> Anchor:
        """Make an anchor to a symbol id, a path or a commit as it is now.

        Raises NotFoundError.
        """
        id = parse_id(target)
        if id is not None:
            file = self.read_file(id.path)
            if file is not None and not id.qualname:
                return self._anchor(AnchorKind.SYMBOL, target, str(file.root_hash), id.path, 0, offered)
            symbol = file.find_symbol(id.qualname + id.suffix) if file is not None else None
            if symbol is not None:
                return self._anchor(AnchorKind.SYMBOL, target, str(symbol.digest), id.path, symbol.line, offered)
        elif self.has_file(to_printable_path(target)):
            file = self.read_file(to_printable_path(target))
            digest = str(file.root_hash) if file is not None else ""
            return self._anchor(AnchorKind.FILE, target, digest, to_printable_path(target), 0, offered)
        elif commit := self._commit(target):
            return Anchor(AnchorKind.COMMIT, self.repository, commit, commit=self.head, offered=offered)
        raise NotFoundError(
            f"nothing to anchor to: {target!r}", hint="give a symbol id, a path or a commit of this repository"
        )

    def _anchor(self, kind: AnchorKind, target: str, digest: str, path: str, line: int, offered: bool) -> Anchor:
        made = Anchor(kind, self.repository, target, digest, self.head, path, line, offered, stamp=self.stamp(path))
        return self.add_premises(made)

    def _commit(self, text: str) -> str:
        if not 7 <= len(text) <= 64 or set(text) - set("0123456789abcdef"):
            return ""
        found = run_git(self.root, "rev-parse", "--verify", "-q", f"{text}^{{commit}}")
        return found.decode("ascii", "replace").strip() if found else ""

    def find_change(self, report: AnchorReport) -> str:
        """Return the commit since which the code of an anchor is in its present state.

        It is shown with its date, as in `1a2b3c4 (2026-01-31)`. The result is "" where only the work tree differs, and
        where history does not tell, as for a file that was renamed."""
        anchor = report.anchor
        premises = (parse_id(premise.target) for premise in anchor.premises or ())
        paths = dict.fromkeys((anchor.path, *(id.path for id in premises if id is not None)))
        names = [from_printable_path(path) for path in paths if path]
        if not anchor.commit or not names:
            return ""
        asked = ("log", f"-{_COMMITS}", "--format=%H %h (%cs)", f"{anchor.commit}..HEAD", "--", *names)
        since = ""
        for line in os.fsdecode(run_git(self.root, *asked) or b"").splitlines():
            commit, _, shown = line.partition(" ")
            if _judge_in(anchor, CommitTree(self, commit)).state is not report.state:
                break
            since = shown
        return since

    # Tree

    def has_file(self, path: str) -> bool:
        real = os.path.normpath(from_printable_path(path))
        return bool(real) and not real.startswith(("..", "/")) and (self.root / real).is_file()

    def read_file(self, path: str) -> HashedFile | None:
        if path not in self._files:
            if len(self._files) >= _FILES_KEPT:
                self._files.clear()
            read = self._read(path)
            self._files[path] = _parse_file(path, read, self._config.tables) if read is not None else None
        return self._files[path]

    def stamp(self, path: str) -> str:
        read = self._read(path)
        return read.digest[:STAMP] if read is not None else ""

    def _read(self, path: str) -> ReadFile | None:
        if path not in self._contents:
            if len(self._contents) >= _FILES_KEPT:
                self._contents.clear()
            found = self.has_file(path)
            read = (
                read_file(self.root, from_printable_path(path), max_bytes=self._config.max_source_bytes)
                if found
                else None
            )
            self._contents[path] = read if isinstance(read, ReadFile) else None
        return self._contents[path]

    def read_at_commit(self, commit: str, path: str) -> HashedFile | None:
        key = (commit, path)
        if key not in self._old:
            raw = run_git(self.root, "show", f"{commit}:./{from_printable_path(path)}")
            read = interpret(raw, path) if raw is not None else None
            self._old[key] = _parse_file(path, read, self._config.tables) if isinstance(read, ReadFile) else None
        return self._old[key]

    def list_renames(self, commit: str) -> Mapping[str, str]:
        if commit not in self._renames:
            command = ("diff", "--name-status", "--relative", "-z", "--ignore-submodules", _SIMILAR, "--diff-filter=R")
            told = run_git(self.root, *command, commit)
            parts = os.fsdecode(told or b"").split("\0")
            self._renames[commit] = {
                to_printable_path(parts[at + 1]): to_printable_path(parts[at + 2]) for at in range(0, len(parts) - 2, 3)
            }
        return self._renames[commit]

    def list_suspects(self, commit: str, language: str) -> Iterable[str]:
        """Return the files that differ from the commit; without one, every file."""
        from codegraph_parsers.languages import detect

        if commit not in self._changed:
            self._changed[commit] = self._list_changed(commit)
        return [path for path in self._changed[commit] if detect(path, b"", self._config.tables) in (language, None)]

    def _list_changed(self, commit: str) -> Sequence[str]:
        names = ("diff", "--name-only", "--relative", "-z", "--ignore-submodules", "--no-renames", "--diff-filter=AMT")
        told = run_git(self.root, *names, commit) if commit else None
        new = run_git(self.root, "ls-files", "-z", "--others", "--exclude-standard") if told is not None else None
        if told is None or new is None:
            return [candidate.path for candidate in scan(self.root, self._config).candidates]
        return sorted({to_printable_path(os.fsdecode(path)) for path in (told + new).split(b"\0") if path})

    def has_commit(self, commit: str) -> bool | None:
        if not self.head:
            return None
        if run_git(self.root, "cat-file", "-e", f"{commit}^{{commit}}") is None:
            return False
        return run_git(self.root, "merge-base", "--is-ancestor", commit, "HEAD") is not None


class CommitTree:
    """State of a work tree in one commit, as a `Tree` without renamed and moved code."""

    def __init__(self, tree: WorkTree, commit: str) -> None:
        self._tree = tree
        self._commit = commit

    def read_file(self, path: str) -> HashedFile | None:
        return self._tree.read_at_commit(self._commit, path)

    def has_file(self, path: str) -> bool:
        place = f"{self._commit}:./{from_printable_path(path)}"
        return run_git(self._tree.root, "cat-file", "-e", place) is not None

    def stamp(self, path: str) -> str:
        """Return "": the files of a commit are always parsed."""
        return ""

    def read_at_commit(self, commit: str, path: str) -> HashedFile | None:
        return self._tree.read_at_commit(commit, path)

    def list_renames(self, commit: str) -> Mapping[str, str]:
        return {}

    def list_suspects(self, commit: str, language: str) -> Iterable[str]:
        return ()

    def has_commit(self, commit: str) -> bool | None:
        return self._tree.has_commit(commit)


def _judge_in(anchor: Anchor, tree: Tree) -> AnchorReport:
    """Return the state of an anchor and its premises in a tree."""
    report = trace(anchor, tree)
    if report.state in (AnchorState.UNCHANGED, AnchorState.MOVED) and anchor.premises:
        broken = judge_premises(anchor, tree)
        return replace(report, state=AnchorState.SUSPECT, premises=broken) if broken else report
    return report


def _parse_file(path: str, read: ReadFile, tables: LanguageTables | None) -> ParsedFile | None:
    from codegraph_parsers.extract import parse  # most files are as they were, and are never parsed
    from codegraph_parsers.languages import HEAD_BYTES, detect
    from codegraph_parsers.syntax import SyntaxTree

    language = detect(path, read.content[:HEAD_BYTES], tables)
    if not language:
        return None
    table = tables.find(language) if tables is not None else None
    source = SourceFile(path, read.content, language, read.digest, table)
    try:
        return ParsedFile(path, language, parse(source), SyntaxTree(source))
    except (GrammarError, KeyError):
        return None
