"""Tracing of anchors: unchanged, changed, moved or gone.

All functions are pure: a `Tree` gives access to the current and the old code.

Code has *moved* when its syntax is now under another id and was not there before. A copy that already existed next to
the original when the memory was written does not count. Short definitions are often equal by chance, so they must keep
their name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, Protocol

from codegraph.memory.anchors.anchor_state import AnchorReport, AnchorState
from codegraph.memory.memory_model import Anchor, AnchorKind
from codegraph_parsers.ids import format_id, parse_id
from codegraph_parsers.syntax import Initializer, SyntaxHash

TELLING: Final = 15
"""Tokens from which equal syntax is no chance."""


class Definition(NamedTuple):
    """Symbol of a file.

    `key` is its qualified name with a part that distinguishes overloads.
    """

    key: str
    name: str
    kind: str
    line: int
    digest: SyntaxHash


class HashedFile(Protocol):
    @property
    def path(self) -> str: ...

    @property
    def language(self) -> str: ...

    @property
    def root_hash(self) -> SyntaxHash: ...

    def find_symbol(self, key: str) -> Definition | None: ...

    def list_symbols(self) -> Mapping[str, Definition]:
        """Return all symbols by key, in source order, without the module itself."""
        ...

    def find_value(self, key: str) -> Initializer | None:
        """Return the initializer of a constant, variable or field."""
        ...

    def hash_signature(self, key: str) -> SyntaxHash | None:
        """Return the hash of a definition without its body."""
        ...


class Tree(Protocol):
    """Current state and history of one work tree."""

    def read_file(self, path: str) -> HashedFile | None:
        """Read a file.

        The result is None when there is no such file, or nothing can be read from it.
        """
        ...

    def has_file(self, path: str) -> bool: ...

    def stamp(self, path: str) -> str:
        """Return a digest of the content of a file, "" if it cannot be read."""
        ...

    def read_at_commit(self, commit: str, path: str) -> HashedFile | None:
        """Read a file as it was in a commit."""
        ...

    def list_renames(self, commit: str) -> Mapping[str, str]:
        """Return the files that were renamed since a commit: the old path to the new one."""
        ...

    def list_suspects(self, commit: str, language: str) -> Iterable[str]:
        """Return paths of a language that may contain code that moved since the commit."""
        ...

    def has_commit(self, commit: str) -> bool | None:
        """Return whether a commit is part of the current history.

        The result is None when that cannot be determined.
        """
        ...


def trace(anchor: Anchor, tree: Tree) -> AnchorReport:
    """Return the state of an anchor of the tree's repository."""
    match anchor.kind:
        case AnchorKind.COMMIT:
            held = tree.has_commit(anchor.target)
            if held is None:
                return AnchorReport(anchor, AnchorState.UNKNOWN)
            return AnchorReport(
                anchor, AnchorState.UNCHANGED if held else AnchorState.GONE, anchor.target if held else ""
            )
        case AnchorKind.FILE:
            return _trace_file(anchor, tree)
        case AnchorKind.SYMBOL:
            return _trace_symbol(anchor, tree)


def _trace_file(anchor: Anchor, tree: Tree) -> AnchorReport:
    was = SyntaxHash.parse(anchor.syntax_hash)
    if anchor.stamp and tree.stamp(anchor.target) == anchor.stamp:
        return AnchorReport(anchor, AnchorState.UNCHANGED, anchor.target, anchor.target)
    if tree.has_file(anchor.target):
        if was is None:
            return AnchorReport(anchor, AnchorState.UNKNOWN, anchor.target, anchor.target)
        file = tree.read_file(anchor.target)
        same = file is not None and file.root_hash == was
        return AnchorReport(
            anchor, AnchorState.UNCHANGED if same else AnchorState.CHANGED, anchor.target, anchor.target
        )
    new = tree.list_renames(anchor.commit).get(anchor.target, "") if anchor.commit else ""
    if new and tree.has_file(new):
        file = tree.read_file(new)
        same = was is None or (file is not None and file.root_hash == was)
        return AnchorReport(anchor, AnchorState.MOVED if same else AnchorState.CHANGED, new, new)
    return AnchorReport(anchor, AnchorState.GONE)


