"""Differences between two trees: files by content, then their symbols by syntax."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from codegraph.analysis.signature_compatibility import Contract
from codegraph.analysis.symbol_differences import VALUES, Change, ChangeKind, Definition, compare
from codegraph.revision.graphs import Facts, read_facts, read_manifests
from codegraph.revision.tree import SourceTree
from codegraph.scan.file_reading import ReadFile, interpret
from codegraph.settings.config import Config
from codegraph_parsers.catalog import Language, Tier, find_unanalysed
from codegraph_parsers.collection import mark_tests
from codegraph_parsers.file_facts import FileFacts, FileStatus, Flag, Parameter, SourceFile, Symbol, SymbolKind
from codegraph_parsers.ids import format_id, map_suffixes
from codegraph_parsers.languages import find_spec
from codegraph_parsers.semantics import Semantics
from codegraph_parsers.syntax import SyntaxTree
from codegraph_parsers.walker import MAX_SIGNATURE

MOST_FILES: Final = 3_000
"""Differing files whose syntax is compared; of a larger difference the rest is said not to be analysed."""


_Imports = dict[tuple[str, str], list[int]]
"""Module and name that are imported → lines."""


class Unanalysed(NamedTuple):
    """A file that was not analysed, with the reason.

    `language` is set for code in a language without a resolver.
    """

    path: str
    reason: str
    language: str = ""
    tier: str = ""  # of the language


@dataclass(frozen=True, slots=True)
class Difference:
    """Difference between two trees.

    `same_code` are files in which only comments, layout or documentation changed.
    """

    added: tuple[str, ...]
    removed: tuple[str, ...]
    modified: tuple[str, ...]
    changes: tuple[Change, ...]
    same_code: tuple[str, ...]
    unanalysed: tuple[Unanalysed, ...]
    flags: Mapping[str, int]  # of every definition of a changed file, by id
    new_imports: Mapping[str, frozenset[int]]  # files of the newer state that import what they did not: in which lines
    old_contracts: Mapping[str, Contract]  # of what changed, by the id it had
    new_contracts: Mapping[str, Contract]  # of what changed, by the id it has
    lost_names: Mapping[str, frozenset[str]]  # files of the newer state → names that they imported and do not bind now


def list_changed_files(base: SourceTree, head: SourceTree) -> tuple[list[str], list[str], list[str]]:
    """Return the paths that were added, removed and modified, each in path order."""
    added = sorted(head.files.keys() - base.files.keys())
    removed = sorted(base.files.keys() - head.files.keys())
    both = base.files.keys() & head.files.keys()
    return added, removed, sorted(path for path in both if base.files[path].digest != head.files[path].digest)


def compute_difference(
    base: SourceTree, head: SourceTree, config: Config, ignored: frozenset[str] = frozenset()
) -> Difference:
    """Compare two trees of one repository.

    `ignored` paths are known to be equivalent although their bytes differ.
    """
    added, removed, modified = list_changed_files(base, head)
    modified = [path for path in modified if path not in ignored]
    troubles: dict[str, str] = {}
    chosen = [*modified, *added, *removed]
    for path in chosen[MOST_FILES:]:
        troubles[path] = f"more than {MOST_FILES:,} files differ"
    kept = set(chosen[:MOST_FILES])
    before = _collect_definitions(base, [p for p in (*modified, *removed) if p in kept], config, troubles)
    after = _collect_definitions(head, [p for p in (*modified, *added) if p in kept], config, troubles)
    for path in troubles:  # one side alone would make everything in the file look added or removed
        if path in base.files and path in head.files:
            before.drop(path)
            after.drop(path)
    changes = compare(_hash_definitions(before, after), _hash_definitions(after, before))
    touched = {d.path for c in changes for d in (c.before, c.after) if d is not None}
    alike = [p for p in modified if p not in touched and p not in troubles and p in after.languages]
    skipped, partial = _list_differing_skips(base, head), before.partial | after.partial
    unresolved = before.unresolved | after.unresolved
    reasons = {path: _describe_tier(language) for path, language in unresolved.items()} | partial | skipped | troubles
    unanalysed = [_describe_unanalysed(path, reason, unresolved.get(path)) for path, reason in sorted(reasons.items())]
    return Difference(
        tuple(added), tuple(removed), tuple(modified), tuple(changes), tuple(alike), tuple(unanalysed),
        before.flags | after.flags,
        _find_new_imports(before.imports, after.imports),
        _make_contracts(before, changes),
        _make_contracts(after, changes),
        _find_lost_names(before, after),
    )  # fmt: skip


def _make_contracts(side: _Side, changes: Iterable[Change]) -> dict[str, Contract]:
    """Make the contracts of changed symbols, and of the classes around fields.

    Code that constructs these classes supplies the fields.
    """
    wanted: dict[str, None] = {}
    for each in (d for change in changes for d in (change.before, change.after) if d is not None):
        wanted[each.id] = None
        if each.kind is SymbolKind.FIELD:
            wanted[each.container] = None
    return {id: _make_contract(side.found[id], side.flags[id], side.sources) for id in wanted if id in side.found}


def _find_lost_names(before: _Side, after: _Side) -> dict[str, frozenset[str]]:
    """Find names that a file imported before and does not bind any more."""
    bound: dict[str, set[str]] = {path: set(names) for path, names in after.imported.items()}
    for read in after.found.values():
        bound.setdefault(read.facts.path, set()).add(read.facts.symbols[read.at].qualname)
    lost = {path: names - bound[path] for path, names in before.imported.items() if path in bound}
    return {path: names for path, names in lost.items() if names}


def _make_contract(read: _Read, flags: int, sources: Mapping[str, SourceFile]) -> Contract:
    facts = read.facts
    symbol = facts.symbols[read.at]
    known = find_spec(facts.language)
    semantics = known.semantics if known is not None else None
    is_member = symbol.parent > 0 and not symbol.flags & (Flag.STATIC | Flag.LOCAL)
    return Contract(
        SymbolKind(symbol.kind), symbol.name, _read_heading(symbol, sources[facts.path]),
        symbol.parameters or _list_fields(read), symbol.flags, symbol.visibility,
        can_omit=semantics is not None and _can_omit(semantics, symbol),
        has_receiver=semantics is not None and semantics.functions.has_explicit_receiver and is_member,
        decorators=symbol.decorators, is_exported=bool(flags & Flag.EXPORTED),
    )  # fmt: skip


_COMMENT: Final = re.compile(r"#|//|/\*")
"""Marks that begin a comment in a heading."""


def _read_heading(symbol: Symbol, source: SourceFile) -> str:
    """Read the heading of a symbol, in full where facts keep only its beginning."""
    kept = symbol.signature
    comment = _COMMENT.search(kept)
    is_whole = len(kept) < MAX_SIGNATURE - 8  # space at its end is not kept
    if (is_whole and comment is None) or not symbol.qualname:
        return kept
    kept = kept[: comment.start()].rstrip(": ") if comment is not None else kept
    whole = SyntaxTree(source).read_heading(symbol)
    return whole[whole.find(kept) :] if kept in whole else kept


def _can_omit(semantics: Semantics, symbol: Symbol) -> bool:
    """Return whether a call may leave out any argument.

    Nothing checks the call, or it fills the fields of a plain structure.
    """
    is_unchecked = semantics.members.is_prototype_based and not semantics.inference.is_static
    return is_unchecked or (semantics.linkage.is_external and symbol.kind in (SymbolKind.CLASS, SymbolKind.STRUCT))


def _list_fields(read: _Read) -> tuple[Parameter, ...]:
    """List the fields of a class without a constructor, as a constructor's parameters."""
    kinds = {symbol.kind for symbol in read.inner}
    symbol = read.facts.symbols[read.at]
    if symbol.kind not in (SymbolKind.CLASS, SymbolKind.STRUCT) or SymbolKind.CONSTRUCTOR in kinds:
        return ()
    fields = (each for each in read.inner if each.kind is SymbolKind.FIELD and not each.flags & Flag.STATIC)
    return tuple(
        Parameter(each.name, "", "=" in each.signature, "") for each in fields
        if "ClassVar" not in each.signature and each.signature.strip() != each.name
    )  # fmt: skip


