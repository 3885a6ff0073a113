"""Expansion of macros of a file into items.

Once per call, the result of the macro's rules is parsed as source. Every token keeps the place where it is written, in
the call or in the rules. So a mention is on its own line, and a definition is where the call writes its name, or else
at the call.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from codegraph_parsers.lang.rust.items import Header, discard_attributes
from codegraph_parsers.lang.rust.macros import ITEMS, create_parser
from codegraph_parsers.lang.rust.rules import NotExpanded, Rule, expand, parse_rules
from codegraph_parsers.lang.rust.state import get_state
from codegraph_parsers.lang.rust.tokens import Token, find_closing, tokenize

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.file_facts import Symbol
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
    """A macro that a file defines.

    It has the place of the rules, and the rules themselves once they have been read.
    """

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
class ExpandedSource:
    """Source made by a macro."""

    text: bytearray = field(default_factory=bytearray)
    tokens: list[Token] = field(default_factory=list[Token])
    starts: list[int] = field(default_factory=list[int])  # of tokens
    rows: list[int] = field(default_factory=list[int])  # of each row the line in the file
    row_starts: list[int] = field(default_factory=list[int])

    def find_token(self, position: int) -> Token:
        return self.tokens[max(0, bisect_right(self.starts, position) - 1)]

    def slice_tokens(self, start: int, end: int) -> list[Token]:
        return self.tokens[bisect_right(self.starts, start - 1) : bisect_right(self.starts, end - 1)]


@dataclass(slots=True)
class ExpansionState:
    """State of the expansion of one file's macros."""

    known: dict[str, Definition | None] = field(default_factory=dict[str, "Definition | None"])
    written: ExpandedSource | None = None  # what is being read
    call: Call | None = None
    nested: int = 0
    left: int = MAX_MADE
    row: int = BEYOND  # of the next


def get_expansion_state(w: Walker) -> ExpansionState:
    found = w.state.get("made")
    if not isinstance(found, ExpansionState):
        found = w.state["made"] = ExpansionState()
    return found


def define(w: Walker, node: Node, name_node: Node, head: Header) -> None:
    """Define a macro, whose rules are kept for the calls that follow.

    Where a macro has alternatives, it is not known which of them a build has.
    """
    kept = get_expansion_state(w)
    name = w.read_text(name_node)
    if w.scope.kind != "module":
        return
    if any(text.startswith("cfg") for text in head.attributes) or kept.known.get(name, node) is None:
        kept.known[name] = None
        return
    start, end = name_node.end_byte, node.end_byte
    written = kept.written
    body = written.slice_tokens(start, end) if written is not None else (start, end, name_node.end_point[0] + 1)
    kept.known[name] = Definition(tuple(get_state(w).modules), body)


def expand_items(w: Walker, node: Node, name_node: Node, body: Node) -> bool:
    """Expand a macro call among items, and lower the items.

    Return whether the call was of a macro of this file and its items have been read.
    """
    kept = get_expansion_state(w)
    path, _, name = w.read_text(name_node).rpartition("::")
    found = kept.known.get(name)
    if found is None or path not in ("", "crate") or kept.nested >= MAX_NESTED:
        return False
    around = tuple(get_state(w).modules)
    if around[: len(found.modules)] != found.modules:
        return False
    try:
        result = expand(
            _read_rules(w, found), _read_arguments(w, body.start_byte + 1, body.end_byte - 1, body.start_point[0] + 1)
        )
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


def _read_rules(w: Walker, found: Definition) -> list[Rule]:
    if found.read is None:
        if isinstance(found.body, tuple):
            call = get_expansion_state(w).call
            start, end, line = found.body
            found.body = tokenize(call.source if call is not None else w.source, start, end, line)
        found.read = parse_rules(found.body[1 : find_closing(found.body, 0)]) if found.body else []
    return found.read


def _read_arguments(w: Walker, start: int, end: int, line: int) -> list[Token]:
    written = get_expansion_state(w).written
    return written.slice_tokens(start, end) if written is not None else tokenize(w.source, start, end, line)


def _is_item(node: Node) -> bool:
    if node.type == "expression_statement":
        return node.named_child_count == 1 and node.named_children[0].type == "macro_invocation"
    return node.type in READ


def _write(made: list[Token]) -> ExpandedSource:
    """Write tokens as source.

    Tokens of one line are on one row, with their original spaces.
    """
    result = ExpandedSource(rows=[made[0].line if made else 1], row_starts=[0])
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


def _parse(w: Walker, written: ExpandedSource, base: int) -> Node:
    from tree_sitter import Range

    reader = create_parser(w.spec.grammar)
    reader.included_ranges = [Range((base, 0), (base + len(written.rows) + 1, 0), 0, len(written.text))]
    return reader.parse(bytes(written.text)).root_node


def _read(w: Walker, node: Node, tree: Node, written: ExpandedSource, base: int) -> None:
    """Walk the source that a macro made, and place everything in it in the file."""
    kept, facts = get_expansion_state(w), w.facts
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
    discard_attributes(w)
    kept.nested -= 1
    w.source, w.comment, kept.written, kept.call = outer

    def line_of(line: int) -> int:
        return written.rows[min(line - 1 - base, len(written.rows) - 1)] if line > base else line

    for position in range(symbols, len(w.symbols)):
        if w.symbols[position].start_line > base:
            w.symbols[position] = _place_symbol(w.symbols[position], written, call, base)
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
    for lines in (get_state(w).heads, get_state(w).macros):
        for expr, line in lines.items():
            lines[expr] = line_of(line)


def _place_symbol(symbol: Symbol, written: ExpandedSource, call: Call, base: int) -> Symbol:
    """Return a symbol placed where the call writes it, else at the call."""
    row = min(symbol.line - 1 - base, len(written.rows) - 1)
    name = written.find_token(written.row_starts[row] + symbol.column)
    first, last = written.find_token(symbol.start_byte), written.find_token(max(symbol.start_byte, symbol.end_byte - 1))
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
