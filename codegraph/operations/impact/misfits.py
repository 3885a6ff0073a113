"""Uses of symbols whose signature changed that do not fit it, or may not.

Users are taken from the newer graph, and from the older one where a use is no longer resolved. Calls are read from the
facts of the newer files, so that an edit of the caller is seen; a use that may not fit is told of unchanged callers
alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from codegraph.analysis.signature_compatibility import (
    CALLED,
    CLASSES,
    Argument,
    CallShape,
    Contract,
    Fault,
    describe_result,
    has_other_terms,
    is_narrower,
    judge_call,
    judge_use,
    sort_of,
)
from codegraph.analysis.symbol_differences import Change
from codegraph.graph_model import EdgeKind, Resolution
from codegraph.operations.edges import TYPES
from codegraph.operations.impact.answers import BrokenUse
from codegraph.operations.impact.call_statements import Statements
from codegraph.operations.impact.file_symbols import FileSymbols
from codegraph.query.index import Index
from codegraph.query_results import ExternalRow, SymbolRow
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Expr, FileFacts, Flag, ReferenceKind, SymbolKind

_USES: Final = tuple(
    kind for kind in EdgeKind if kind not in (EdgeKind.CONTAINS, EdgeKind.TESTS, EdgeKind.IMPORTS, EdgeKind.OVERRIDES)
)
_TYPES: Final = (EdgeKind.TYPE_OF, EdgeKind.REFERENCES)
LONG: Final = 6
"""Letters of a name that is seldom somebody else's."""

MOST: Final = 1_000
"""Uses of one symbol that are judged."""


class Terms(NamedTuple):
    """The contracts of a changed symbol, before and now."""

    change: Change
    old: Contract
    new: Contract

    @property
    def old_id(self) -> str:
        """The id that the symbol had."""
        return self.change.before.id if self.change.before is not None else ""

    @property
    def hides_users(self) -> bool:
        """Return whether the newer graph may not lead from users to the symbol any more."""
        return (
            self.old_id != self.change.here.id
            or self.old.kind is not self.new.kind
            or bool((self.old.flags ^ self.new.flags) & Flag.STATIC)
            or is_narrower(self.old, self.new)
            or self.gives_other
            or bool(self.new.flags & Flag.ABSTRACT and self.new.kind is SymbolKind.METHOD)
        )

    @property
    def gives_other(self) -> bool:
        """Return whether users get something else.

        Not everything that they ask of it may be known."""
        return self.old.kind in CLASSES or bool(describe_result(self.old, self.new))


def find_terms(change: Change, olds: Mapping[str, Contract], news: Mapping[str, Contract]) -> Terms | None:
    """Return both contracts of a symbol that is still there.

    Returns None where its users need not follow."""
    if change.before is None or change.after is None:
        return None
    old, new = olds.get(change.before.id), news.get(change.after.id)
    if old is None or new is None or old.kind is SymbolKind.MODULE or not has_other_terms(old, new):
        return None
    return Terms(change, old, new)