def _describe_tier(language: Language) -> str:
    known = "names only, what uses it is unknown" if language.tier is Tier.STRUCTURAL else "searchable, not analysed"
    return f"{language.name} is {known}"


def _describe_unanalysed(path: str, reason: str, language: Language | None) -> Unanalysed:
    return Unanalysed(path, reason, language.name, language.tier) if language is not None else Unanalysed(path, reason)


def _find_new_imports(before: Mapping[str, _Imports], after: Mapping[str, _Imports]) -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for path, imports in after.items():
        new = imports.keys() - before.get(path, {}).keys()
        if new:
            found[path] = frozenset(line for entry in new for line in imports[entry])
    return found


def _list_differing_skips(base: SourceTree, head: SourceTree) -> dict[str, str]:
    """Return parts that only one of the two trees has looked into.

    An example is a submodule at another commit.
    """
    theirs = {skip.path: skip.reason for skip in base.skips}
    ours = {skip.path: skip.reason for skip in head.skips}
    moved = {p for p in theirs.keys() & ours.keys() if theirs[p] != ours[p]}
    odd = {p for p in (theirs | ours) if p in head.files or p in base.files}
    parts = {p for p in (theirs | ours) if p.endswith("/")}
    return {p: ours.get(p) or theirs[p] for p in (moved | odd | parts)}


