"""Declared types of Ruby, as comments of RBS write them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from codegraph_parsers import ops

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

TOKEN = re.compile(r"\s*(->|=>|::|[A-Za-z_]\w*[?!]?|:\w+|[\[\](){}<>,|?*^&:]|\"[^\"]*\"|\S)")
GENERIC = re.compile(r"@rbs generic (?:out |in )?(\w+)")
ARGUMENTS = re.compile(r"\s*#\[(.*)\]\s*$")
SILENT = frozenset({"Boolean", "Bool"})  # say nothing about a value
LONGEST = 300  # characters of a type that is read


@dataclass
class MethodType:
    """Declared types of a method's parameters, block and result."""

    variables: list[str] = field(default_factory=list[str])
    named: dict[str, int] = field(default_factory=dict[str, int])
    positional: list[int] = field(default_factory=list[int])
    block: int = 0
    result: int = 0


class Reader:
    """Reader of one type, written as RBS or YARD write it."""

    def __init__(self, w: Walker, text: str, scope: int, owner: int) -> None:
        self.w = w
        self.tokens = TOKEN.findall(text[:LONGEST])
        self.at = 0
        self.scope = scope
        self.owner = owner

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.at += 1
        return token

    def skip(self, token: str) -> bool:
        """Take a token if it is the next one."""
        found = self.peek() == token
        self.at += found
        return found

    def read_union(self, separators: str = "|") -> int:
        parts = [self.read_type()]
        while self.peek() and self.peek() in separators:
            self.take()
            parts.append(self.read_type())
        return self.w.union(parts)

    def read_type(self) -> int:
        token = self.take()
        expr = 0
        if token == "(":
            expr = self.read_union()
            self.skip(")")
        elif token == "[":
            parts = self.read_list("]")
            expr = self.w.add(ops.TUPLE, *parts) if parts else 0
        elif token == "^":
            expr = self.read_function()
        elif token == "singleton" and self.skip("("):
            inner = self.read_type()
            self.skip(")")
            expr = self.w.add(ops.GENERIC, self.w.share(ops.NAME, "Class", 0), (inner,)) if inner else 0
        elif token in ("self", "instance") and self.owner >= 0:
            expr = self.w.share(ops.CLASSREF, self.owner)
        elif token == "::":
            return self.read_type()
        elif token[:1].isalpha():
            expr = self.read_named(token)
        self.skip("?")
        return expr

    def read_named(self, token: str) -> int:
        is_optional = token.endswith("?")
        token = token.rstrip("?!")
        expr = 0
        if token[0].isupper() and token not in SILENT:
            expr = self.w.share(ops.NAME, token, self.scope)
        while self.skip("::"):
            name = self.take().rstrip("?")
            expr = self.w.share(ops.ATTR, expr, name) if expr else 0
        opened = self.peek()
        if not is_optional and opened in ("[", "<", "{", "("):
            self.take()
            closing = {"[": "]", "<": ">", "{": "}", "(": ")"}[opened]
            arguments = self.read_list(closing, "," if opened != "{" else ",=>")
            expr = self.w.add(ops.GENERIC, expr, tuple(arguments)) if expr and any(arguments) else expr
        return expr

    def read_list(self, closing: str, separators: str = ",") -> list[int]:
        parts: list[int] = []
        while self.peek() and not self.skip(closing):
            before = self.at
            parts.append(self.read_union())
            if self.peek() in separators or self.peek() == "=>":
                self.take()
            if self.at == before:
                self.take()
        return parts

    def read_arguments(self) -> list[int]:
        """Read `A, B` to the end."""
        return self.read_list("")

    def read_function(self) -> int:
        """Read `(A, B) -> C`."""
        parameters: list[int] = []
        if self.skip("("):
            parameters = self.read_list(")")
        result = self.read_union() if self.skip("->") else 0
        return self.w.add(ops.FUNCTYPE, tuple(parameters), result)

    def read_method(self) -> MethodType:
        """Read `[U] (A, ?B, *C, key: D) { (T) -> U } -> R`."""
        found = MethodType()
        if self.skip("("):
            self.read_parameters(found)
        self.skip("?")
        if self.skip("{"):
            found.block = self.read_function()
            self.skip("}")
        if self.skip("->"):
            found.result = self.read_union()
        return found

    def read_parameters(self, found: MethodType) -> None:
        while self.peek() and not self.skip(")"):
            while self.peek() in ("?", "*"):
                self.take()
            before, token = self.at, self.take()
            if self.peek() == ":" and token[:1].islower():
                self.take()
                found.named[token.rstrip("?")] = self.read_union()
            else:
                self.at = before
                found.positional.append(self.read_union())
                if self.peek()[:1].islower():
                    self.take()  # the name of the parameter
            if not self.skip(",") and self.at == before:
                self.take()


def read_signature_comment(w: Walker, comment: bytes, symbol: int, owner: int) -> MethodType | None:
    """Return what the comment above a method declares; `symbol` is the method."""
    if b"#:" not in comment and b"@" not in comment:
        return None
    lines = comment.decode("utf-8", "replace").splitlines()
    for line in lines:
        text = line.strip()
        if text.startswith("#:"):
            return read_method_type(w, text[2:].strip(), symbol, owner)
    from codegraph_parsers.frameworks.yard.tags import read_tags

    return read_tags(w, lines, symbol, owner)


def read_method_type(w: Walker, text: str, symbol: int, owner: int) -> MethodType:
    variables: list[str] = []
    if text.startswith("["):
        inside, _, text = text[1:].partition("]")
        variables = [name.strip() for name in inside.split(",")]
        w.facts.type_params[symbol] = tuple((name, 0) for name in variables)
    found = Reader(w, text, symbol, owner).read_method()
    found.variables = variables
    return found


def read_type_arguments(w: Walker, node: Node) -> str:
    """Return what the comment behind an `include` applies the module to: `#[A, B]`."""
    end = w.source.find(b"\n", node.end_byte)
    match = ARGUMENTS.match(w.source[node.end_byte : end if end >= 0 else len(w.source)].decode("utf-8", "replace"))
    return match.group(1) if match is not None else ""


def read_generic_names(comment: bytes) -> tuple[tuple[str, int], ...]:
    """Return the type parameters that the comment above a class declares."""
    return tuple((name, 0) for name in GENERIC.findall(comment.decode("utf-8", "replace")))