class Misfits:
    """Judges the uses of changed symbols.

    `facts` and `read` give those of a file of the newer state and its text, `changed` are ids of symbols whose own code
    changed."""

    def __init__(
        self, head: Index, base: Callable[[], Index], facts: Callable[[str], FileFacts | None],
        read: Callable[[str], bytes | None], changed: Collection[str],
    ) -> None:  # fmt: skip
        self._head = head
        self._base = base
        self._facts = facts
        self._changed = changed
        self._statements = Statements(read)
        self._rows = FileSymbols(lambda: head)
        self._older_rows = FileSymbols(base)
        self._told: set[str] = set()  # users of whom it is said what they miss

    def judge(self, terms: Terms, new: SymbolRow, old: SymbolRow | None) -> list[BrokenUse]:
        """List the uses of a symbol that do not fit it, the certain ones first.

        It is `new` in the newer graph and `old` in the older."""
        found: dict[tuple[str, str], BrokenUse] = {}
        for user, lines, is_sure in self._list_users(new, old):
            missed = list(self._list_new_misses(terms, user)) if old is not None else []
            for fault, told in missed or self._judge(terms, user, lines):
                if not fault.is_certain and user.id in self._changed:
                    continue
                key = (user.id, fault.reason)
                before = found[key].lines if key in found else ()
                joined = tuple(sorted({*before, *told}))
                found[key] = BrokenUse(user, joined, fault.reason, fault.is_certain and is_sure)
        for user, lines in self._list_namesakes(new) if terms.old.kind in CALLED else ():
            for fault, told in self._judge(terms, user, lines):
                if user.id not in self._changed and (user.id, fault.reason) not in found:
                    found[user.id, fault.reason] = BrokenUse(user, told, fault.reason, False)
        for other in self._list_overrides(terms, new, old):
            found[other.symbol.id, other.reason] = other
        return sorted(found.values(), key=lambda use: (not use.certain, use.symbol.path, use.lines))

    def _list_users(self, new: SymbolRow, old: SymbolRow | None) -> Iterator[tuple[SymbolRow, tuple[int, ...], bool]]:
        """List symbols of the newer state that use the symbol, and the lines.

        Those whose use is not resolved any more come last. The third part says whether an edge is more than a guess."""
        seen: set[str] = set()
        for edge in self._head.list_incoming(new, _USES, limit=MOST).items:
            if isinstance(edge.source, SymbolRow) and edge.resolution is not Resolution.DISPATCH:
                seen.add(edge.source.id)
                yield edge.source, edge.lines, edge.resolution is not Resolution.HEURISTIC
        if old is None:
            return
        for edge in self._base().list_incoming(old, _USES, limit=MOST).items:
            if not isinstance(edge.source, SymbolRow) or edge.resolution is Resolution.DISPATCH:
                continue
            now = self._rows.find(edge.source.path, edge.source.id)
            if now is not None and now.id not in seen:
                seen.add(now.id)
                missed = [u for u in self._head.list_unresolved(source=now, limit=None).items if u.name == new.name]
                lines = tuple(sorted({line for miss in missed for line in miss.lines}))
                if lines:
                    yield now, lines, True

    def _list_namesakes(self, new: SymbolRow) -> Iterator[tuple[SymbolRow, tuple[int, ...]]]:
        """List code that calls something unknown of the symbol's name.

        It is listed only where nothing else has the name."""
        others = [row for row in self._head.find(new.name, limit=MOST) if row.name == new.name]
        if len(new.name) < LONG or any(row.node != new.node for row in others):
            return
        for miss in self._head.list_unresolved(name=new.name, limit=MOST).items:
            if miss.source.language == new.language and miss.kind == ReferenceKind.CALL:
                yield miss.source, miss.lines
        for row in self._results.get(new.name, ()):
            for edge in self._head.list_incoming(row, (EdgeKind.CALLS,), limit=MOST).items:
                if isinstance(edge.source, SymbolRow) and edge.source.language == new.language:
                    yield edge.source, edge.lines

    @cached_property
    def _results(self) -> dict[str, list[ExternalRow]]:
        """Members of what functions of libraries give, by name.

        They may be of the repository's own types."""
        found: dict[str, list[ExternalRow]] = {}
        for row in self._head.list_externals(limit=None).items:
            if ")." in row.qualname:
                found.setdefault(row.name, []).append(row)
        return found

    def _judge(self, terms: Terms, user: SymbolRow, lines: Sequence[int]) -> Iterator[tuple[Fault, tuple[int, ...]]]:
        old, new = terms.old, terms.new
        if is_narrower(old, new) and not _can_see(user.path, terms.change.here.path, new):
            how = f"it is {new.visibility} now" if new.visibility != old.visibility else "it is not exported"
            yield Fault(f"cannot see it any more: {how}", True), tuple(lines)
            return
        facts = self._facts(user.path)
        if facts is None:
            return
        names = {old.name, new.name, *self._list_class_names(terms)}
        calls = _Calls(facts)
        judged: set[int] = set()
        for line, shape in calls.find(lines, names):
            judged.add(line)
            fault = judge_call(old, new, shape)
            if fault is not None and fault.of_result:
                is_unused = self._statements.is_unused(user.path, user.language, line, new.name)
                fault = None if is_unused else fault
            if fault is not None:
                yield fault, (line,)
        rest = tuple(line for line in lines if line not in judged)
        fault = judge_use(old, new) if rest else None
        if fault is not None:
            yield fault, rest

    def _list_new_misses(self, terms: Terms, user: SymbolRow) -> Iterator[tuple[Fault, tuple[int, ...]]]:
        """List what unchanged code asks of what it is given, and only the base knew."""
        if not terms.gives_other or user.id in self._changed or user.id in self._told:
            return
        before = self._older_rows.find(user.path, user.id)
        if before is None:
            return
        known = {miss.name for miss in self._base().list_unresolved(source=before, limit=None).items}
        for miss in self._head.list_unresolved(source=user, limit=None).items:
            if miss.name not in known:
                self._told.add(user.id)
                yield Fault(f"`{miss.name}` is not known there any more", True), miss.lines

    def judge_objects(self, name: str, owner: SymbolRow, given: str, missing: str) -> list[BrokenUse]:
        """List objects that are written where a function takes an `owner`.

        Where the owner is a function, they are what it takes itself.
        `given` is said of those with a member `name`, `missing` of those without."""
        found: list[BrokenUse] = []
        takers = {e.source.id: e.source for e in self._head.list_incoming(owner, _TYPES, limit=MOST).items}
        for taker in takers.values() if owner.kind not in CALLED else (owner,):
            if not isinstance(taker, SymbolRow) or taker.kind not in CALLED:
                continue
            parameters = self._head.read_details(taker).parameters if taker is not owner else ()
            if taker is not owner and not any(re.search(rf"\b{re.escape(owner.name)}\b", p.type) for p in parameters):
                continue
            for user, lines, _ in self._list_users(taker, None):
                facts = self._facts(user.path) if user.id not in self._changed else None
                for line, shape in _Calls(facts).find(lines, {taker.name}) if facts is not None else ():
                    keys = next((each.keys for each in shape.arguments if each.keys is not None), None)
                    said = (given if name in keys else missing) if keys is not None else ""
                    if said and keys is not None and name in keys:
                        line = self._statements.find_member(user.path, user.language, line, taker.name, name)
                    found += [BrokenUse(user, (line,), said, False)] if said else []
        return found

    def judge_construction(self, old: Contract, new: Contract, row: SymbolRow) -> list[BrokenUse]:
        """List calls of a class without a constructor that do not give its fields."""
        found: list[BrokenUse] = []
        for user, lines, _ in self._list_users(row, None):
            facts = self._facts(user.path)
            if facts is None or old.parameters == new.parameters:
                continue
            for line, shape in _Calls(facts).find(lines, {row.name}):
                fault = judge_call(old, new, shape) if shape.arguments else None
                if fault is not None and fault.is_certain:
                    found.append(BrokenUse(user, (line,), fault.reason, True))
        return found

    def _list_class_names(self, terms: Terms) -> tuple[str, ...]:
        """Name the class of a constructor, by which it is called."""
        here = terms.change.here
        return tuple(here.qualname.split(".")[-2:-1]) if here.kind is SymbolKind.CONSTRUCTOR else ()

    def _list_overrides(self, terms: Terms, new: SymbolRow, old: SymbolRow | None) -> Iterator[BrokenUse]:
        """List methods that override the symbol, or did, and have its older parameters."""
        other = describe_result(terms.old, terms.new) if terms.new.flags & Flag.ABSTRACT else ""
        if new.kind is not SymbolKind.METHOD or (terms.old.parameters == terms.new.parameters and not other):
            return
        was, now = (_describe_parameters(contract) for contract in (terms.old, terms.new))
        reason = f"overrides it with ({was}), it takes ({now}) now" if was != now else f"overrides what {other}"
        edges = list(self._head.list_incoming(new, (EdgeKind.OVERRIDES,), limit=MOST).items)
        edges += self._base().list_incoming(old, (EdgeKind.OVERRIDES,), limit=MOST).items if old is not None else []
        for edge in edges:
            over = self._rows.find(edge.source.path, edge.source.id) if isinstance(edge.source, SymbolRow) else None
            if over is not None and over.id not in self._changed:
                own = self._head.read_details(over).parameters
                if tuple(p.name for p in own) == tuple(p.name for p in terms.old.parameters):
                    yield BrokenUse(over, (over.line,), reason, True)


