"""Types and tags of documentation comments."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.php import names, state

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

ARRAYS = frozenset({
    "array", "list", "iterable", "non-empty-array", "non-empty-list", "associative-array", "callable-array",
})  # fmt: skip
TEXTS = frozenset({
    "string", "non-empty-string", "numeric-string", "literal-string", "lowercase-string", "truthy-string",
    "trait-string", "callable-string", "non-falsy-string", "uppercase-string",
})  # fmt: skip
NUMBERS = {
    "int": "integer", "integer": "integer", "positive-int": "integer", "negative-int": "integer",
    "non-negative-int": "integer", "non-positive-int": "integer", "float": "double", "double": "double",
    "bool": "boolean", "boolean": "boolean", "true": "boolean", "false": "boolean",
}  # fmt: skip
SILENT = frozenset({
    "mixed", "null", "void", "never", "object", "resource", "scalar", "numeric", "number", "array-key", "no-return",
    "never-return", "never-returns", "value-of", "key-of", "int-mask", "int-mask-of", "empty", "callback",
})  # fmt: skip
CLASS_NAMES = frozenset({"class-string", "interface-string", "enum-string"})
FUNCTIONS = frozenset({"callable", "closure", "pure-callable", "pure-closure"})
CLASS_STRING = "class_string"
STRING = "str"
LONGEST = 2000  # characters of a documented type that is read
DEEPEST = 12  # nested types

_TOKEN = re.compile(r"""\$?[\w\\\x80-\uffff][\w\\\x80-\uffff-]*|\.\.\.|::|'[^']*'|"[^"]*"|\S""")
_WORD = re.compile(r"\$?[A-Za-z_\\\x80-\uffff]")
_TAG = re.compile(
    r"@(?:phpstan-|psalm-)?(var|param(?:-out)?|return|property(?:-read|-write)?|method|mixin|template(?:-covariant"
    r"|-contravariant)?|extends|implements|use|type|test\b|dataProvider|depends)\b[ \t]*"
)
_OPENING, _CLOSING = "<({[", ">)}]"


@dataclass(slots=True)
class Tags:
    """Tags of one comment, with their types as text."""

    returned: str = ""
    variable: tuple[str, str] = ("", "")  # type, name
    params: dict[str, str] = field(default_factory=dict[str, str])
    properties: dict[str, str] = field(default_factory=dict[str, str])
    methods: dict[str, str] = field(default_factory=dict[str, str])  # name → type of what it gives
    mixins: list[str] = field(default_factory=list[str])
    templates: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])  # name, bound
    bases: list[str] = field(default_factory=list[str])  # generic forms of classes and interfaces above
    types: dict[str, str] = field(default_factory=dict[str, str])  # alias → type
    providers: list[str] = field(default_factory=list[str])
    is_test: bool = False


NO_TAGS = Tags()


def read_tags(w: Walker, node: Node) -> Tags:
    """Read the tags of the comment that ends right above a definition."""
    run = w.comment
    if run is None or run[3] + 1 < node.start_point[0] or run[1] > node.start_byte:
        return NO_TAGS
    return parse_tags(w.source[run[0] : run[1]])


def parse_tags(source: bytes) -> Tags:
    """Read the tags of a comment."""
    if b"@" not in source:
        return NO_TAGS
    text = re.sub(r"(?m)^[ \t]*\*(?!/)", "", source[:20_000].decode("utf-8", "replace")).replace("*/", "")
    found = Tags()
    for match in _TAG.finditer(text):
        _read_tag(found, match.group(1), text[match.end() : match.end() + LONGEST], match.group(0))
    return found


