"""Types that comments declare in JavaScript.

These are `@param {T} name`, `@returns {T}`, `@type {T}`, `@typedef {T} Name`, and those that they import: `@import { T
} from "module"`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, Param, SymbolKind
from codegraph_parsers.lang._ecmascript.scopes import get_state, look_up, read_doc
from codegraph_parsers.lang._ecmascript.types import PREDEFINED, TRANSPARENT, build_array_type, build_builtin

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

TAG = re.compile(r"@(param|arg|argument|returns?|type|typedef)\s*\{")
NAME = re.compile(r"\s*\[?\s*([A-Za-z_$][\w$]*)(?![\w$.\[])")
TYPEDEF = re.compile(rb"@typedef\s*\{([^{}@]*)\}\s*([A-Za-z_$][\w$]*)")
TEMPLATE = re.compile(rb"@template\s+(?:\{[^{}]*\}\s*)?([A-Za-z_$][\w$]*(?:\s*,\s*[A-Za-z_$][\w$]*)*)")
IMPORT = re.compile(rb"@import\s+([^@'\"()]+?)\s+from\s+(['\"])([^'\"\n]+)\2")
TOKEN = re.compile(
    r"\s*(?:import\(\s*(['\"])(?P<module>[^'\"]+)\1\s*\)|(?P<word>[A-Za-z_$][\w$]*)|(?P<mark>\[\]|.))", re.DOTALL
)
VAGUE = frozenset(
    (
        "Object", "object", "any", "unknown", "mixed", "void", "undefined", "null", "never", "Function", "function",
        "this", "const", "readonly", "keyof", "unique", "infer", "is", "asserts", "extends", "new",
    )
)  # fmt: skip
"""Words that say nothing of members, or begin what is not read here."""
MAX_DEPTH = 12  # types in types, and names for names


def has_comment_types(w: Walker) -> bool:
    """Return whether comments of this file declare types.

    They do where the language has no other way to.
    """
    return w.spec.name == "javascript"


def list_tags(text: str) -> list[tuple[str, str, str]]:
    """Return `(tag, type, name)` of every tag with a type in a comment's text."""
    found: list[tuple[str, str, str]] = []
    for tag in TAG.finditer(text) if "{" in text else ():
        depth, at = 1, tag.end()
        while at < len(text) and depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        if depth:
            break
        name = NAME.match(text, at)
        found.append((tag.group(1), text[tag.end() : at - 1], name.group(1) if name is not None else ""))
    return found


def declare(w: Walker, symbol: int, params: list[Param]) -> list[Param]:
    """Return the parameters of a function with the types of its comment.

    Its result is declared, too.
    """
    described = w.symbols[symbol].doc
    if "@" not in described or not has_comment_types(w):
        return params
    types: dict[str, str] = {}
    for tag, text, name in list_tags(described):
        if tag in ("param", "arg", "argument"):
            types.setdefault(name, text)
        elif tag in ("return", "returns") and w.symbols[symbol].kind != SymbolKind.CONSTRUCTOR:
            result = parse_type(w, text) if not w.symbols[symbol].flags & Flag.GENERATOR else 0
            if result:
                w.facts.declared.setdefault(symbol, result)
    return [
        p._replace(type=parse_type(w, types[p.name].strip().removeprefix("..."), rest=bool(p.variadic)))
        if p.name in types and not p.type
        else p
        for p in params
    ]


def find_type(w: Walker, node: Node) -> int:
    """Return the type that the comment above a variable or field gives it."""
    if w.comment is None or not has_comment_types(w):
        return 0
    return next((parse_type(w, text) for tag, text, _ in list_tags(read_doc(w, node)) if tag == "type"), 0)


def parse_type(w: Walker, text: str, rest: bool = False) -> int:
    """Parse the text of a type into a type expression.

    Returns 0 for a type that says nothing of members.
    """
    st = get_state(w)
    if st.typedefs is None:
        st.typedefs = {
            found.group(2).decode(): found.group(1).decode("utf-8", "replace") for found in TYPEDEF.finditer(w.source)
        }
        names = b",".join(found.group(1) for found in TEMPLATE.finditer(w.source)).decode("utf-8", "replace")
        st.templates = frozenset(name.strip() for name in names.split(","))
        st.borrowed = find_imports(w.source)
    expr = Reader(w, text, 0).parse()
    return build_array_type(w, expr) if rest and expr else expr