def _can_see(user: str, path: str, contract: Contract) -> bool:
    """Return whether code of a file may see what another file defines."""
    if user == path or contract.visibility == "protected":
        return True
    folder = path.rpartition("/")[0]
    if contract.visibility == "package":
        return user.rpartition("/")[0] == folder
    return user.startswith(f"{path.rpartition('.')[0]}/")  # modules within it


def _describe_parameters(contract: Contract) -> str:
    return ", ".join(f"{p.variadic}{p.name}{'?' * p.default} {p.type}".strip() for p in contract.parameters)


def is_demanded(contract: Contract) -> bool:
    """Return whether every type below must have the member itself."""
    return bool(contract.flags & Flag.ABSTRACT) and not contract.flags & Flag.OPTIONAL and contract.kind in CALLED


class LostNames:
    """Uses of names that a file imported, and does not bind any more."""

    def __init__(self, head: Index, lost: Mapping[str, Collection[str]], edited: Collection[str]) -> None:
        """Find the uses.

        `lost` maps paths to names, `edited` are the paths of all files that differ."""
        self.uses: dict[str, list[BrokenUse]] = {}
        names = {name for each in lost.values() for name in each}
        if not names:
            return
        for node, missed, kind, lines in head.iterate_plain_misses():
            module, _, name = missed.rpartition(":") if kind == "import" else ("", "", missed)
            if name not in names:
                continue
            (user,) = head.list_symbols([node])
            if name in lost.get(user.path, ()) and kind != "import":
                use = BrokenUse(user, lines, f"`{name}` is not imported here any more", True)
                self.uses.setdefault(user.path, []).append(use)
            elif kind == "import" and user.path not in edited:
                for path in (path for path in lost if name in lost[path] and _is_meant(module, path)):
                    use = BrokenUse(user, lines, f"imports `{name}`, which {path} does not import any more", True)
                    self.uses.setdefault(path, []).append(use)


