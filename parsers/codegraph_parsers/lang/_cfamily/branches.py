"""Mutually exclusive definitions in different branches of a conditional.

A name that is used in a branch refers to the definition under the same condition, or to one that is not under the
opposite condition. Outside the branches the name may refer to any of several definitions. Where all of them depend on a
condition that does not hold there, it may also refer to a definition in another file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from codegraph_parsers import ops

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

Stack = tuple[tuple[str, bool], ...]
"""What holds at a place: texts of conditions, and whether they do."""

_REMARK = re.compile(r"/\*.*?\*/|//.*|\\\r?\n", re.DOTALL)
_UNDEFINED = re.compile(rb"#\s*undef\s+(\w+)")
_DEFINED = re.compile(r"\bdefined\s*\(?\s*(\w+)\s*\)?")


class Version(NamedTuple):
    """One of several definitions that a file gives a name."""

    scope: int
    expr: int
    holds: Stack
    line: int
    function_like: bool = False  # a macro that takes arguments
    partial: bool = False  # where its condition does not hold the name means something of elsewhere


class Branches:
    """Branches around the current node, and the definitions found in branches."""

    def __init__(self) -> None:
        self.holds: Stack = ()
        self.versions: dict[str, list[Version]] = {}
        self.declared: dict[tuple[str, int], list[Stack]] = {}  # prototypes, by name and scope
        self.either: set[tuple[str, int]] = set()  # names, by scope, of one thing in some builds and another in others
        self.spans: list[tuple[int, int, Stack]] = []  # sites from, to; inner spans first

    def note(self, name: str, version: Version) -> None:
        self.versions.setdefault(name, []).append(version)

    def is_excluded(self, name: str, scope: int) -> bool:
        """Return whether the current conditions exclude every known definition of a name."""
        found = self.versions.get(name, ())
        return bool(found) and all(each.scope == scope and _are_exclusive(each.holds, self.holds) for each in found)

    def is_declared_otherwise(self, name: str, scope: int) -> bool:
        """Return whether a function is declared here, but only under excluded conditions."""
        found = self.declared.get((name, scope), ())
        return bool(found) and all(_are_exclusive(holds, self.holds) for holds in found)

    def enter(self, w: Walker, holds: Stack) -> tuple[Stack, int]:
        """Enter a branch, and return what `leave` needs."""
        outer, self.holds = self.holds, (*self.holds, *holds)
        return outer, len(w.sites)

    def leave(self, w: Walker, before: tuple[Stack, int]) -> None:
        outer, first = before
        if self.holds != outer and first < len(w.sites):
            self.spans.append((first, len(w.sites), self.holds))
        self.holds = outer


def read_conditions(w: Walker, node: Node) -> tuple[Stack, Stack]:
    """Return the conditions of a conditional's first branch and of its others.

    Both are empty where the first branch only makes sure that a macro is defined.
    """
    word = node.children[0].type if node.children else ""
    plain = node.child_by_field_name("name")
    if plain is not None:
        name = w.read_text(plain)
        negated = word.endswith("ndef")
        if negated and any(
            (found := child.child_by_field_name("name")) is not None and w.read_text(found) == name
            for child in node.named_children[:3]
            if child.type in ("preproc_def", "preproc_function_def")
        ):
            return (), ()
        return ((name, not negated),), ((name, negated),)
    condition = node.child_by_field_name("condition")
    if condition is None:
        return (), ()
    text = _DEFINED.sub(r"\1", _REMARK.sub(" ", w.read_text(condition)))
    text = "".join(text.split())
    if "||" not in text and "?" not in text and "(" not in text:
        parts = tuple(_parse_literal(part) for part in text.split("&&"))
        return (*parts, (text, True)), (_negate(parts[0]),) if len(parts) == 1 else ((text, False),)
    if "&&" not in text and "?" not in text and "(" not in text:
        return ((text, True),), (*(_negate(_parse_literal(part)) for part in text.split("||")), (text, False))
    return ((text, True),), ((text, False),)


def _parse_literal(text: str) -> tuple[str, bool]:
    return (text[1:], False) if text.startswith("!") and text[1:].isidentifier() else (text, True)


def _negate(part: tuple[str, bool]) -> tuple[str, bool]:
    return part[0], not part[1]


def _are_exclusive(one: Stack, other: Stack) -> bool:
    return any(_negate(part) in other for part in one)


def resolve_versions(w: Walker, branches: Branches) -> None:
    """Resolve names that have several definitions in branches, after the walk.

    A name in a branch refers to the definition of that branch, any other name to all that are possible there.
    """
    for name, scope in sorted(branches.either):
        table = w.facts.names.get(scope, {})
        if name in table:
            table[name] = w.share(ops.UNION, table[name])  # neither is certain
    several = {name: found for name, found in branches.versions.items() if len(found) > 1 or found[0].partial}
    if not several:
        return
    undefined = {name.decode() for name in _UNDEFINED.findall(w.source)}
    named = {name: found for name, found in several.items() if name not in undefined and _is_open(found)}
    for name, found in several.items():
        if name not in named and len(found) > 1 and any(each.function_like for each in found):
            _join_macro_and_function(w, name, found)
    if not named:
        return
    spans = sorted(branches.spans, key=lambda span: span[1] - span[0])
    # there a name means what other files define as well
    overloaded = w.spec.semantics.overloads.candidates == "definitions"
    for position, (kind, owner, expr, line) in enumerate(() if overloaded else w.sites):
        called = w.exprs[expr]
        head: int = called[1] if called[0] == ops.CALL else expr
        name = w.exprs[head]
        if name[0] != ops.NAME or name[1] not in named:
            continue
        holds = next((span[2] for span in spans if span[0] <= position < span[1]), ())
        found = _choose_version(named[name[1]], holds, line, call=called[0] == ops.CALL)
        if found >= 0:
            changed = w.share(ops.CALL, found, *called[2:]) if called[0] == ops.CALL else found
            w.sites[position] = (kind, owner, changed, line)
    for name, found in named.items():
        table = w.facts.names.get(found[0].scope, {})
        partial = all(each.holds and each.partial for each in found) and not _are_exclusive(
            found[0].holds, found[-1].holds
        )
        if name in table and partial and w.exprs[table[name]][0] != ops.UNION:
            table[name] = w.share(ops.UNION, table[name])  # it may be something else, too


def _join_macro_and_function(w: Walker, name: str, found: list[Version]) -> None:
    """Mark a name as uncertain that is a macro and, in some builds, a function.

    Such a macro is undefined before a function of its name, and whether that happens depends on the build.
    """
    table = w.facts.names.get(found[0].scope, {})
    functions = [each for each in found if not each.function_like]
    if name in table and functions and all(each.holds and each.scope == found[0].scope for each in functions):
        table[name] = w.share(ops.UNION, functions[-1].expr)


def _is_open(found: list[Version]) -> bool:
    if len({each.scope for each in found}) > 1:
        return False
    if len(found) == 1:
        return found[0].partial and bool(found[0].holds)
    return any(each.holds or each.function_like for each in found)


def _choose_version(found: list[Version], holds: Stack, line: int, *, call: bool) -> int:
    """Return the only definition that is possible under conditions.

    The result is -1 where several are possible, or something else.
    """
    possible = [each for each in found if not _are_exclusive(each.holds, holds)]
    sure = [each for each in possible if all(part in holds for part in each.holds)]
    macros = [each for each in sure if each.function_like and call and each.line < line]
    if macros:
        return macros[-1].expr
    possible = [each for each in possible if not each.function_like or (call and each.line < line)]
    if len(possible) == 1 and (possible[0] in sure or len(found) > 1):
        return possible[0].expr
    return sure[0].expr if len(sure) == 1 and sure[0].holds else -1