class _Read(NamedTuple):
    """A definition whose syntax is not hashed yet."""

    facts: FileFacts
    at: int  # index of its symbol
    inner: tuple[Symbol, ...]
    container: str
    text: bytes  # of the whole of it


@dataclass(slots=True)
class _Side:
    found: dict[str, _Read] = field(default_factory=dict[str, _Read])
    flags: dict[str, int] = field(default_factory=dict[str, int])
    sources: dict[str, SourceFile] = field(default_factory=dict[str, SourceFile])
    languages: set[str] = field(default_factory=set[str])  # paths of files that have a grammar
    partial: dict[str, str] = field(default_factory=dict[str, str])  # files of which only a part was understood
    unresolved: dict[str, Language] = field(default_factory=dict[str, Language])  # files of code without a resolver
    imports: dict[str, _Imports] = field(default_factory=dict[str, "_Imports"])
    imported: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])  # names bound by imports

    def drop(self, path: str) -> None:
        self.found = {id: read for id, read in self.found.items() if read.facts.path != path}


def _hash_definitions(side: _Side, other: _Side) -> dict[str, Definition]:
    """Return the definitions of one side by id.

    The syntax of a definition with the same text on both sides is not hashed.
    """
    trees: dict[str, SyntaxTree] = {}
    found: dict[str, Definition] = {}
    for id, read in side.found.items():
        symbol = read.facts.symbols[read.at]
        path, kind, overload = read.facts.path, SymbolKind(symbol.kind), bool(symbol.flags & Flag.OVERLOAD)
        twin = other.found.get(id)
        if twin is not None and twin.text == read.text:
            found[id] = Definition(id, path, symbol.qualname, symbol.name, kind, "", "", 0, read.container, overload)
            continue
        if path not in trees:
            trees[path] = SyntaxTree(side.sources[path])
        # A path in the middle of code, or a macro that is used, is looked for like an import and is none.
        imports = (
            () if read.at else {entry.line for entry in read.facts.imports if entry.kind not in ("path", "comment")}
        )
        own = trees[path].hash_own_code(symbol, read.inner, imports)
        if kind is SymbolKind.MODULE:
            heading = ""
        elif kind in VALUES:
            heading = trees[path].hash_declared_type(symbol)
        else:
            heading = trees[path].hash_heading(symbol, read.inner)
        found[id] = Definition(
            id,
            path,
            symbol.qualname,
            symbol.name,
            kind,
            str(own),
            str(heading),
            own.tokens,
            read.container,
            overload,
        )
    return found