def _is_meant(module: str, path: str) -> bool:
    """Return whether a module as an import names it may be the file."""
    last = next((part for part in reversed(re.split(r"[./:\\]+", module)) if part), "")
    *folders, name = path.split("/")
    return not last or last in (name.partition(".")[0], *folders[-1:])


class MissingMembers:
    """Types that should have a member which an interface or base asks for now."""

    def __init__(self, head: Index) -> None:
        self._head = head

    def find(self, name: str, owner: SymbolRow, implementers: Iterable[SymbolRow]) -> list[BrokenUse]:
        """List the types below `owner` that have no member `name`.

        `implementers` are those that once fitted it."""
        edges = self._head.list_incoming(owner, (EdgeKind.INHERITS, EdgeKind.IMPLEMENTS), limit=MOST).items
        below = {e.source.id: e.source for e in edges if isinstance(e.source, SymbolRow)}
        below |= {row.id: row for row in implementers}
        return [
            BrokenUse(row, (row.line,), f"has no `{name}`, which `{owner.name}` asks for now", True)
            for row in below.values()
            if row.kind in TYPES and row.kind is not SymbolKind.INTERFACE
            and not row.flags & Flag.ABSTRACT and not self._has(row, name, owner.node)
        ]  # fmt: skip

    def _has(self, type: SymbolRow, name: str, owner: int) -> bool:
        todo, seen = [type], {type.node, owner}
        while todo:
            each = todo.pop()
            if any(member.name == name for member in self._head.list_members(each)):
                return True
            for edge in self._head.list_outgoing(each, (EdgeKind.INHERITS,), limit=None).items:
                above = edge.target
                if not isinstance(above, SymbolRow):
                    return True  # a library's class: nobody knows what it has
                if above.node not in seen:
                    seen.add(above.node)
                    todo.append(above)
        return False


