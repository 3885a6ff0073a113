"""Digests of what other files can read of a file's facts.

Two digests tell what an edit changed. Facts refer to each other by index, and every index moves with an edit. A digest
therefore spells things out: symbols by what distinguishes them in their file, expressions by everything they lead to
within the file. It holds no lines.

Digests are kept on disk, so they are the same in every process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterator
from typing import Final, NamedTuple, TypeVar

from codegraph.resolve.incremental.summaries import CLASS_KINDS, FUNCTION_KINDS, UNLINKED
from codegraph.resolve.program.program import is_class
from codegraph_parsers import ops
from codegraph_parsers.file_facts import EVERYWHERE, Expr, FileFacts, Flag, SymbolKind
from codegraph_parsers.ids import map_suffixes

K = TypeVar("K", bound=Hashable)

SymbolKey = str
"""Qualified name and what tells it apart from others of that name in its file; "" for the module."""

_OF_SYMBOL: Final = frozenset((ops.SYM, ops.SELF, ops.SUPER, ops.CLASSREF, ops.OBJECT, ops.LAMBDA_SELF, ops.VAR))
_OF_ONE: Final = frozenset(
    (ops.INSTANCE, ops.ITER, ops.AWAIT, ops.ENTER, ops.DEREF, ops.KEYOF, ops.SPREAD, ops.TYPEOF, ops.RETURN_TYPE,
     ops.CONST)
)  # fmt: skip
_OF_MANY: Final = frozenset((ops.UNION, ops.TUPLE))
_OF_TWO: Final = frozenset((ops.INDEX, ops.DECLARED, ops.FLOW, ops.BEHIND, ops.EXCLUDED, ops.ADAPTED))
_OF_TWO_AND_NAME: Final = frozenset((ops.FIELD_OF, ops.DISCRIMINATED, ops.OVERRIDDEN))
_OF_BASE: Final = frozenset((ops.ATTR, ops.MEMBER_TYPE, ops.ITEM, ops.SLICE))


class Digest(NamedTuple):
    """Hashes of what other files can read of a file, by key.

    Equal hashes mean equal text for everything that other files can notice.
    """

    symbols: dict[SymbolKey, int]
    lines: dict[SymbolKey, int]
    tables: dict[SymbolKey, int]  # names bound directly in a symbol
    names: dict[str, int]  # what a name is bound to in any scope
    bound: dict[str, int]  # what it is bound to on module level
    spaces: dict[str, int]  # open namespaces by qualified name
    inner: dict[tuple[str, str], int]  # names in them
    linked: dict[str, int]  # definitions that declarations elsewhere may stand for, by qualified name
    stars: int
    unit: int  # what a unit asks of its files


def hash_text(said: Hashable) -> int:
    """Return a hash of 64 bits that is the same in every process.

    `said` is made of texts, numbers, members of enumerations, None and tuples of these."""
    text = repr(said).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little", signed=True)


def list_symbol_keys(facts: FileFacts) -> list[SymbolKey]:
    """Return the keys of all symbols of a file."""
    told_apart = map_suffixes(facts.symbols)
    return [s.qualname + told_apart.get(at, "") for at, s in enumerate(facts.symbols)]


class Digester:
    """Computation of the digests of one file."""

    def __init__(self, facts: FileFacts, keys: list[SymbolKey]) -> None:
        self.facts = facts
        self.keys = keys

    def digest(self, *, package_names: bool) -> Digest:
        """Compute the digest of the file.

        `package_names` says that an import binds the name that the imported module declares.
        """
        facts, keys = self.facts, self.keys
        names: dict[str, list[Hashable]] = {}
        inner: dict[tuple[str, str], list[Hashable]] = {}
        for table in (facts.names, facts.members):
            for scope, bound in table.items():
                space = facts.symbols[scope].qualname if facts.symbols[scope].flags & Flag.OPEN else None
                space = EVERYWHERE if facts.symbols[scope].name == EVERYWHERE else space
                for name, expr in bound.items():
                    said = (keys[scope], self.hash_expression(expr))
                    names.setdefault(name, []).append(said)
                    if space is not None and table is facts.names:
                        inner.setdefault((space, name), []).append(said)
        module: dict[str, list[Hashable]] = {}
        for name, expr in facts.names.get(0, {}).items():
            module.setdefault(name, []).append(self.hash_expression(expr))
        for name, expr in (facts.exports or {}).items():
            module.setdefault(name, []).append(("export", self.hash_expression(expr)))
        linked: dict[str, list[Hashable]] = {}
        spaces: dict[str, list[Hashable]] = {}
        for at, symbol in enumerate(facts.symbols):
            names.setdefault(symbol.name, []).append((keys[at], symbol.flags, symbol.kind))
            if symbol.flags & Flag.OPEN:
                spaces.setdefault(symbol.qualname, []).append(keys[at])
            linkable = symbol.kind in FUNCTION_KINDS or symbol.kind in CLASS_KINDS
            if (linkable or symbol.kind == SymbolKind.VARIABLE) and not symbol.flags & UNLINKED:
                linked.setdefault(symbol.qualname, []).append(keys[at])
        return Digest(
            {key: self.hash_symbol(at) for at, key in enumerate(keys)},
            {key: facts.symbols[at].line for at, key in enumerate(keys)},
            self.hash_tables(),
            _hash_rows(names), _hash_rows(module), _hash_rows(spaces), _hash_rows(inner), _hash_rows(linked),
            hash_text(tuple((keys[scope], *map(self.hash_expression, exprs)) for scope, exprs in facts.stars.items()))
            ^ hash_text(
                tuple((i.module, i.kind) for i in facts.imports if package_names and not i.alias and not i.name)
            ),
            hash_text((facts.exports is None, bool(facts.stars), facts.symbols[0].flags if facts.symbols else 0)),
        )  # fmt: skip

    def hash_tables(self) -> dict[SymbolKey, int]:
        facts = self.facts
        fields: dict[int, list[Hashable]] = {}
        for at, symbol in enumerate(facts.symbols):
            if symbol.kind == SymbolKind.FIELD:
                fields.setdefault(symbol.parent, []).append((symbol.name, at in facts.declared))
        return {
            key: hash_text((tuple(facts.names.get(at, ())), tuple(fields.get(at, ()))))
            for at, key in enumerate(self.keys)
            if at in facts.names or at in fields
        }

    def hash_symbol(self, at: int) -> int:
        """Hash all facts of one symbol except its contents."""
        facts, said = self.facts, self.hash_expression
        s = facts.symbols[at]
        groups = (facts.values, facts.returns, facts.yields, facts.decorators)
        return hash_text(
            (
                s.kind, s.name, s.qualname, s.flags, s.visibility, s.signature, s.parameters, s.decorators,
                self.keys[s.parent] if s.parent >= 0 else None,
                tuple((p.name, p.variadic, said(p.type), said(p.default)) for p in facts.params.get(at, ())),
                said(facts.declared.get(at, 0)), said(facts.expected.get(at, 0)),
                tuple(tuple(map(said, group.get(at, ()))) for group in groups),
                tuple((base.kind, said(base.expr)) for base in facts.bases.get(at, ())),
                tuple((name, said(bound)) for name, bound in facts.type_params.get(at, ())),
                is_class(s) and at in facts.members, () if at else (facts.condition, facts.package),
            )
        )  # fmt: skip

    def hash_expression(self, index: int) -> int:
        """Hash an expression and everything it leads to within its file.

        Operands are numbered in the order in which they are met.
        """
        if not index:
            return 0
        met: dict[int, int] = {index: 0}
        said: list[Hashable] = []
        queue = [index]
        for at in queue:  # grows while it is read
            expr = self.facts.exprs[at]
            said.append(self._describe_operation(expr))
            for operand in _list_operands(expr):
                if operand not in met:
                    met[operand] = len(met)
                    queue.append(operand)
                said.append(met[operand])
        return hash_text(tuple(said))

    def _describe_operation(self, expr: Expr) -> Hashable:
        """Return an operation with its operands that are not expressions."""
        op = expr[0]
        if op == ops.NAME:
            name: str = expr[1]
            scope: int = expr[2]
            return (op, name, self.keys[scope])
        if op in _OF_SYMBOL:
            at: int = expr[1]
            return (op, self.keys[at])
        if op == ops.PARAM:
            at = expr[1]
            parameter: int = expr[2]
            return (op, self.keys[at], parameter)
        if op == ops.IMPORT:
            position: int = expr[1]
            entry = self.facts.imports[position]
            return (op, entry.module, entry.name, entry.alias, entry.kind)
        if op in ops.SCOPED:
            scopes: tuple[int, ...] = expr[ops.SCOPED[op] :]
            return (op, expr[2], *(self.keys[each] for each in scopes))
        if op in _OF_BASE:
            return (op, *expr[2:])
        if op in (ops.CALL, ops.NEW):
            return (op, len(expr[2]), tuple(name for name, _ in expr[3]))
        if op == ops.LIST:
            return (op, expr[1])
        if op == ops.DICT:
            return (op, expr[1], tuple(text for text, _, _ in expr[2]))
        if op == ops.LITERAL:
            return expr
        if op == ops.GENERIC:
            return (op, *expr[3:])
        if op in (ops.ARGTYPE, ops.METHOD_REF):
            return (op, expr[2])
        if op in _OF_TWO_AND_NAME:
            return (op, *expr[3:])
        return op


def _list_operands(expr: Expr) -> Iterator[int]:
    """Return the expressions that an expression is made of.

    Absent ones are left out.
    """
    op = expr[0]
    found: tuple[int, ...]
    if op in _OF_ONE or op in _OF_BASE:
        found = (expr[1],)
    elif op in _OF_MANY:
        found = expr[1:]
    elif op in _OF_TWO or op in _OF_TWO_AND_NAME:
        found = (expr[1], expr[2])
    elif op in (ops.CALL, ops.NEW):
        found = (expr[1], *expr[2], *(value for _, value in expr[3]))
    elif op in (ops.GENERIC, ops.DECORATED, ops.TEMPLATE):
        found = (expr[1], *expr[2])
    elif op == ops.LIST:
        found = expr[2]
    elif op == ops.DICT:
        found = tuple(each for _, key, value in expr[2] for each in (key, value))
    elif op == ops.FUNCTYPE:
        found = (*expr[1], expr[2])
    elif op in (ops.ARGTYPE, ops.METHOD_REF):
        found = (expr[1], *expr[3:])
    elif op == ops.PLACE:
        found = (expr[1], *(each for pair in expr[2] for each in pair))
    elif op == ops.OPERATOR:
        found = (expr[1], *expr[3])
    else:
        found = ()
    return (each for each in found if each)


def _hash_rows(said: dict[K, list[Hashable]]) -> dict[K, int]:
    return {key: hash_text(tuple(each)) for key, each in said.items()}
