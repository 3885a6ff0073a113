"""The one walker: a syntax tree becomes symbols, scopes, expressions and sites.

Invariant: the walker keeps, for the function it is in, the expressions that may reach each local name (`env`), merges
them where control flow joins and adds a loop's own bindings at its head. So a local use points at its values, and a
name that is not local stays a `NAME` for the resolver. Roles (`roles.py`) say what a node kind means; a language is a
table of roles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from codegraph_parsers import ops, source_words
from codegraph_parsers.file_facts import (
    Expr,
    FileFacts,
    Flag,
    Import,
    Param,
    Parameter,
    ParseProblem,
    Site,
    Symbol,
    SymbolKind,
)
from codegraph_parsers.scope import Env, Loop, Scope

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.spec import LanguageSpec

Handler = Callable[["Walker", "Node"], int]
ArgumentKinds = dict[int, tuple[int, int] | None]
"""Node kind ids in argument lists that are no positional argument: None for comments, (name, value) field ids for
keyword arguments."""

MAX_DEPTH = 500  # nested nodes; deeper source is machine-made and is reported as not analysed
MAX_SIGNATURE = 400
LITERAL_TEXT = 60  # subscript keys longer than this carry no flow

MENTIONABLE = frozenset(
    {ops.NAME, ops.ATTR, ops.SYM, ops.METHOD_REF, ops.IMPORT, ops.DECORATED, ops.FLOW}
)  # operations that name something


class Walker:
    """State of one file's walk.

    Roles call its methods; nothing here knows a language.
    """

    def __init__(
        self, spec: LanguageSpec, facts: FileFacts, source: bytes, table: dict[int, Handler], kinds: ArgumentKinds
    ) -> None:
        self.spec = spec
        self.facts = facts
        self.source = source
        self.table = table
        self.argument_kinds = kinds
        self.exprs: list[Expr] = facts.exprs
        self.exprs.append((ops.UNKNOWN,))
        self.symbols: list[Symbol] = facts.symbols
        self.sites: list[Site] = []
        facts.sites = self.sites
        self.depth = 0
        self.dead = False  # the current point cannot be reached
        self.reference = "reference"  # kind of the next name mention: reference, type, decorator
        self.comment: tuple[int, int, int, int] | None = None  # last comment run: bytes, first row, last row
        self.texts, self.chains = source_words.prepare_caches()
        self.literals: dict[tuple[str, bytes], int] = {}  # (type name, source) → its expression
        self.shared: dict[tuple[object, ...], int] = {}  # hash-consed expressions
        self.seen: dict[tuple[int, int, str], int] = {}  # (owner, expression, kind) → line of its last mention
        self.classes: list[int] = []  # enclosing classes, innermost last
        self.functions: list[int] = []  # enclosing functions, innermost last
        self.owners: list[int] = [0]  # who a mention is credited to
        self.scope = Scope(0, "module", None)
        self.narrowed = False  # a condition told of a member or an item: kept in `env` under keys that begin with @
        self.state: dict[str, object] = {}  # language hooks keep what they must here

    # -- text ---------------------------------------------------------------------------------------------------

    def read_text(self, node: Node) -> str:
        return self.texts[self.source[node.start_byte : node.end_byte]]

    def read_one_line(self, start: int, end: int, limit: int = MAX_SIGNATURE) -> str:
        """Return the source between two bytes on one line."""
        return " ".join(self.source[start : min(end, start + limit * 4)].decode("utf-8", "replace").split())[:limit]

    # -- walking ------------------------------------------------------------------------------------------------

    def visit(self, node: Node) -> int:
        """Walk one node; return the index of its expression.

        The index is 0 for a statement or anything unknown.
        """
        depth = self.depth
        if depth > MAX_DEPTH:
            return self.report_depth(node)
        handler = self.table.get(node.kind_id)
        if handler is None:
            return self.visit_children(node)
        self.depth = depth + 1
        result = handler(self, node)
        self.depth = depth
        return result

    def visit_field(self, node: Node, field: str) -> int:
        """Walk the child of a field; return the index of its expression, 0 for none."""
        child = node.child_by_field_name(field)
        return self.visit(child) if child is not None else 0

    def visit_children(self, node: Node) -> int:
        """Walk the named children of a node without a role."""
        depth = self.depth
        if depth > MAX_DEPTH:
            return self.report_depth(node)
        self.depth = depth + 1
        get = self.table.get
        for child in node.named_children:
            handler = get(child.kind_id)
            if handler is None:
                self.visit_children(child)
            else:
                handler(self, child)
        self.depth = depth
        return 0

    def visit_all(self, nodes: list[Node]) -> list[int]:
        depth = self.depth
        if depth > MAX_DEPTH:
            return [self.report_depth(node) for node in nodes]
        self.depth = depth + 1
        get = self.table.get
        results: list[int] = []
        for node in nodes:
            handler = get(node.kind_id)
            results.append(handler(self, node) if handler is not None else self.visit_children(node))
        self.depth = depth
        return results

    def report_depth(self, node: Node) -> int:
        start, end = node.start_point[0] + 1, node.end_point[0] + 1
        problems = self.facts.problems
        last = problems[-1] if problems else None
        if last is not None and last.kind == "depth" and last.start_line <= start <= last.end_line + 1:
            problems[-1] = last._replace(end_line=max(end, last.end_line))
        else:
            problems.append(ParseProblem("depth", f"nesting deeper than {MAX_DEPTH} levels", start, end))
        return 0

    # -- expressions --------------------------------------------------------------------------------------------

    def add(self, *expr: object) -> int:
        exprs = self.exprs
        exprs.append(expr)
        return len(exprs) - 1

    def share(self, *expr: object) -> int:
        """Add an expression once, where its meaning does not depend on its place."""
        found = self.shared.get(expr)
        if found is None:
            found = self.shared[expr] = len(self.exprs)
            self.exprs.append(expr)
        return found

    def union(self, parts: list[int]) -> int:
        """Return one expression for any of `parts`."""
        if len(parts) == 2:
            first, second = parts
            if not second or first == second:
                return first
            return self.share(ops.UNION, first, second) if first else second
        kept = [part for part in dict.fromkeys(parts) if part]
        if not kept:
            return 0
        return kept[0] if len(kept) == 1 else self.share(ops.UNION, *kept)

    def add_literal(self, type_name: str, text: str = "") -> int:
        return self.share(ops.LITERAL, type_name, text if len(text) <= LITERAL_TEXT else "")

    def add_instance(self, type_expr: int) -> int:
        return self.share(ops.INSTANCE, type_expr) if type_expr else 0

    # -- names --------------------------------------------------------------------------------------------------

    def look_up(self, name: str) -> int:
        """Return what a name means here: its reaching bindings, else a free `NAME`."""
        scope = self.scope
        found = scope.env.get(name)
        if found is not None:
            for loop in scope.loops:
                if loop.head.get(name) == found:
                    joined = self.add(ops.UNION, found)
                    loop.joins[name] = scope.env[name] = joined
                    found = joined
            return found
        if scope.kind == "function" and name not in scope.globals and name not in scope.bound:
            outer = scope.outer
            while outer is not None:
                if outer.kind == "function":
                    found = outer.env.get(name)
                    if found is not None:
                        return found
                    if name in outer.bound:
                        break
                outer = outer.outer
        symbol = scope.symbol
        if scope.kind == "class" and self.spec.semantics.lookup.class_scope == "sequence":
            symbol = scope.find_lookup_scope(name, self.facts.type_params.get(symbol, ()))
        return self.share(ops.NAME, name, symbol)

    def bind(self, name: str, expr: int) -> None:
        """Assign to a name of the current scope."""
        scope = self.scope
        owner = scope.globals.get(name)
        if owner is not None:
            owner.bound.setdefault(name, []).append(expr)
            owner.escaped.add(name)
            scope.env[name] = expr
            return
        scope.env[name] = expr
        bound = scope.bound.get(name)
        if bound is None:
            scope.bound[name] = [expr]
        else:
            bound.append(expr)

    def declare(self, name: str, expr: int) -> None:
        """Introduce a name in the innermost block.

        It hides an outer one until the block ends.
        """
        blocks = self.scope.blocks
        if blocks and name not in blocks[-1]:
            blocks[-1][name] = self.scope.env.get(name)
        self.bind(name, expr)

    def narrow(self, name: str, expr: int) -> None:
        """Record that a name is known to be `expr` in the rest of this branch.

        This is no binding.
        """
        self.scope.env[name] = expr

    def narrow_names(self, facts: Iterable[tuple[str, int]]) -> dict[str, int | None]:
        """Narrow several names, and return what was known of them before."""
        before: dict[str, int | None] = {}
        for name, expr in facts:
            before.setdefault(name, self.scope.env.get(name))
            self.narrow(name, expr)
        return before

    def restore_names(self, before: Mapping[str, int | None]) -> None:
        """Let names be known again as they were before, or not at all."""
        env = self.scope.env
        for name, expr in before.items():
            if expr is None:
                env.pop(name, None)
            else:
                env[name] = expr

    def open_block(self) -> None:
        self.scope.blocks.append({})

    def close_block(self) -> None:
        self.restore_names(self.scope.blocks.pop())

    # -- control flow -------------------------------------------------------------------------------------------

    def walk_branches(self, arms: list[Callable[[], object]], exhaustive: bool) -> None:
        """Walk alternatives from the same state and join their results.

        If they are not exhaustive, none of them may be taken.
        """
        scope = self.scope
        before, was_dead = scope.env, self.dead
        ends: list[Env] = [] if exhaustive else [before]
        for arm in arms:
            scope.env = dict(before)
            self.dead = False
            arm()
            if not self.dead:
                ends.append(scope.env)
        self.dead = was_dead or not ends
        scope.env = self.join(ends) if ends else dict(before)

    def join(self, envs: list[Env]) -> Env:
        first = envs[0]
        if len(envs) == 1:
            return first
        merged = dict(first)
        for other in envs[1:]:
            if other is first:
                continue
            for name, expr in other.items():
                have = merged.get(name)
                if have is None:
                    merged[name] = expr
                elif have != expr:
                    merged[name] = self.union([self.strip_exclusions(have), self.strip_exclusions(expr)])
        if self.narrowed:
            for key in merged.keys() - set(first).intersection(*envs[1:]):
                if key.startswith("@") or self.strip_exclusions(merged[key]) != merged[key]:
                    del merged[key]
        return merged

    def strip_exclusions(self, expr: int) -> int:
        """Return a value without what only one of the joined branches excludes."""
        while self.exprs[expr][0] in (ops.EXCLUDED, ops.DISCRIMINATED):
            expr = self.exprs[expr][1]
        return expr

    def walk_loop(self, body: Callable[[], object]) -> None:
        """Walk a loop body that may run any number of times."""
        scope = self.scope
        before = scope.env
        frame = Loop(before)
        scope.loops.append(frame)
        scope.env = dict(before)
        was_dead, self.dead = self.dead, False
        body()
        ends = [before, *frame.breaks] if self.dead else [before, scope.env, *frame.breaks]
        scope.loops.pop()
        for name, joined in frame.joins.items():
            last = self.strip_exclusions(scope.env.get(name, joined))
            if last != joined and last:
                self.exprs[joined] = (*self.exprs[joined], last)
        self.dead = was_dead
        scope.env = self.join(ends)

    def leave(self) -> None:
        """Mark the code after this point as unreachable.

        Control leaves here by return, raise, break or continue.
        """
        self.dead = True

    def leave_loop(self) -> None:
        """Leave a loop by `break`: what is bound here is bound after the loop."""
        if self.scope.loops:
            self.scope.loops[-1].breaks.append(dict(self.scope.env))
        self.dead = True

    # -- mentions -----------------------------------------------------------------------------------------------

    def mention(self, expr: int, line: int, kind: str = "") -> None:
        """Record that the current owner names something, once a line."""
        if self.exprs[expr][0] in MENTIONABLE:
            self.note(expr, line, kind or self.reference)

    def note(self, expr: int, line: int, kind: str) -> None:
        """Record a mention of an expression that is known to name something."""
        owner = self.owners[-1]
        key = (owner, expr, kind)
        if self.seen.get(key) != line:
            self.seen[key] = line
            self.sites.append((kind, owner, expr, line))

    def add_site(self, kind: str, expr: int, line: int) -> None:
        self.sites.append((kind, self.owners[-1], expr, line))

    # -- definitions --------------------------------------------------------------------------------------------

    def define(
        self,
        kind: SymbolKind,
        name: str,
        node: Node,
        name_node: Node | None = None,
        *,
        signature: str = "",
        parameters: tuple[Parameter, ...] = (),
        doc: str = "",
        decorators: tuple[str, ...] = (),
        visibility: str = "public",
        flags: int = 0,
        parent: int | None = None,
        start: Node | None = None,
    ) -> int:
        """Add a symbol; return its index.

        `start` is the node it begins with when decorators stand before `node`.
        """
        if parent is None:
            parent = self.scope.symbol
        above = self.symbols[parent].qualname
        qualname = f"{above}.{name}" if above else name
        begin = start or node
        point = (name_node or node).start_point
        if self.functions:
            flags |= Flag.LOCAL
        self.symbols.append(
            Symbol(
                kind, name, qualname, parent, point[0] + 1, point[1], begin.start_point[0] + 1, node.end_point[0] + 1,
                begin.start_byte, node.end_byte, signature, parameters, doc, decorators, visibility, flags,
            )
        )  # fmt: skip
        return len(self.symbols) - 1

    def add_module(self, name: str, node: Node, doc: str = "") -> None:
        """Add symbol 0, the module."""
        self.symbols.append(
            Symbol(
                SymbolKind.MODULE, name, "", -1, 0, 0, 1, node.end_point[0] + 1, 0, len(self.source),
                "", (), doc, (), "public", Flag.EXPORTED,
            )
        )  # fmt: skip

    def flag(self, symbol: int, flags: int) -> None:
        found = self.symbols[symbol]
        self.symbols[symbol] = found._replace(flags=found.flags | flags)

    def define_variable(
        self, name: str, node: Node, name_node: Node, value: int, declared: int = 0, *, kind: SymbolKind | None = None,
        signature: str = "", visibility: str = "public", flags: int = 0, doc: str = "", parent: int | None = None,
    ) -> int:  # fmt: skip
        """Define a module variable, constant or class field.

        There is one symbol for a name and scope, however often it is assigned.
        """
        parent = self.scope.symbol if parent is None else parent
        key = ("var", parent, name)
        symbol = self.shared.get(key)
        if symbol is None:
            if kind is None:
                kind = SymbolKind.CONSTANT if name.isupper() else SymbolKind.VARIABLE
            symbol = self.shared[key] = self.define(
                kind,
                name,
                node,
                name_node,
                signature=signature,
                visibility=visibility,
                flags=flags,
                doc=doc,
                parent=parent,
            )
        if declared and symbol not in self.facts.declared:
            self.facts.declared[symbol] = declared
        if value:
            self.facts.values[symbol] = (*self.facts.values.get(symbol, ()), value)
        return symbol

    def open_scope(self, symbol: int, kind: str) -> Scope:
        """Enter a scope, whose code can be reached wherever it stands."""
        self.scope = Scope(symbol, kind, self.scope)
        self.scope.was_dead, self.dead = self.dead, False
        if kind == "class":
            self.classes.append(symbol)
        elif kind == "function":
            self.functions.append(symbol)
        self.owners.append(symbol)
        return self.scope

    def close_scope(self) -> Scope:
        """Leave the scope and keep its names."""
        scope = self.scope
        assert scope.outer is not None
        self.keep_names(scope)
        self.scope, self.dead = scope.outer, scope.was_dead
        self.owners.pop()
        if scope.kind == "class":
            self.classes.pop()
        elif scope.kind == "function":
            self.functions.pop()
        return scope

    def keep_names(self, scope: Scope) -> None:
        """Keep the names of a scope as facts.

        Module and class scopes keep what flows to their end plus what functions assign; functions keep all.
        """
        if not scope.bound:
            return
        kept: dict[str, int] = self.facts.names.setdefault(scope.symbol, {})
        for name, bound in scope.bound.items():
            if scope.kind == "function":
                kept[name] = bound[0] if len(bound) == 1 else self.union(bound)
            else:
                last = None if name in scope.escaped else scope.env.get(name)
                kept[name] = self.strip_flow(last if last is not None else self.union(bound))

    def strip_flow(self, expr: int) -> int:
        """Return a name as other scopes see it.

        They see the variables, not the values these happen to hold at one point.
        """
        if self.exprs[expr][0] not in (ops.FLOW, ops.UNION):
            return expr
        found: dict[int, None] = {}
        seen: set[int] = set()
        pending = [expr]
        while pending:  # no recursion: a join of joins grows with the number of statements
            part = pending.pop()
            if part in seen:
                continue
            seen.add(part)
            op = self.exprs[part]
            if op[0] == ops.UNION:
                pending.extend(reversed(op[1:]))
            else:
                found[op[1] if op[0] == ops.FLOW else part] = None
        return self.union(list(found))

    def add_import(self, module: str, name: str, alias: str, line: int, kind: str = "import") -> int:
        """Record an import; return the expression that its alias is bound to."""
        self.facts.imports.append(Import(module, name, alias, line, kind))
        return self.add(ops.IMPORT, len(self.facts.imports) - 1)

    def add_star_import(self, module: str, line: int, kind: str = "import") -> None:
        """Record a wildcard import into the current scope."""
        self.facts.imports.append(Import(module, "*", "", line, kind))
        source = self.add(ops.IMPORT, len(self.facts.imports) - 1)
        self.facts.stars.setdefault(self.scope.symbol, []).append(source)

    def set_params(self, symbol: int, params: list[Param]) -> None:
        self.facts.params[symbol] = tuple(params)

    def add_return(self, expr: int) -> None:
        if self.functions and expr:
            symbol = self.functions[-1]
            self.facts.returns[symbol] = (*self.facts.returns.get(symbol, ()), expr)

    def add_yield(self, expr: int) -> None:
        if self.functions:
            symbol = self.functions[-1]
            self.facts.yields[symbol] = (*self.facts.yields.get(symbol, ()), expr)