def _trace_symbol(anchor: Anchor, tree: Tree) -> AnchorReport:
    id = parse_id(anchor.target)
    was = SyntaxHash.parse(anchor.syntax_hash)
    if id is None or was is None:
        return AnchorReport(anchor, AnchorState.UNKNOWN)
    path, key = id.path, id.qualname + id.suffix
    if anchor.stamp and tree.stamp(path) == anchor.stamp:
        return AnchorReport(anchor, AnchorState.UNCHANGED, anchor.target, path, anchor.line)
    file = tree.read_file(path)
    if file is None and tree.has_file(path):
        return AnchorReport(anchor, AnchorState.UNKNOWN)  # too large now, or not readable: nothing can be said
    found = find_symbol(file, key, id.qualname, was) if file is not None else None
    if file is not None and found is not None:
        return _build_report(anchor, file, found, AnchorState.UNCHANGED if found.digest == was else AnchorState.CHANGED)
    new = tree.list_renames(anchor.commit).get(path, "") if anchor.commit else ""
    renamed = tree.read_file(new) if new else None
    if renamed is not None:
        found = find_symbol(renamed, key, id.qualname, was)
        if found is not None:
            return _build_report(
                anchor, renamed, found, AnchorState.MOVED if found.digest == was else AnchorState.CHANGED
            )
    if not id.qualname:
        return AnchorReport(anchor, AnchorState.GONE)
    return _find_moved(anchor, tree, id.language, id.qualname, was, new or path)


def find_symbol(file: HashedFile, key: str, qualname: str, was: SyntaxHash | None = None) -> Definition | None:
    """Return the symbol of a key.

    The part of a key that distinguishes overloads may change. The symbol with the same code, or the only one, is
    therefore found as well.
    """
    if not key:
        return Definition("", "", "module", 0, file.root_hash)
    found = file.find_symbol(key)
    if found is not None and found.digest == was:
        return found
    siblings = [s for k, s in file.list_symbols().items() if _is_plain(k, qualname)]
    same = next((s for s in siblings if s.digest == was), None)
    return same or found or (siblings[0] if len(siblings) == 1 else None)


def _is_plain(key: str, qualname: str) -> bool:
    return key == qualname or key.startswith((f"{qualname}(", f"{qualname}~"))


def _build_report(anchor: Anchor, file: HashedFile, symbol: Definition, state: AnchorState) -> AnchorReport:
    return AnchorReport(anchor, state, format_id(file.language, file.path, symbol.key), file.path, symbol.line)


def _find_moved(
    anchor: Anchor, tree: Tree, language: str, qualname: str, was: SyntaxHash, expected: str
) -> AnchorReport:
    name = qualname.rpartition(".")[2]
    found: list[tuple[tuple[int, ...], HashedFile, Definition]] = []
    for path in tree.list_suspects(anchor.commit, language):
        file = tree.read_file(path)
        if file is None:
            continue
        for key, symbol in file.list_symbols().items():
            if symbol.digest != was or not (symbol.name == name or was.tokens >= TELLING):
                continue
            if anchor.commit and _has_code(tree.read_at_commit(anchor.commit, path), key, was):
                continue
            rank = (symbol.name != name, path != expected, -_count_shared_parts(key, qualname), len(key))
            found.append((rank, file, symbol))
    found.sort(key=lambda f: (f[0], f[1].path, f[2].line))
    if not found or (len(found) > 1 and found[0][0][:2] == found[1][0][:2] and was.tokens < TELLING):
        return AnchorReport(anchor, AnchorState.GONE)
    return _build_report(anchor, found[0][1], found[0][2], AnchorState.MOVED)


def _has_code(file: HashedFile | None, key: str, was: SyntaxHash) -> bool:
    """Return whether an old file already had this code under this key."""
    old = file.find_symbol(key) if file is not None else None
    return old is not None and old.digest == was


def _count_shared_parts(a: str, b: str) -> int:
    """Return the number of last parts that two qualified names share."""
    count = 0
    for mine, theirs in zip(reversed(a.split(".")), reversed(b.split("."))):
        if mine != theirs:
            break
        count += 1
    return count
