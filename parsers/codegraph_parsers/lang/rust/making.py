"""Items that macros of a file make: what its rules make of what a macro is given is read as source, once a call.

Every token keeps the place where it is written, in the call or in the rules. So what is mentioned stands on its own
line, and what is defined where the call writes its name, or else where the call is."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from codegraph_parsers.lang.rust.items import Header, forget
from codegraph_parsers.lang.rust.macros import ITEMS, parser
from codegraph_parsers.lang.rust.rules import NotExpanded, Rule, expand, rules
from codegraph_parsers.lang.rust.state import state
from codegraph_parsers.lang.rust.tokens import Token, closing, tokens

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.facts import Symbol
    from codegraph_parsers.walker import Walker

BEYOND = 1 << 24  # rows of what macros make begin after those of any file
MAX_NESTED = 24  # macros that make macros
MAX_MADE = 120_000  # tokens a file
READ = ITEMS | frozenset(
    {"function_signature_item", "associated_type", "extern_crate_declaration", "foreign_mod_item", "attribute_item"}
    | {"inner_attribute_item", "macro_invocation", "empty_statement"}
)


@dataclass(slots=True)
class Definition:
    """A macro that a file defines: where its rules stand, and they themselves when they have been asked for."""

    modules: tuple[int, ...]  # inline modules around it: it is there for what follows in them
    body: list[Token] | tuple[int, int, int]  # tokens, or bytes and line
    read: list[Rule] | None = None


class Call(NamedTuple):
    """The outermost call that is being expanded."""

    start: int
    end: int
    line: int
    column: int
    last_line: int
    source: bytes  # the file


@dataclass(slots=True)
class Written:
    """What a macro made, as source."""

    text: bytearray = field(default_factory=bytearray)
    tokens: list[Token] = field(default_factory=list[Token])
    starts: list[int] = field(default_factory=list[int])  # of tokens
    rows: list[int] = field(default_factory=list[int])  # of each row the line in the file
    row_starts: list[int] = field(default_factory=list[int])

    def at(self, position: int) -> Token:
        return self.tokens[max(0, bisect_right(self.starts, position) - 1)]

    def part(self, start: int, end: int) -> list[Token]:
        return self.tokens[bisect_right(self.starts, start - 1) : bisect_right(self.starts, end - 1)]


@dataclass(slots=True)
class Making:
    """What expanding the macros of one file keeps."""

    known: dict[str, Definition | None] = field(default_factory=dict[str, "Definition | None"])
    written: Written | None = None  # what is being read
    call: Call | None = None
    nested: int = 0
    left: int = MAX_MADE
    row: int = BEYOND  # of the next


def making(w: Walker) -> Making:
    found = w.state.get("made")
    if not isinstance(found, Making):
        found = w.state["made"] = Making()
    return found


def define(w: Walker, node: Node, name_node: Node, head: Header) -> None:
    """Keep the rules of a macro for the calls that follow. Which of alternatives a build has is not known."""
    kept = making(w)
    name = w.text(name_node)
    if w.scope.kind != "module":
        return
    if any(text.startswith("cfg") for text in head.attributes) or kept.known.get(name, node) is None:
        kept.known[name] = None
        return
    start, end = name_node.end_byte, node.end_byte
    written = kept.written
    body = written.part(start, end) if written is not None else (start, end, name_node.end_point[0] + 1)
    kept.known[name] = Definition(tuple(state(w).modules), body)


def made(w: Walker, node: Node, name_node: Node, body: Node) -> bool:
    """Whether what stands for items is a call of a macro of this file whose items have been read."""
    kept = making(w)
    path, _, name = w.text(name_node).rpartition("::")
    found = kept.known.get(name)
    if found is None or path not in ("", "crate") or kept.nested >= MAX_NESTED:
        return False
    around = tuple(state(w).modules)
    if around[: len(found.modules)] != found.modules:
        return False
    try:
        result = expand(_rules(w, found), _given(w, body.start_byte + 1, body.end_byte - 1, body.start_point[0] + 1))
    except NotExpanded:
        return False
    kept.left -= len(result)
    if kept.left < 0:
        return False
    written = _write(result)
    tree = _parse(w, written, kept.row)
    if tree.has_error or not all(_is_item(child) for child in tree.named_children):
        return False
    base = kept.row
    kept.row += len(written.rows) + 2
    _read(w, node, tree, written, base)
    return True


def _rules(w: Walker, found: Definition) -> list[Rule]:
    if found.read is None:
        if isinstance(found.body, tuple):
            call = making(w).call
            start, end, line = found.body
            found.body = tokens(call.source if call is not None else w.source, start, end, line)
        found.read = rules(found.body[1 : closing(found.body, 0)]) if found.body else []
    return found.read


def _given(w: Walker, start: int, end: int, line: int) -> list[Token]:
    written = making(w).written
    return written.part(start, end) if written is not None else tokens(w.source, start, end, line)


def _is_item(node: Node) -> bool:
    if node.type == "expression_statement":
        return node.named_child_count == 1 and node.named_children[0].type == "macro_invocation"
    return node.type in READ


def _write(made: list[Token]) -> Written:
    """Tokens as source: what is written on one line stands on one row, as it is spaced there."""
    result = Written(rows=[made[0].line if made else 1], row_starts=[0])
    text = result.text
    before: Token | None = None
    for token in made:
        line = token.line or (before.line if before is not None else 1)
        if before is not None and line != result.rows[-1]:
            text += b"\n"
            result.rows.append(line)
            result.row_starts.append(len(text))
        elif before is not None and (before.end != token.start or token.start < 0):
            text += b" "
        result.starts.append(len(text))
        result.tokens.append(token)
        text += token.text
        for position, _ in enumerate(range(token.text.count(b"\n")), 1):
            result.rows.append(line + position)
            result.row_starts.append(len(text))
        before = token
    return result


def _parse(w: Walker, written: Written, base: int) -> Node:
    from tree_sitter import Range

    reader = parser(w.spec.grammar)
    reader.included_ranges = [Range((base, 0), (base + len(written.rows) + 1, 0), 0, len(written.text))]
    return reader.parse(bytes(written.text)).root_node


def _read(w: Walker, node: Node, tree: Node, written: Written, base: int) -> None:
    """Walk what a macro made, and give everything in it its place in the file."""
    kept, facts = making(w), w.facts
    outer = (w.source, w.comment, kept.written, kept.call)
    if kept.call is None:
        kept.call = Call(
            node.start_byte, node.end_byte, node.start_point[0] + 1, node.start_point[1], node.end_point[0] + 1,
            w.source,
        )  # fmt: skip
    call = kept.call
    symbols, sites, imports, extensions = (len(part) for part in (w.symbols, w.sites, facts.imports, facts.extensions))
    w.source, w.comment, kept.written = bytes(written.text), None, written
    kept.nested += 1
    w.visit_children(tree)
    forget(w)
    kept.nested -= 1
    w.source, w.comment, kept.written, kept.call = outer

    def line_of(line: int) -> int:
        return written.rows[min(line - 1 - base, len(written.rows) - 1)] if line > base else line

    for position in range(symbols, len(w.symbols)):
        if w.symbols[position].start_line > base:
            w.symbols[position] = _placed(w.symbols[position], written, call, base)
        bases = facts.bases.get(position)
        if bases:
            facts.bases[position] = tuple(each._replace(line=line_of(each.line)) for each in bases)
    for position in range(sites, len(w.sites)):
        kind, owner, expr, line = w.sites[position]
        w.sites[position] = (kind, owner, expr, line_of(line))
    for position in range(imports, len(facts.imports)):
        facts.imports[position] = facts.imports[position]._replace(line=line_of(facts.imports[position].line))
    for position in range(extensions, len(facts.extensions)):
        found = facts.extensions[position]
        facts.extensions[position] = found._replace(line=line_of(found.line))
    for lines in (state(w).heads, state(w).macros):
        for expr, line in lines.items():
            lines[expr] = line_of(line)


def _placed(symbol: Symbol, written: Written, call: Call, base: int) -> Symbol:
    """A symbol where the call writes it, else at the call."""
    row = min(symbol.line - 1 - base, len(written.rows) - 1)
    name = written.at(written.row_starts[row] + symbol.column)
    first, last = written.at(symbol.start_byte), written.at(max(symbol.start_byte, symbol.end_byte - 1))
    start, end, start_line, end_line = call.start, call.end, call.line, call.last_line
    if call.start <= first.start <= last.start and last.end <= call.end:
        start, end, start_line, end_line = first.start, last.end, first.line, last.line + last.text.count(b"\n")
    line, column = call.line, call.column
    if start <= name.start < end:
        line, column = name.line, name.start - call.source.rfind(b"\n", 0, name.start) - 1
    elif start != call.start:
        line, column = start_line, start - call.source.rfind(b"\n", 0, start) - 1
    return symbol._replace(
        line=line, column=column, start_line=start_line, end_line=end_line, start_byte=start, end_byte=end
    )