def _collect_definitions(tree: SourceTree, paths: Iterable[str], config: Config, troubles: dict[str, str]) -> _Side:
    """Return the definitions of files by id, in path and source order.

    Files that cannot be compared are added to `troubles`.
    """
    wanted = sorted(paths)
    side = _Side()
    outcomes = read_facts(tree, wanted, config)
    mark_tests([o.facts for o in outcomes.values() if o.facts is not None], read_manifests(tree, config))
    contents = tree.read(path for path in wanted if (o := outcomes.get(path)) is not None and o.facts is not None)
    for path in wanted:
        outcome = outcomes.get(path)
        if outcome is None:
            troubles[path] = "its content is not here"
            continue
        reason = _find_trouble(outcome)
        language = find_unanalysed(outcome.row.language, outcome.row.reason, config.tables)
        if language is not None:
            side.unresolved[path] = language
        if reason:
            troubles[path] = reason
        elif outcome.row.status is FileStatus.PARTIAL:
            side.partial[path] = f"not all of it could be read: {outcome.row.reason}"
        if outcome.facts is None or outcome.row.status is FileStatus.FAILED:
            continue
        if path not in contents:
            troubles[path] = "its content is not here"
            continue
        read = interpret(contents[path], path)
        if not isinstance(read, ReadFile) or read.digest != outcome.facts.digest:
            troubles[path] = "it changed meanwhile"
            continue
        side.languages.add(path)
        table = config.tables.find(outcome.facts.language) if config.tables is not None else None
        _add(side, outcome.facts, SourceFile(path, read.content, outcome.facts.language, read.digest, table))
    return side


def _find_trouble(outcome: Facts) -> str:
    """Return the reason why a file was not analysed, or "".

    Text without a grammar is no trouble, because it has no symbols.
    """
    return outcome.row.reason if outcome.row.status in (FileStatus.SKIPPED, FileStatus.FAILED) else ""


def _add(side: _Side, facts: FileFacts, source: SourceFile) -> None:
    symbols = facts.symbols
    told = map_suffixes(symbols)
    owners = [_find_owner(symbols, at) for at in range(len(symbols))]
    inner: dict[int, list[Symbol]] = {}
    for at, symbol in enumerate(symbols):
        if at and _is_compared(symbol):
            inner.setdefault(owners[at], []).append(symbol)
    known = find_spec(facts.language)
    explicit = known is not None and known.semantics.modules.has_explicit_exports
    ids = [format_id(facts.language, facts.path, s.qualname, told.get(i, "")) for i, s in enumerate(symbols)]
    side.sources[facts.path] = source
    imports = side.imports[facts.path] = {}
    for entry in facts.imports:
        imports.setdefault((entry.module, entry.name), []).append(entry.line)
    names = (entry.alias for entry in facts.imports if entry.alias and entry.kind != "comment")
    side.imported[facts.path] = frozenset(names)
    for at, symbol in enumerate(symbols):
        if at and not _is_compared(symbol):
            continue
        text = source.content[symbol.start_byte : symbol.end_byte] if at else source.content
        side.found[ids[at]] = _Read(facts, at, tuple(inner.get(at, ())), ids[owners[at]] if at else "", text)
        side.flags[ids[at]] = _compute_flags(symbols, at, explicit)


def _is_compared(symbol: Symbol) -> bool:
    """Return whether a symbol is compared by itself.

    Variables of functions and anonymous symbols are part of the enclosing symbol.
    """
    return not symbol.flags & Flag.ANONYMOUS and not (symbol.flags & Flag.LOCAL and symbol.kind is SymbolKind.VARIABLE)


def _find_owner(symbols: list[Symbol], at: int) -> int:
    parent = symbols[at].parent
    while parent > 0 and not _is_compared(symbols[parent]):
        parent = symbols[parent].parent
    return max(parent, 0)


def _compute_flags(symbols: list[Symbol], at: int, explicit: bool) -> int:
    """Return the flags of a symbol.

    EXPORTED is set when all enclosing symbols are public, and the outermost one is exported where a language asks for
    that by name (`explicit`). TEST is set when any enclosing symbol has it.
    """
    flags = symbols[at].flags | Flag.EXPORTED
    here = at
    while here > 0:
        symbol = symbols[here]
        outermost = symbol.parent <= 0
        if symbol.visibility != "public" or (explicit and outermost and not symbol.flags & Flag.EXPORTED):
            flags &= ~Flag.EXPORTED
        flags |= symbol.flags & (Flag.TEST | Flag.LOCAL)
        here = symbol.parent
    return flags | symbols[0].flags & Flag.TEST


__all__ = ["Change", "ChangeKind", "Definition", "Difference", "Unanalysed", "list_changed_files", "compute_difference"]