def _read_tag(found: Tags, tag: str, rest: str, written: str) -> None:
    own = not written.startswith(("@phpstan-", "@psalm-"))
    if tag == "test":
        found.is_test = True
        return
    if tag in ("dataProvider", "depends"):
        found.providers.append(rest.split(None, 1)[0] if rest.strip() else "")
        return
    if tag == "method":
        _read_method(found, rest)
        return
    if tag.startswith("template"):
        words = rest.split("\n", 1)[0].split()
        bound = " ".join(words[2:]) if len(words) > 2 and words[1] in ("of", "as") else ""
        if words:
            found.templates.append((words[0], cut_type(bound)[0]))
        return
    if tag == "type":
        name, _, value = rest.split("\n", 1)[0].partition("=")
        word = name.split()
        if word and not value:
            value = rest[len(name.split(None, 1)[0]) :].strip()
        if word:
            found.types[word[0]] = cut_type(value.strip())[0]
        return
    kind, after = cut_type(rest)
    if kind.startswith("$") and kind != "$this" and tag in ("var", "param"):  # the name first, as old comments have it
        after, (kind, _) = f" {kind}", cut_type(after.split("\n", 1)[0])
    name = re.match(r"\s*(?:&|\.\.\.)*\$(\w+)", after)
    if tag == "var" and (not found.variable[0] or not own):
        found.variable = (kind, f"${name.group(1)}" if name else "")
    elif tag == "param" and name:
        if not own or name.group(1) not in found.params:
            found.params[name.group(1)] = kind
    elif tag == "return" and (not found.returned or not own):
        found.returned = kind
    elif tag.startswith("property") and name:
        found.properties[name.group(1)] = kind
    elif tag == "mixin":
        found.mixins.append(kind)
    elif tag in ("extends", "implements", "use"):
        found.bases.append(kind)


def _read_method(found: Tags, rest: str) -> None:
    line = rest.split("\n", 1)[0].strip()
    match = re.match(r"(static\s+)?(?:(?P<type>.*?)\s+)?&?(?P<name>\w+)\s*\(", line)
    if match:
        found.methods[match.group("name")] = (match.group("type") or ("static" if match.group(1) else "")).strip()


def cut_type(text: str) -> tuple[str, str]:
    """Return the type at the beginning of a text, and what follows it."""
    text = text.lstrip(" \t")
    depth = at = 0
    while at < len(text):
        letter = text[at]
        if letter in _OPENING:
            depth += 1
        elif letter in _CLOSING:
            depth -= 1
            if depth < 0:
                break
        elif letter.isspace() and not depth:
            rest = text[at:].lstrip(" \t")
            before = text[:at].rstrip()
            if not (rest[:1] in ("|", "&") and rest[1:2] != "$") and not before.endswith(("|", "&", ":")):
                break
        at += 1
    return text[:at].strip(), text[at:]


def lower_type(w: Walker, text: str, line: int) -> int:
    """Return the expression of a documented type, 0 where it says nothing."""
    if not text or len(text) >= LONGEST:
        return 0
    kept = state.get_state(w)
    scope = kept.templates[-1][0] if kept.templates else -1
    key = (text, w.classes[-1] if w.classes else -1, scope)
    found = kept.types.get(key)
    if found is None:
        kept.types[key] = 0  # an alias may name itself
        found = kept.types[key] = _Reader(w, _TOKEN.findall(text), line).read_union(0)
    return found