def find_imports(source: bytes) -> dict[str, tuple[str, str, int]]:
    """Return what comments import, by name.

    Values are the module, the name in it ("" for all of it) and the line.
    """
    found: dict[str, tuple[str, str, int]] = {}
    for tag in IMPORT.finditer(source):
        module, line = tag.group(3).decode("utf-8", "replace"), source.count(b"\n", 0, tag.start()) + 1
        text = " ".join(tag.group(1).decode("utf-8", "replace").replace("*/", " ").split())
        first, brace, inner = text.partition("{")
        listed = inner.rstrip(" }").split(",") if brace else ()
        plain = first.strip(" ,")
        for name, part in (("default", plain), *(("", each.strip()) for each in listed)):
            words = part.removeprefix("type ").split()
            if words and words[0] == "*":
                found[words[-1]] = (module, "", line)
            elif words:
                found[words[-1]] = (module, name or words[0], line)
    return found


class Reader:
    """Recursive descent parser of one type.

    It gives 0 for what it does not understand, never a guess.
    """

    def __init__(self, w: Walker, text: str, depth: int) -> None:
        self.w = w
        self.depth = depth
        self.tokens = [found for found in TOKEN.finditer(text.strip().rstrip("=").strip()) if found.group().strip()]
        self.at = 0

    def parse(self) -> int:
        if self.depth > MAX_DEPTH or len(self.tokens) > 200:
            return 0
        expr = self.parse_union()
        return expr if self.at == len(self.tokens) else 0

    def accept(self, *marks: str) -> bool:
        """Take the next token if it is one of the marks."""
        if self.at < len(self.tokens) and self.tokens[self.at]["mark"] in marks:
            self.at += 1
            return True
        return False

    def parse_union(self) -> int:
        self.accept("|")
        parts = [self.parse_suffixed()]
        while self.accept("|", "&"):
            parts.append(self.parse_suffixed())
        return self.w.union([part for part in parts if part])

    def parse_suffixed(self) -> int:
        while self.accept("?", "!"):
            pass
        expr = self.parse_single()
        while True:
            if self.accept("[]"):
                expr = build_array_type(self.w, expr)
            elif not self.accept("?", "!", "="):
                return expr

    def parse_single(self) -> int:
        if self.at >= len(self.tokens):
            return 0
        token = self.tokens[self.at]
        if self.accept("("):
            expr = self.parse_union()
            return expr if self.accept(")") else self.give_up()
        if token["mark"]:
            return self.give_up()
        self.at += 1
        if token["module"]:
            line = (self.w.comment[2] if self.w.comment is not None else 0) + 1
            expr = self.w.add_import(token["module"], "", "", line, "comment")
        else:
            expr = self.resolve_name(token["word"])
        while self.accept("."):
            if self.at < len(self.tokens) and self.tokens[self.at]["mark"] == "<":
                break  # `Array.<T>`
            if self.at >= len(self.tokens) or not self.tokens[self.at]["word"]:
                return self.give_up()
            expr = self.w.share(ops.ATTR, expr, self.tokens[self.at]["word"]) if expr else 0
            self.at += 1
        if self.accept("<"):
            return self.parse_type_arguments(token["word"], expr)
        return build_builtin(self.w, "Array") if token["word"] in ("array", "Array") else expr

    def parse_type_arguments(self, word: str, base: int) -> int:
        given = [self.parse_union()]
        while self.accept(","):
            given.append(self.parse_union())
        if not self.accept(">"):
            return self.give_up()
        if word in TRANSPARENT:
            return given[0]
        return self.w.share(ops.GENERIC, base, tuple(given)) if base and any(given) else base

    def resolve_name(self, word: str) -> int:
        w, st = self.w, get_state(self.w)
        if word in VAGUE or any(word in names for names in st.hidden) or word in st.templates:
            return self.give_up() if word in ("function", "new", "keyof", "infer", "asserts") else 0
        known = PREDEFINED.get(word.lower() if word in ("String", "Number", "Boolean") else word)
        if known:
            return build_builtin(w, known)
        if st.typedefs and word in st.typedefs and self.depth < MAX_DEPTH:
            return Reader(w, st.typedefs[word], self.depth + 1).parse()
        if word in st.borrowed:
            module, name, line = st.borrowed.pop(word)
            st.typed[word] = w.add_import(module, name, "", line, "comment")
        return build_builtin(w, "Array") if word == "array" else st.typed.get(word) or look_up(w, word)

    def give_up(self) -> int:
        """Skip the rest of the text; what was read so far counts for nothing either."""
        self.at = len(self.tokens) + 1
        return 0
