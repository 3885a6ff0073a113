"""Syntax hashes of definitions.

Comments, white space and its own name do not change the hash of a definition. The hash is over the syntax tree: kinds
of named nodes in their nesting, and the texts of the leaves. Punctuation is left out, because the nesting already says
it, and so are extra nodes (comments, line continuations), redundant brackets, quotes, and documentation strings. Two
texts with one hash are the same code up to the name of what they define.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph_parsers.file_facts import SourceFile, Symbol
from codegraph_parsers.languages import choose_spec
from codegraph_parsers.tree_parsing import parse_tree

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.spec import SyntaxRules

VERSION: Final = "s1"
_PUNCTUATION: Final = frozenset("()[]{},;:\"'")
_LAYOUT: Final = b" \t\r\n\f\\"
_OPEN, _CLOSE, _NAME = "\x01", "\x02", "\x03"


class SyntaxHash(NamedTuple):
    """A hash of syntax, and the number of tokens it covers.

    `tokens` is how much there is to compare: short definitions are alike by chance.
    """

    digest: str
    tokens: int

    def __str__(self) -> str:
        return f"{VERSION}-{self.tokens}-{self.digest}"

    @classmethod
    def parse(cls, text: str) -> SyntaxHash | None:
        """Parse the text of a hash.

        Returns None for a text that another version wrote, which cannot be compared.
        """
        version, _, rest = text.partition("-")
        tokens, _, digest = rest.partition("-")
        return cls(digest, int(tokens)) if version == VERSION and tokens.isdigit() and digest else None


class Initializer(NamedTuple):
    """The value that a constant, variable or field is initialised with.

    `text` is as written, on one line."""

    digest: SyntaxHash
    text: str
    is_literal: bool  # it names nothing and calls nothing
    has_functions: bool  # it defines a function
    is_declared: bool  # in the declaration, not by an assignment to a member


class _Row(NamedTuple):
    """The children of a node, their offsets, and the number of significant ones."""

    children: list[Node]
    starts: list[int]
    told: int


class SyntaxTree:
    """One parsed file, from which the hashes of its symbols are taken.

    Raises GrammarError, or KeyError without a grammar.
    """

    def __init__(self, source: SourceFile) -> None:
        self._tree, self._spec = parse_tree(choose_spec(source), source.content)
        self._rows: dict[int, _Row] = {}

    def hash_file(self) -> SyntaxHash:
        """Return the hash of the whole file."""
        return _hash([self._tree.root_node], None, self._spec.syntax)

    def hash_symbol(self, symbol: Symbol) -> SyntaxHash:
        if not symbol.qualname:
            return self.hash_file()
        return _hash(self._find_nodes(symbol), (symbol.line - 1, symbol.column), self._spec.syntax)

    def hash_own_code(self, symbol: Symbol, inner: Iterable[Symbol], lines: Collection[int] = ()) -> SyntaxHash:
        """Return the hash of a symbol without the definitions in it.

        `lines` are 1-based: what is imported there is left out.
        """
        return self._hash_without(symbol, self._find_inner_nodes(symbol, inner, lines))

    def hash_heading(self, symbol: Symbol, inner: Iterable[Symbol]) -> SyntaxHash:
        """Return the hash of a symbol without its body: what others can see of it.

        It is the hash of the whole symbol where the grammar knows no body.
        """
        body = self._find_body(symbol)
        return self._hash_without(
            symbol, self._find_inner_nodes(symbol, inner, ()) | ({body.id} if body is not None else set())
        )

    def read_heading(self, symbol: Symbol) -> str:
        """Return the text of a symbol up to its body, on one line and without comments."""
        body = self._find_body(symbol)
        start, end = symbol.start_byte, body.start_byte if body is not None else symbol.end_byte
        root = self._tree.root_node
        text = bytearray((root.text or b"")[start:end])
        for comment in self._find_comments(root.descendant_for_byte_range(start, max(start, end - 1)) or root, end):
            first, last = max(comment.start_byte - start, 0), max(comment.end_byte - start, 0)
            text[first:last] = b" " * len(text[first:last])
        return " ".join(text.decode("utf-8", "replace").split()).rstrip("{: ")

    def hash_declared_type(self, symbol: Symbol) -> SyntaxHash:
        """Hash the type that a field or variable is declared with.

        Nothing is hashed where it has none."""
        found = next(filter(None, map(_find_type, self._find_nodes(symbol))), None)
        return _hash([found] if found is not None else [], None, self._spec.syntax)

    def find_initializer(self, symbol: Symbol) -> Initializer | None:
        """Return the value that a symbol is initialised with, None without one."""
        nodes = self._find_nodes(symbol)
        at = symbol.line - 1, symbol.column
        value = next(filter(None, (_find_value(node, at) for node in nodes)), None)
        is_declared = value is not None
        if value is None and nodes:
            value = _find_assigned(nodes[0])
        if value is None:
            return None
        digest = _hash([value], None, self._spec.syntax)
        kinds = _list_kinds(value)
        has_functions = _has_part(kinds, _DEFINING)
        is_literal = "identifier" not in kinds and not has_functions and not _has_part(kinds, _CALLING)
        text = " ".join((value.text or b"").decode("utf-8", "replace").split())
        return Initializer(digest, text, is_literal, has_functions, is_declared)

    def _hash_without(self, symbol: Symbol, left_out: Collection[int]) -> SyntaxHash:
        name = (symbol.line - 1, symbol.column) if symbol.qualname else None
        return _hash(self._find_nodes(symbol), name, self._spec.syntax, left_out)

    def _find_inner_nodes(self, symbol: Symbol, inner: Iterable[Symbol], lines: Collection[int]) -> set[int]:
        """Return the ids of the nodes of the definitions in a symbol.

        The statement around a definition counts too, where it consists of nothing else.
        """
        nodes = self._find_nodes(symbol)
        body = self._find_body(symbol)
        whole = {node.id for node in nodes}  # a body is there with one definition and with two
        whole |= {body.id} if body is not None else set()
        within: set[int] = set()
        for other in inner:
            found, *beside = self._find_nodes(other)
            while not beside and found.parent is not None and found.parent.id not in whole:
                if found.parent.named_child_count != 1:
                    break
                found = found.parent
            within.update(node.id for node in (found, *beside))
        if lines:
            within.update(child.id for node in nodes for child in node.children if child.start_point[0] + 1 in lines)
            within.update(self._find_imports(nodes, within, sorted(lines)))
        return within - {node.id for node in nodes}

    def _find_imports(self, nodes: Iterable[Node], left_out: Collection[int], lines: Sequence[int]) -> Iterator[int]:
        """Yield the ids of statements that import on some lines.

        They stand over several lines, or under a condition: a name is imported in a line of its own.
        """
        stack = [child for node in nodes for child in node.children]
        while stack:
            node = stack.pop()
            if node.id in left_out:
                continue
            at = bisect_left(lines, node.start_point[0] + 1)
            if at == len(lines) or lines[at] > node.end_point[0] + 1:
                continue
            if node.type in self._spec.syntax.imports:
                yield node.id
            else:
                stack.extend(node.children)

    def _find_nodes(self, symbol: Symbol) -> list[Node]:
        """Return the nodes of a symbol, with what belongs to it around it.

        Decorators are an example. It is one node in most grammars, and several neighbours where what is written in
        front of a definition is no part of its node.
        """
        root = self._tree.root_node
        if not symbol.qualname:
            return [root]
        start, end = symbol.start_byte, symbol.end_byte
        node = root.descendant_for_byte_range(start, max(start, end - 1)) or root
        row = self._read_row(node)
        parts: list[Node] = []
        for child in row.children[bisect_left(row.starts, start) :]:
            if child.start_byte > end:
                break
            if child.end_byte <= end:
                parts.append(child)
        told = [child for child in parts if child.is_named and not child.is_extra]
        more = len(told) < row.told
        if told and (more or node.start_byte < start or node.parent is None):
            return parts
        while node.parent is not None and node.parent.type in self._spec.syntax.outer:
            node = node.parent
        return [node]

    def _read_row(self, node: Node) -> _Row:
        """Return the children of a node, cached.

        A file may have thousands of neighbouring definitions, and every one of them that has something in front of it
        is looked up among all.
        """
        row = self._rows.get(node.id)
        if row is None:
            children = node.children
            told = sum(child.is_named and not child.is_extra for child in children)
            row = self._rows[node.id] = _Row(children, [child.start_byte for child in children], told)
        return row

    def _find_comments(self, node: Node, end: int) -> Iterator[Node]:
        """Yield the comments in a node that begin before `end`.

        A stack of its own: code may be nested deeper than Python calls."""
        stack = [node]
        while stack:
            for child in stack.pop().children:
                if child.start_byte >= end:
                    break
                if child.type in self._spec.syntax.comments or (child.is_extra and not child.is_error):
                    yield child
                else:
                    stack.append(child)

    def _find_body(self, symbol: Symbol) -> Node | None:
        found = (_find_body(node, self._spec.syntax) for node in reversed(self._find_nodes(symbol)))
        return next((body for body in found if body is not None), None)


def _find_type(node: Node) -> Node | None:
    """Return the type in a declaration.

    It may also stand in the statement around the name, or in the one assignment that the declaration consists of."""
    for each in (node, *node.named_children[:1], node.parent):
        found = each.child_by_field_name("type") if each is not None else None
        if found is not None:
            return found
    return None


_VALUES: Final = ("value", "right", "default_value", "default", "arguments")
"""Fields of a declaration that hold its value, in the order of preference."""

_CALLING: Final = ("call", "invocation", "creation", "new_expression", "await")
_DEFINING: Final = ("lambda", "closure", "arrow", "function_expression", "function_definition", "func_literal")
"""Parts of the kinds of nodes that call, and that define a function."""


def _find_value(node: Node, name: tuple[int, int]) -> Node | None:
    """Return the value in a declaration of the name at a place."""
    for field in _VALUES:
        found = node.child_by_field_name(field)
        if found is not None:
            return found
    for declarator in node.children_by_field_name("declarator"):
        if tuple(declarator.start_point) <= name < tuple(declarator.end_point):
            return _find_value(declarator, name)
    return None


def _find_assigned(node: Node) -> Node | None:
    """Return the value assigned to a name or member, alone or in a list."""
    parent, place = node.parent, -1
    if parent is not None and parent.type in ("pattern_list", "tuple_pattern", "expression_list"):
        place = next((i for i, each in enumerate(parent.named_children) if each.id == node.id), -1)
        node, parent = parent, parent.parent
    if parent is None:
        return None
    left, right = parent.child_by_field_name("left"), parent.child_by_field_name("right")
    if left is None or right is None or left.id != node.id:
        return None
    if place < 0:
        return right
    values = right.named_children
    return values[place] if len(values) == len(node.named_children) else right


def _list_kinds(value: Node) -> set[str]:
    """Return the kinds of the named nodes of a value."""
    kinds: set[str] = set()
    stack = [value]
    while stack:
        node = stack.pop()
        if node.is_named:
            kinds.add(node.type)
        stack.extend(node.children)
    return kinds


def _has_part(kinds: Collection[str], parts: Collection[str]) -> bool:
    return any(part in kind for kind in kinds for part in parts)


def _find_body(node: Node, rules: SyntaxRules) -> Node | None:
    """Return the body of a definition.

    Also of a function that is a variable's value, and of what is exported.
    """
    body = node.child_by_field_name("body")
    if body is not None:
        return body
    for name in ("definition", "declaration", "value", "declarator", "right"):
        inner = node.child_by_field_name(name)
        if inner is not None:
            return _find_body(inner, rules)
    last = next((child for child in reversed(node.named_children) if not child.is_extra), None)
    return _find_body(last, rules) if last is not None and node.type in rules.wrappers else None


def _hash(
    roots: Sequence[Node],
    name: tuple[int, int] | None,
    rules: SyntaxRules,
    without: Collection[int] = frozenset(),
) -> SyntaxHash:
    digest = hashlib.blake2b(digest_size=12)
    tokens = 0
    for text in _iterate_tokens(roots, name, rules, without):
        digest.update(text.encode("utf-8", "surrogatepass"))
        digest.update(b"\0")
        tokens += text[0] not in (_OPEN, _CLOSE) if text else 0
    return SyntaxHash(digest.hexdigest(), tokens)


def _iterate_tokens(
    roots: Sequence[Node],
    name: tuple[int, int] | None,
    rules: SyntaxRules,
    without: Collection[int] = frozenset(),
) -> Iterator[str]:
    """Yield leaves and nesting in order, without the nodes in `without`.

    The function keeps a stack of its own: code may be nested deeper than Python calls.
    """
    stack: list[Node | str] = [*reversed(roots)]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            yield node
            continue
        if (node.is_extra and not node.is_error) or node.type in rules.comments:
            continue
        if node.id in without or _is_documentation(node, rules):
            continue
        if node.type in rules.joined and (whole := _join_strings(node, rules)):
            yield from whole
            continue
        if not node.children or node.type in rules.leaves:
            if name is not None and node.is_named and tuple(node.start_point) == name:
                yield _NAME
            elif node.is_named:
                yield _format_token(node, rules)
            elif (text := (node.text or b"").decode("utf-8", "replace").strip()) and text not in _PUNCTUATION:
                yield text
            continue
        if node.type in rules.empty and not node.named_children:
            continue
        inner = _insert_gaps(node)
        if node.type not in rules.brackets:
            yield f"{_OPEN}{node.type}"
            inner.append(_CLOSE)
        stack.extend(reversed(inner))


def _insert_gaps(node: Node) -> list[Node | str]:
    """Return the children of a node with the texts between them.

    Such a text is that of a string around its escapes.
    """
    text, start = node.text or b"", node.start_byte
    inner: list[Node | str] = []
    at = start
    for child in node.children:
        gap = text[at - start : child.start_byte - start]
        if gap.strip(_LAYOUT):
            inner.append(gap.decode("utf-8", "replace"))
        inner.append(child)
        at = child.end_byte
    rest = text[at - start :]
    if rest.strip(_LAYOUT):
        inner.append(rest.decode("utf-8", "replace"))
    return inner


def _join_strings(node: Node, rules: SyntaxRules) -> list[str]:
    """Return the tokens of adjacent strings as those of the one string they are.

    Returns nothing when they are not all plain.
    """
    parts = [part for part in node.named_children if not part.is_extra]
    pieces = [[inner for inner in part.named_children if inner.type not in rules.quotes] for part in parts]
    if any(part.type not in rules.strings for part in parts) or any(
        p.type not in rules.leaves for q in pieces for p in q
    ):
        return []
    around = [
        [_format_token(quote, rules) for quote in part.named_children if quote.type in rules.quotes] for part in parts
    ]
    if not around or any(quotes != around[0] or len(quotes) != 2 for quotes in around):
        return []
    text = "".join((piece.text or b"").decode("utf-8", "replace") for part in pieces for piece in part)
    start, end = around[0]
    kind = next((piece.type for part in pieces for piece in part), "")
    inside = [f"{kind}={text}"] if text else []
    return [f"{_OPEN}{parts[0].type}", start, *inside, end, _CLOSE]


def _format_token(node: Node, rules: SyntaxRules) -> str:
    return f"{node.type}={_normalize_quotes(node.type, (node.text or b'').decode('utf-8', 'replace'), rules)}"


def _normalize_quotes(kind: str, text: str, rules: SyntaxRules) -> str:
    """Return the text of a token; of quotes, only the letters before them.

    Which quotes a string has says nothing, while its prefix may.
    """
    if kind in rules.quotes:
        return text.rstrip("'\"").lower()
    return text


def _is_documentation(node: Node, rules: SyntaxRules) -> bool:
    """Return whether a node is the string that a body begins with."""
    if node.type not in rules.documentation or len(node.named_children) != 1:
        return False
    if node.named_children[0].type not in rules.strings or node.parent is None:
        return False
    first = next((child for child in node.parent.named_children if not child.is_extra), None)
    return first is not None and first.id == node.id and node.parent.type in rules.bodies