class _Reader:
    """Recursive descent over the tokens of one type."""

    def __init__(self, w: Walker, tokens: list[str], line: int) -> None:
        self.w = w
        self.tokens = tokens
        self.line = line
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, token: str) -> bool:
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def read_union(self, depth: int) -> int:
        parts = [self.read_suffixed(depth)]
        while self.peek() in ("|", "&"):
            self.at += 1
            parts.append(self.read_suffixed(depth))
        return self.w.union(parts)

    def read_suffixed(self, depth: int) -> int:
        found = self.read_single(depth)
        while self.peek() == "[":
            self.at += 1
            if self.peek() != "]":
                self.read_union(depth + 1)
            self.take("]")
            found = make_array(self.w, (found,))
        return found

    def read_single(self, depth: int) -> int:
        word = self.peek()
        self.at += 1
        if depth > DEEPEST or not word:
            return 0
        if word == "?":
            return self.read_suffixed(depth + 1)
        if word == "(":
            found = self.read_union(depth + 1)
            if self.peek() in ("is", "not"):  # a condition: either of its results
                while self.peek() not in ("?", ""):
                    self.at += 1
                self.at += 1
                found = self.read_union(depth + 1)
                found = self.w.union([found, self.read_union(depth + 1)]) if self.take(":") else found
            self.take(")")
            return found
        if word[0] in "'\"":
            return build_builtin(self.w, STRING)
        if not _WORD.match(word):
            return 0
        if self.take("::"):
            self.at += 1
            self.take("*")
            return 0
        arguments = self.read_arguments(depth) if self.peek() == "<" else ()
        lowered = word.lower()
        if lowered.lstrip("\\") in FUNCTIONS and self.peek() == "(":
            return self.read_function(depth)
        if self.peek() == "{":
            return self.read_shape(depth)
        return self.make_named(word, lowered, arguments)

    def read_arguments(self, depth: int) -> tuple[int, ...]:
        self.take("<")
        found: list[int] = []
        while self.peek() and not self.take(">"):
            before = self.at
            if self.peek() in ("covariant", "contravariant"):
                self.at += 1
            found.append(self.read_union(depth + 1))
            self.take(",")
            self.at += self.at == before
        return tuple(found)

    def read_function(self, depth: int) -> int:
        self.take("(")
        params: list[int] = []
        while self.peek() and not self.take(")"):
            before = self.at
            params.append(self.read_union(depth + 1))
            while self.peek() and self.peek() not in (",", ")"):  # `...`, `=`, `$name`
                self.at += 1
            self.take(",")
            self.at += self.at == before
        result = self.read_suffixed(depth + 1) if self.take(":") else 0
        return self.w.add(ops.FUNCTYPE, tuple(params), result)

    def read_shape(self, depth: int) -> int:
        self.take("{")
        items: list[tuple[str, int, int]] = []
        while self.peek() and not self.take("}"):
            before, key = self.at, self.peek()
            after = self.tokens[self.at + 1 : self.at + 3]
            if after[:1] == [":"] or after == ["?", ":"]:
                self.at += 2 if after[:1] == [":"] else 3
            else:
                key = str(len(items))
            value = self.read_union(depth + 1)
            items.append((key.strip("'\""), 0, self.w.add_instance(value)))
            self.take(",")
            self.at += self.at == before
        return self.w.add(ops.TYPEOF, self.w.add(ops.DICT, "array", tuple(items)))

    def make_named(self, word: str, lowered: str, arguments: tuple[int, ...]) -> int:
        w = self.w
        if lowered in SILENT:
            return 0
        if lowered in ARRAYS:
            return make_array(w, arguments)
        if lowered in TEXTS:
            return build_builtin(w, STRING)
        if lowered in NUMBERS:
            return build_builtin(w, NUMBERS[lowered])
        if lowered in CLASS_NAMES:
            named = arguments[0] if arguments else 0
            return w.share(ops.GENERIC, build_builtin(w, CLASS_STRING), (named,)) if named else 0
        if lowered in ("static", "$this", "self"):
            return w.share(ops.CLASSREF, w.classes[-1]) if w.classes else 0
        if lowered == "callable":
            return names.refer(w, "Closure", self.line)
        for scope, declared in reversed(state.get_state(w).templates):
            if word in declared:
                return w.share(ops.NAME, word, scope)
        alias = state.get_state(w).aliases.get(w.classes[-1], {}).get(word) if w.classes else None
        if alias is not None:
            return lower_type(w, alias, self.line)
        base = names.refer_to_class(w, word, self.line)
        return w.share(ops.GENERIC, base, arguments) if arguments and base else base


def build_builtin(w: Walker, name: str) -> int:
    """Return a type that the prelude declares under a name of its own."""
    return w.share(ops.NAME, name, 0)


def make_array(w: Walker, arguments: tuple[int, ...]) -> int:
    """Return the type of an array.

    Documentation gives its element, or its key and its element.
    """
    if len(arguments) > 1:
        return w.share(ops.GENERIC, build_builtin(w, "array"), arguments[:2])
    if arguments and arguments[0]:
        return w.share(ops.GENERIC, build_builtin(w, "list"), arguments)
    return build_builtin(w, "array")
