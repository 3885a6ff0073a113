"""Options of a component.

Its methods and computed values are members of one object, which is `this` in all of them and whose members the template
names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, SymbolKind
from codegraph_parsers.lang._components.template import WORD, find_outermost
from codegraph_parsers.lang._ecmascript import expressions, scopes
from codegraph_parsers.lang._ecmascript.functions import read_key
from codegraph_parsers.lang._ecmascript.registered import to_camel_case, to_pascal_case

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.lang._components.template import Template
    from codegraph_parsers.walker import Walker

KEY = "options"
GROUPS = frozenset({"methods", "computed", "watch"})  # options that hold functions of the component
GIVEN = frozenset({"data", "setup"})  # functions whose results become members
GLOBALS = frozenset(
    {
        "Infinity", "undefined", "NaN", "isFinite", "isNaN", "parseFloat", "parseInt", "decodeURI",
        "decodeURIComponent", "encodeURI", "encodeURIComponent", "Math", "Number", "Date", "Array", "Object", "Boolean",
        "String", "RegExp", "Map", "Set", "JSON", "Intl", "BigInt", "console", "Error", "Symbol",
    }
)  # fmt: skip
"""Names of the language that a template can use."""


@dataclass(slots=True)
class Options:
    has_setup: bool  # the module's names are the template's
    nodes: set[int]  # object literals that are options of the component
    symbol: int = 0  # the component, as its functions see it
    group: int = 0  # the node of the group being walked
    components: list[int] = field(default_factory=list[int])  # symbols of object literals
    members: dict[str, int] = field(default_factory=dict[str, int])


def get_options(w: Walker) -> Options:
    found = w.state[KEY]
    assert isinstance(found, Options)
    return found


def find_options(w: Walker, root: Node, has_setup: bool) -> None:
    """Find the object literals that are the component's options.

    They are the default export, the first argument of a call in it, or in the decorator of a class that it exports.
    """
    nodes: set[int] = set()
    for child in root.named_children:
        if child.type != "export_statement" or not any(each.type == "default" for each in child.children):
            continue
        values = [child.child_by_field_name("value"), *child.children_by_field_name("decorator")]
        for each in (value for value in values if value is not None):
            inner = scopes.unwrap(each)
            if inner.type == "decorator" and inner.named_children:
                inner = inner.named_children[0]
            arguments = inner.child_by_field_name("arguments") if inner.type == "call_expression" else None
            found = [inner, *(arguments.named_children[:1] if arguments is not None else [])]
            nodes.update(node.id for node in found if node.type == "object")
    w.state[KEY] = Options(has_setup, nodes)


def lower_object(w: Walker, node: Node) -> int:
    known = w.state.get(KEY)
    if not isinstance(known, Options):
        return expressions.lower_object(w, node)
    if node.id in known.nodes:
        return lower_component(w, node)
    around = node.parent.parent if node.parent is not None else None
    if known.group and around is not None and around.id == known.group:  # `{ get() {…}, set(value) {…} }`
        return expressions.lower_object(w, node, w.share(ops.SELF, known.symbol))
    return expressions.lower_object(w, node)


def lower_component(w: Walker, node: Node) -> int:
    """Lower the options of a component, which is `this` in their functions."""
    known = get_options(w)
    own = known.symbol = _define_unnamed_class(w, node)
    receiver = w.share(ops.SELF, own)
    symbol = _define_unnamed_class(w, node)
    names = w.facts.names.setdefault(symbol, {})
    for child in node.named_children:
        key = child.child_by_field_name("key") or child.child_by_field_name("name")
        name = read_key(w, key) if key is not None and key.type != "computed_property_name" else ""
        value = child.child_by_field_name("value")
        if child.type == "pair" and name in GROUPS and value is not None and value.type == "object":
            names[name] = _lower_group(w, value, name, receiver)
        elif child.type == "pair":
            expressions.lower_pair(w, child, symbol, names, receiver)
        elif child.type == "method_definition":
            expressions.lower_method(w, child, symbol, receiver)
        elif child.type == "shorthand_property_identifier":
            names[w.read_text(child)] = scopes.lower_identifier(w, child)
        elif child.type == "spread_element" and child.named_children:
            value = w.visit(child.named_children[0])
            if value:
                w.facts.stars.setdefault(symbol, []).append(value)
        else:
            w.visit(child)
        if name in names and name not in GROUPS:
            _mark_handed(w, names[name])
        if name == "components" and name in names and w.exprs[names[name]][0] == ops.OBJECT:
            known.components.append(scopes.get_symbol(w, names[name]))
        if name in GIVEN and name in names and w.exprs[names[name]][0] == ops.SYM:
            _add_returned_members(w, scopes.get_symbol(w, names[name]))
    members = w.facts.names.setdefault(own, {})
    for name, expr in known.members.items():
        members.setdefault(name, expr)
    return w.add(ops.OBJECT, symbol)


def _define_unnamed_class(w: Walker, node: Node) -> int:
    symbol = w.define(SymbolKind.CLASS, "<object>", node, flags=Flag.ANONYMOUS)
    above = w.symbols[symbol].parent
    w.symbols[symbol] = w.symbols[symbol]._replace(qualname=w.symbols[above].qualname if above >= 0 else "")
    return symbol


def _lower_group(w: Walker, node: Node, name: str, receiver: int) -> int:
    known = get_options(w)
    scopes.get_state(w).prefix = name
    known.group = node.id
    value = expressions.lower_object(w, node, receiver)
    known.group = 0
    for key, expr in w.facts.names.get(scopes.get_symbol(w, value), {}).items():
        if name == "watch":
            _mark_handed(w, expr)
            continue
        known.members[key] = expr
        if name == "computed" and w.exprs[expr][0] == ops.SYM:  # read, and not called
            symbol = scopes.get_symbol(w, expr)
            w.symbols[symbol] = w.symbols[symbol]._replace(kind=SymbolKind.PROPERTY)
    return value


def _mark_handed(w: Walker, expr: int) -> None:
    """Mark a function that the framework calls."""
    if w.exprs[expr][0] == ops.SYM:
        w.flag(scopes.get_symbol(w, expr), Flag.HANDED)


def _add_returned_members(w: Walker, symbol: int) -> None:
    """Add the members of the objects that a function returns."""
    for returned in w.facts.returns.get(symbol, ()):
        if w.exprs[returned][0] == ops.OBJECT:
            for name, expr in w.facts.names.get(scopes.get_symbol(w, returned), {}).items():
                get_options(w).members.setdefault(name, expr)


class Names:
    """Names of a template, decided before each of its expressions is walked.

    Names that the scripts do not define are not looked up there: properties, and the names that every template has, are
    without a definition.
    """

    def __init__(self, template: Template) -> None:
        self.template = template
        self.scope = template.w.scope
        self.known = get_options(template.w)
        self.decided: set[str] = set()
        self.members = dict(self.known.members) | _list_class_members(template.w)

    def __call__(self, text: bytes) -> None:
        for match in WORD.findall(text):
            word = match.decode()
            if word not in self.decided:
                self.decided.add(word)
                self._decide(word)

    def _decide(self, word: str) -> None:
        if self.known.has_setup and self.template.is_known(word):
            return
        expr = self.members.get(word, 0)
        if expr or word not in GLOBALS:
            expr = expr or self.template.w.share(ops.UNION)
            self.scope.env[word] = expr
            self.scope.bound.setdefault(word, []).append(expr)


def _list_class_members(w: Walker) -> dict[str, int]:
    """Return the members of the class that is the component, if it is one."""
    state = scopes.get_state(w)
    expr = state.exports.get("default", 0) or find_outermost(w).env.get(state.exported.get("default", ""), 0)
    if w.exprs[expr][0] != ops.SYM or w.symbols[scopes.get_symbol(w, expr)].kind != SymbolKind.CLASS:
        return {}
    return w.facts.names.get(scopes.get_symbol(w, expr), {})


def find_registered(template: Template, tag: str) -> int | None:
    """Return the component that the options register for a tag, 0 for none.

    Returns None where the names of the module are to be searched.
    """
    w, known = template.w, get_options(template.w)
    for symbol in known.components:
        names = w.facts.names.get(symbol, {})
        for name in (tag, to_camel_case(tag), to_pascal_case(tag)):
            if name in names:
                return names[name]
    return None if known.has_setup else 0
