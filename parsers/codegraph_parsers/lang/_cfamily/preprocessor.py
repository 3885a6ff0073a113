"""Directives: includes, macros, conditionals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import Flag, Import, Parameter, SymbolKind
from codegraph_parsers.lang._cfamily import names
from codegraph_parsers.lang._cfamily.branches import Version, read_conditions
from codegraph_parsers.lang._cfamily.conditionals import is_foreign
from codegraph_parsers.lang._cfamily.context import get_context

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

_CALLEE = re.compile(r"(?<![\w.>#\"])((?:[A-Za-z_]\w*::)*)([A-Za-z_]\w*)\s*\(")
_STRINGS = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|/\*.*?\*/", re.DOTALL)
_GUARD = re.compile(r"\w*_(?:H|HH|HPP|HXX|H_|H__|HPP_|INCLUDED|INCLUDED_|GUARD)_?")
_JOINED = re.compile(r"\\\r?\n|/\*.*?\*/|//[^\n]*")
_OPENING = re.compile(
    r"\s*(?:(?:inline\s+)?namespace(?:\s+[\w:]+)?\s*\{\s*|inline\s+namespace\s+\w+\s*\([\w\s,()]*\)\s*\{\s*)+"
)
_SPACE = re.compile(r"(?<!inline )\bnamespace\s+([\w:]+)\s*\{")
_REMARK = re.compile(rb"/\*.*?\*/", re.DOTALL)
_NAMED = rb"^[ \t]*#[ \t]*define[ \t]+%s[ \t]+([A-Za-z_]\w*(?:::\w+)*)[ \t]*(?:/[/*].*)?\r?$"
_WORD = re.compile(r"[A-Za-z_]\w*")
_PATH = re.compile(r"(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")
_EMPTY = re.compile(r"#define \w+")
_NOT_CALLED = frozenset(
    [
        "if",
        "while",
        "for",
        "switch",
        "return",
        "sizeof",
        "do",
        "else",
        "case",
        "defined",
        "typeof",
        "__typeof__",
        "alignof",
        "_Alignof",
        "__attribute__",
        "decltype",
        "catch",
        "new",
        "delete",
        "throw",
        "and",
        "or",
        "not",
        "static_cast",
        "dynamic_cast",
        "const_cast",
        "reinterpret_cast",
    ]
)


def lower_include(w: Walker, node: Node) -> int:
    """Lower `#include`, which makes all names of another file visible.

    `module` keeps its quotes or brackets, because they decide where to look.
    """
    path = node.child_by_field_name("path")
    if path is None or path.type not in ("string_literal", "system_lib_string"):
        return 0
    module = w.read_text(path).strip()
    kind = "elsewhere" if get_context(w).foreign_depth else "include"
    w.facts.imports.append(Import(module, "*", "", names.get_line(node), kind))
    source = w.add(ops.IMPORT, len(w.facts.imports) - 1)
    stars = w.facts.stars.setdefault(0, [])
    if get_context(w).foreign_depth:  # seen last: the usual platform's names come first
        stars.append(source)
    else:
        late = get_context(w).late_stars
        stars.insert(len(stars) - late, source)
    if get_context(w).foreign_depth:
        get_context(w).late_stars += 1
    return 0


def lower_macro(w: Walker, node: Node) -> int:
    """Lower `#define` to a symbol that mentions the functions called in its body."""
    name_node, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name_node is None:
        return 0
    if value is not None and not w.read_text(value).strip():
        value = None
    name = w.read_text(name_node)
    listed = node.child_by_field_name("parameters")
    if value is None and listed is None and _GUARD.fullmatch(name):
        return 0
    params = [w.read_text(child) for child in listed.named_children] if listed is not None else []
    home = w.scope
    while home.outer is not None:
        home = home.outer
    end = value.start_byte if value is not None and listed is not None else node.end_byte
    local = w.functions[:]
    w.functions.clear()
    symbol = w.define(
        SymbolKind.MACRO, name, node, name_node,
        signature=w.read_one_line(node.start_byte, end, 200).replace("# define", "#define"),
        parameters=tuple(Parameter(p, "", False, "*" if p == "..." else "") for p in params),
        doc=roles.read_doc_comment(w, node), flags=Flag.EXPORTED, parent=0,
    )  # fmt: skip
    w.functions.extend(local)
    if node.end_point[1] == 0:  # the directive's line end belongs to it
        w.symbols[symbol] = w.symbols[symbol]._replace(end_line=max(node.end_point[0], node.start_point[0] + 1))
    branches = get_context(w).branches
    twin = branches.is_excluded(name, home.symbol) and not get_context(w).foreign_depth
    if listed is not None:
        known = Version(home.symbol, w.share(ops.SYM, symbol), branches.holds, names.get_line(node), function_like=True)
        branches.note(name, known)
        if twin and name in home.env and w.scope is home and not _is_macro(w, home.env[name]):
            w.bind(name, w.union([home.env[name], known.expr]))
            w.flag(symbol, Flag.CONDITIONAL)
    other = w.read_text(value).strip() if value is not None and listed is None else ""
    apart = w.scope is home and branches.is_declared_otherwise(name, home.symbol)
    if apart and other != name and _WORD.fullmatch(other) and w.exprs[home.env.get(name, 0)][0] == ops.SYM:
        w.bind(name, w.union([home.env[name], w.share(ops.NAME, other, 0)]))
        branches.either.add((name, home.symbol))
    if name not in home.env or (other and _is_empty_macro(w, home.env[name])):
        expr = w.share(ops.SYM, symbol)
        if other != name and _WORD.fullmatch(other) and other not in _NOT_CALLED:
            expr = w.share(ops.NAME, other, 0)  # another name for the same thing
            branches.note(name, Version(home.symbol, expr, branches.holds, names.get_line(node), partial=True))
        elif names.is_cpp(w) and _PATH.fullmatch(other):
            expr = _build_path(w, other)
        home.env[name] = expr
        home.bound.setdefault(name, []).append(expr)
    if value is not None and home.env.get(name) != w.share(ops.SYM, symbol):
        w.owners.append(symbol)
        names.mention(w, home.env[name], names.get_line(value))
        w.owners.pop()
    if value is not None:
        mention_callees(w, symbol, value, {name, *params})
        if listed is None and names.is_cpp(w):
            declare_macro_namespaces(w, node, value)
    return 0


def declare_macro_namespaces(w: Walker, node: Node, value: Node) -> None:
    """Declare the namespaces that a macro opens: `#define BEGIN namespace a {`.

    Each is known here, and its content is where the macro is used.
    """
    text = _JOINED.sub("", w.read_text(value))
    if _OPENING.fullmatch(text) is None:
        return
    home = w.scope
    while w.scope.outer is not None:
        w.scope = w.scope.outer
    opened = 0
    for word in (part for path in _SPACE.findall(text) for part in _resolve_namespace_macro(w, path).split("::")):
        symbol = w.define(
            SymbolKind.MODULE, word, node, None, signature=f"namespace {word}", flags=Flag.OPEN | Flag.DECLARATION
        )  # fmt: skip
        expr = w.share(ops.SYM, symbol)
        names.bind_value(w, word, expr)
        if re.search(rb"\bnamespace\s+" + word.encode() + rb"\s*\{(?!.*\\$)", w.source, re.MULTILINE):
            w.facts.stars.setdefault(0, []).append(expr)  # it is opened without the macro, too
        w.open_scope(symbol, "namespace")
        opened += 1
    for _ in range(opened):
        w.close_scope()
    w.scope = home


def _resolve_namespace_macro(w: Walker, path: str) -> str:
    """Return the namespace that a macro's text opens.

    The name in the text may be a macro of the same file, by which a project lets its users choose the name. A macro
    that the file defines differently in several places is not expanded.
    """
    text = _REMARK.sub(b"", w.source) if _WORD.fullmatch(path) else b""
    for _ in range(4):
        given = {found.decode() for found in re.findall(_NAMED % path.encode(), text, re.MULTILINE)}
        if len(given) != 1:
            break
        path = given.pop()
    return path


def mention_callees(w: Walker, symbol: int, value: Node, own: set[str]) -> None:
    """Mention the names called in the replacement text.

    They are recognised from the text alone.
    """
    text = w.source[value.start_byte : min(value.end_byte, value.start_byte + 20000)].decode("utf-8", "replace")
    if "(" not in text:
        return
    text = _STRINGS.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    first = value.start_point[0] + 1
    w.owners.append(symbol)
    for found in _CALLEE.finditer(text):
        word = found.group(2)
        if word in own or word in _NOT_CALLED:
            continue
        expr = -1
        for part in [p for p in found.group(1).split("::") if p] + [word]:
            expr = w.share(ops.NAME, part, 0) if expr < 0 else w.share(ops.ATTR, expr, part)
        names.mention(w, expr, first + text.count("\n", 0, found.start()))
    w.owners.pop()


def lower_if_directive(w: Walker, node: Node) -> int:
    """Lower `#if … #else … #endif`.

    Every branch is walked. Definitions for the usual platform win over others.
    """
    condition = node.child_by_field_name("condition") or node.child_by_field_name("name")
    alternative = node.child_by_field_name("alternative")
    foreign = otherwise = False
    if condition is not None:
        text = w.source[condition.start_byte : condition.end_byte]
        negated = node.children[0].type.endswith("ifndef") if node.children else False
        foreign = is_foreign((b"!" if negated else b"") + text)
        otherwise = negated and is_foreign(text)
    depth, branches = get_context(w).foreign_depth, get_context(w).branches
    get_context(w).foreign_depth = depth + foreign
    first, others = read_conditions(w, node)
    before = branches.enter(w, first)
    for child in node.named_children:
        if alternative is not None and child.id == alternative.id:
            continue
        if condition is not None and child.id == condition.id:
            continue
        w.visit(child)
    get_context(w).foreign_depth = depth
    branches.leave(w, before)
    if alternative is not None:
        get_context(w).foreign_depth = depth + otherwise
        before = branches.enter(w, others)
        w.visit(alternative)
        branches.leave(w, before)
        get_context(w).foreign_depth = depth
    return 0


def _build_path(w: Walker, path: str) -> int:
    """Return the expression of `a::b` in a macro's text, wherever it is used."""
    expr = -1
    for part in path.lstrip(":").split("::"):
        expr = w.share(ops.NAME, part, 0) if expr < 0 else w.share(ops.ATTR, expr, part)
    return expr


def _is_empty_macro(w: Walker, expr: int) -> bool:
    """Return whether a name is that of a macro without a text.

    A text that another branch gives the macro takes precedence.
    """
    position = names.find_symbol(w, expr)
    if position < 0 or w.symbols[position].kind != SymbolKind.MACRO:
        return False
    return _EMPTY.fullmatch(w.symbols[position].signature) is not None


def _is_macro(w: Walker, expr: int) -> bool:
    """Return whether an expression refers to a macro.

    Two macros of one name do the same in two builds, so the first stands for both.
    """
    position = names.find_symbol(w, expr)
    return position >= 0 and w.symbols[position].kind == SymbolKind.MACRO