class _Calls:
    """Calls in a file, by what they call and where."""

    def __init__(self, facts: FileFacts) -> None:
        self._facts = facts
        self._awaited = {expr[1] for expr in facts.exprs if expr[0] == ops.AWAIT}

    def find(self, lines: Iterable[int], names: Collection[str]) -> Iterator[tuple[int, CallShape]]:
        """Find calls of one of the names in those lines.

        What a file exports by default goes by any name elsewhere: it is told where its line has no other such call."""
        wanted = set(lines)
        exprs = self._facts.exprs
        unnamed: dict[int, list[CallShape]] = {}
        met: set[int] = set()
        for kind, _, expr, line in self._facts.sites:
            if line not in wanted or kind not in ("call", "macro-call"):
                continue
            call = exprs[expr]
            if call[0] == ops.ADAPTED:
                continue  # what it passes is given by other means
            name = self._name(call[1]) if call[0] in (ops.CALL, ops.NEW) else ""
            if name in names:
                met.add(line)
                yield line, self._shape(expr, call)
            elif name == "default":
                unnamed.setdefault(line, []).append(self._shape(expr, call))
        yield from ((line, shape) for line, shapes in unnamed.items() if line not in met for shape in shapes)

    def _name(self, callee: int, depth: int = 0) -> str:
        """Return the last name of what is called, by which it was defined."""
        expr = self._facts.exprs[callee]
        if expr[0] in (ops.NAME, ops.ATTR):
            name = str(expr[1] if expr[0] == ops.NAME else expr[2]).removesuffix("()")
            return self._find_imported(name) if expr[0] == ops.NAME else name
        if expr[0] == ops.IMPORT:
            entry = self._facts.imports[expr[1]]
            return entry.name or entry.module
        if expr[0] == ops.SYM:
            return self._facts.symbols[expr[1]].name
        if expr[0] in (ops.GENERIC, ops.INSTANCE, ops.VAR) and depth < 5 and isinstance(expr[1], int):
            return self._facts.symbols[expr[1]].name if expr[0] == ops.VAR else self._name(expr[1], depth + 1)
        return ""

    def _find_imported(self, name: str) -> str:
        """Find the name that a file imports under this one."""
        return next((entry.name for entry in self._facts.imports if entry.alias == name and entry.name), name)

    def _shape(self, at: int, call: Expr) -> CallShape:
        exprs = self._facts.exprs
        is_open = any(exprs[each][0] == ops.SPREAD for each in call[2])
        arguments = [self._make_argument("", each) for each in call[2] if exprs[each][0] != ops.SPREAD]
        arguments += [self._make_argument(str(name), each) for name, each in call[3]]
        return CallShape(tuple(arguments), is_open, at in self._awaited)

    def _make_argument(self, keyword: str, at: int) -> Argument:
        expr = self._facts.exprs[at]
        keys = frozenset(self._facts.names.get(expr[1], ())) if expr[0] == ops.OBJECT else None
        return Argument(keyword, sort_of(str(expr[1])) if expr[0] == ops.LITERAL else "", keys)
