"""Classes of PHP: every form of them, with their members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.file_facts import Base, Flag, Param, SymbolKind
from codegraph_parsers.lang.php import names, phpdoc, state, types
from codegraph_parsers.lang.php.definitions import (
    declare_templates,
    lower_arguments,
    lower_attributes,
    read_doc,
    read_signature,
    walk_function,
)
from codegraph_parsers.lang.php.phpdoc import Tags
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

CONSTRUCTOR = "__construct" + names.METHOD
PRELUDE = "<prelude>"
ACCESSOR = "getFacadeAccessor"
KINDS = {
    "class_declaration": SymbolKind.CLASS,
    "interface_declaration": SymbolKind.INTERFACE,
    "trait_declaration": SymbolKind.CLASS,
    "enum_declaration": SymbolKind.ENUM,
}
VISIBILITIES = ("private", "protected", "public")
MEMBERS = frozenset({"property_declaration", "const_declaration", "use_declaration", "enum_case"})


def lower_class(w: Walker, node: Node) -> int:
    """Lower a class, an interface, a trait or an enumeration that has a name."""
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return w.visit_children(node)
    name, tags = w.read_text(name_node), phpdoc.read_tags(w, node)
    abstract = any(child.type == "abstract_modifier" for child in node.children)
    symbol = w.define(
        KINDS[node.type], name, node, name_node, signature=read_signature(w, node, body), doc=read_doc(w, node),
        flags=int(Flag.EXPORTED | (Flag.ABSTRACT if abstract else 0)), parent=0 if w.classes else None,
    )  # fmt: skip
    if node.type == "trait_declaration":
        state.get_state(w).traits.add(symbol)
    full = names.add_namespace(w, name)
    if w.facts.path.startswith(PRELUDE):  # what is outside a tree is known by its full name
        w.symbols[symbol] = w.symbols[symbol]._replace(qualname=full)
    names.bind_globally(w, full, w.add(ops.SYM, symbol))
    walk_class(w, symbol, node, body, tags)
    return 0


def lower_anonymous_class(w: Walker, node: Node) -> int:
    """Lower `new class(…) extends Base {…}`."""
    arguments = find_child(node, "arguments")
    positional, keywords = lower_arguments(w, arguments)
    symbol = w.define(SymbolKind.CLASS, f"class@{node.start_point[0] + 1}", node)
    walk_class(w, symbol, node, node.child_by_field_name("body"), phpdoc.NO_TAGS)
    expr = w.add(ops.NEW, w.add(ops.SYM, symbol), positional, keywords)
    w.add_site("call", expr, node.start_point[0] + 1)
    return expr


def walk_class(w: Walker, symbol: int, node: Node, body: Node | None, tags: Tags) -> None:
    """Walk the header and the members of a class."""
    kept = state.get_state(w)
    line = node.start_point[0] + 1
    w.owners.append(symbol)
    texts = lower_attributes(w, node, symbol)
    w.classes.append(symbol)
    has_templates = declare_templates(w, symbol, tags, line)
    if tags.types:
        kept.aliases[symbol] = tags.types
    w.classes.pop()
    lower_bases(w, symbol, node, body, tags)
    w.owners.pop()
    comment, functions = w.comment, w.functions
    w.functions = []
    scope = w.open_scope(symbol, "class")
    walk_members(w, body)
    for name, kind in tags.properties.items():
        if name not in scope.env:
            w.bind(name, w.add_instance(phpdoc.lower_type(w, kind, line)))
    passed_on = symbol in w.facts.declared  # a facade: what it documents are members of the class behind it
    for name, kind in tags.methods.items() if not passed_on else ():
        if name + names.METHOD not in scope.env:
            w.bind(name + names.METHOD, w.add(ops.FUNCTYPE, (), phpdoc.lower_type(w, kind, line)))
    w.close_scope()
    w.comment, w.functions = comment, functions
    if texts or is_test_class(w, symbol):
        found = w.symbols[symbol]
        w.symbols[symbol] = found._replace(
            decorators=texts, flags=found.flags | (Flag.TEST if is_test_class(w, symbol) else 0)
        )
    if has_templates:
        kept.templates.pop()


def walk_members(w: Walker, body: Node | None) -> None:
    """Walk the members of a class.

    Methods come last: they assign fields that stand anywhere in it.
    """
    children = body.named_children if body is not None else []
    for child in children:
        if child.type in MEMBERS or child.type == "comment":
            w.visit(child)
        elif child.type == "method_declaration":
            lower_promoted(w, child)
    w.comment = None
    for child in children:
        if child.type not in MEMBERS:
            w.visit(child)


def is_test_class(w: Walker, symbol: int) -> bool:
    """Return whether a class holds tests, by the name of its base."""
    if w.symbols[symbol].name.endswith("TestCase"):
        return False
    parent = w.exprs[state.get_state(w).parents.get(symbol, 0)]
    at: int = parent[1] if parent[0] == ops.IMPORT else -1
    above = w.facts.imports[at].module if at >= 0 else ""
    return above.endswith(("TestCase", "Test"))


def lower_bases(w: Walker, symbol: int, node: Node, body: Node | None, tags: Tags) -> None:
    """Record what a class uses, extends and implements.

    The order is that in which members are looked up.
    """
    bases: list[Base] = []
    generic = _read_generic_bases(tags)
    for child in body.named_children if body is not None else ():
        if child.type == "use_declaration":
            bases += [Base(*each) for each in _list_bases(w, child, "inherits", symbol, {})]
    extended = [c for c in node.named_children if c.type == "base_clause"]
    is_interface = w.symbols[symbol].kind == SymbolKind.INTERFACE
    for child in extended:
        found = _list_bases(w, child, "inherits", symbol, generic)
        if found and not is_interface:
            state.get_state(w).parents[symbol] = found[0][0]
        bases += [Base(*each) for each in found]
    for child in node.named_children:
        if child.type == "class_interface_clause":
            bases += [Base(*each) for each in _list_bases(w, child, "implements", symbol, generic)]
    if w.symbols[symbol].kind == SymbolKind.ENUM:
        backed = any(child.type == "primitive_type" for child in node.children)
        line = node.start_point[0] + 1
        bases.append(Base(names.refer(w, "BackedEnum" if backed else "UnitEnum", line), "implements", line))
    w.classes.append(symbol)
    for kind in tags.mixins:
        expr = phpdoc.lower_type(w, kind, node.start_point[0] + 1)
        if expr:
            bases.append(Base(expr, "underlying", node.start_point[0] + 1))
    w.classes.pop()
    if bases:
        w.facts.bases[symbol] = tuple(bases)


def _read_generic_bases(tags: Tags) -> dict[str, str]:
    """Return the generic forms of bases by the last word of their names.

    Documentation tells them.
    """
    return {text.split("<", 1)[0].rsplit("\\", 1)[-1].lower(): text for text in tags.bases if "<" in text}


def _list_bases(w: Walker, node: Node, kind: str, symbol: int, generic: dict[str, str]) -> list[tuple[int, str, int]]:
    found: list[tuple[int, str, int]] = []
    for child in node.named_children:
        if child.type not in types.NAMES:
            continue
        text, line = w.read_text(child), child.start_point[0] + 1
        expr = names.refer_to_class(w, text, line)
        w.classes.append(symbol)
        told = phpdoc.lower_type(w, generic.get(text.rsplit("\\", 1)[-1].lower(), ""), line)
        w.classes.pop()
        w.mention(expr, line, "base")
        found.append((told or expr, kind, line))
    return found


def lower_trait_use(w: Walker, node: Node) -> int:
    """Lower what `use T { T::a insteadof U; b as c; }` renames and prefers."""
    traits = [
        names.refer_to_class(w, w.read_text(c), c.start_point[0] + 1)
        for c in node.named_children
        if c.type in types.NAMES
    ]
    rules = find_child(node, "use_list")
    for rule in rules.named_children if rules is not None else ():
        if not rule.named_children:
            continue
        named, last = rule.named_children[0], rule.named_children[-1]
        line = rule.start_point[0] + 1
        if named.type == "class_constant_access_expression" and len(named.named_children) == 2:
            trait = names.refer_to_class(w, w.read_text(named.named_children[0]), line)
            method = w.read_text(named.named_children[1])
            found = [w.share(ops.ATTR, trait, method + names.METHOD)]
        else:
            method = w.read_text(named)
            found = [w.share(ops.ATTR, trait, method + names.METHOD) for trait in traits]
        if rule.type == "use_instead_of_clause":
            w.bind(method + names.METHOD, found[0])
        elif last.id != named.id and last.type == "name":
            w.bind(w.read_text(last) + names.METHOD, w.union(found))
    return 0


# -- members ------------------------------------------------------------------------------------------------------


def read_visibility(w: Walker, node: Node) -> str:
    found = next((child for child in node.children if child.type == "visibility_modifier"), None)
    word = w.read_text(found).lower() if found is not None else "public"
    return next((each for each in VISIBILITIES if word.startswith(each)), "public")


def lower_method(w: Walker, node: Node) -> int:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None or not w.classes:
        return w.visit_children(node)
    name, tags = w.read_text(name_node), phpdoc.read_tags(w, node)
    owner, words = w.classes[-1], {child.type for child in node.children}
    visibility = read_visibility(w, node)
    flags = Flag.EXPORTED if visibility != "private" else 0
    flags |= Flag.STATIC if "static_modifier" in words else 0
    bare = body is None and not w.facts.path.startswith(PRELUDE)
    flags |= Flag.ABSTRACT if bare or "abstract_modifier" in words else 0
    is_constructor = name.lower() == "__construct"
    symbol = w.define(
        SymbolKind.CONSTRUCTOR if is_constructor else SymbolKind.METHOD, name, node, name_node,
        signature=read_signature(w, node, body), doc=read_doc(w, node), visibility=visibility, flags=int(flags),
    )  # fmt: skip
    if "static_modifier" in words:
        state.get_state(w).statics.add(symbol)
    w.bind(CONSTRUCTOR if is_constructor else name + names.METHOD, w.add(ops.SYM, symbol))
    walk_function(w, symbol, node, tags)
    if _is_test(w, owner, name, symbol, tags):
        w.flag(symbol, Flag.TEST)
    if name == ACCESSOR:
        _note_facade(w, owner, symbol)
    return 0


def _is_test(w: Walker, owner: int, name: str, symbol: int, tags: Tags) -> bool:
    """Return whether a method is a test: by its name, its attribute or its comment."""
    if tags.is_test or any(
        text.split("(", 1)[0].rsplit("\\", 1)[-1] == "Test" for text in w.symbols[symbol].decorators
    ):
        return True
    in_tests = is_test_class(w, owner) or w.symbols[owner].name.endswith("Test")
    return in_tests and name.startswith("test") and not name[4:5].islower()


def _note_facade(w: Walker, owner: int, symbol: int) -> None:
    """Note the class that a facade passes static calls on to.

    Its accessor may name one.
    """
    for value in w.facts.returns.get(symbol, ()):
        if w.exprs[value][0] == ops.IMPORT:
            w.facts.declared[owner] = value


def lower_promoted(w: Walker, node: Node) -> None:
    """Define the fields that the parameters of a constructor declare."""
    name_node, parameters = node.child_by_field_name("name"), node.child_by_field_name("parameters")
    if name_node is None or parameters is None or w.read_text(name_node).lower() != "__construct":
        return
    tags = phpdoc.read_tags(w, node)
    for child in parameters.named_children:
        variable = child.child_by_field_name("name")
        if child.type != "property_promotion_parameter" or variable is None:
            continue
        variable = variable.named_children[0] if variable.type == "by_ref" else variable
        sites = len(w.sites)
        declared = types.lower_type(w, child.child_by_field_name("type"))
        del w.sites[sites:]  # those of the parameter
        name = w.read_text(variable).lstrip("$")
        kind = types.choose_type(w, declared, tags.params.get(name, ""), child.start_point[0] + 1)
        _define_field(w, name, child, variable, 0, kind, read_visibility(w, child), "")


def lower_property(w: Walker, node: Node) -> int:
    """Lower the properties that a class declares."""
    doc, tags = read_doc(w, node), phpdoc.read_tags(w, node)
    declared = types.lower_type(w, node.child_by_field_name("type"))
    kind = types.choose_type(w, declared, tags.variable[0], node.start_point[0] + 1)
    static = any(child.type == "static_modifier" for child in node.children)
    for child in node.named_children:
        variable = child.child_by_field_name("name") if child.type == "property_element" else None
        if variable is None:
            continue
        value_node = child.child_by_field_name("default_value")
        value = w.visit(value_node) if value_node is not None else 0
        name = w.read_text(variable).lstrip("$")
        symbol = _define_field(w, name, node, variable, value, kind, read_visibility(w, node), doc)
        if static:
            w.flag(symbol, Flag.STATIC)
    for child in node.named_children:
        if child.type == "property_hook_list":
            for hook in child.named_children:
                _lower_hook(w, hook, kind)
    return 0


def _define_field(
    w: Walker, name: str, node: Node, variable: Node, value: int, declared: int, visibility: str, doc: str
) -> int:
    at = variable.named_children[0] if variable.named_children else variable
    symbol = w.define_variable(
        name, node, at, value, declared, kind=SymbolKind.FIELD, visibility=visibility, doc=doc,
        signature=w.read_one_line(node.start_byte, node.end_byte, 160),
        flags=int(Flag.EXPORTED if visibility != "private" else 0),
    )  # fmt: skip
    w.bind(name, w.share(ops.VAR, symbol))
    return symbol


def _lower_hook(w: Walker, node: Node, kind: int) -> None:
    """Lower a hook of a property: its code is the class's own."""
    symbol = w.define(SymbolKind.FUNCTION, "{hook}", node, flags=Flag.ANONYMOUS)
    w.set_params(symbol, [Param("value", kind, 0, "")])
    scope = w.open_scope(symbol, "function")
    scope.env["$value"] = w.add(ops.PARAM, symbol, 0)
    w.visit_children(node)
    scope.bound.clear()
    w.close_scope()


def lower_case(w: Walker, node: Node) -> int:
    """Lower a case of an enumeration, which is an object of it."""
    name_node = node.child_by_field_name("name")
    if name_node is None or not w.classes:
        return w.visit_children(node)
    w.visit_field(node, "value")
    name, owner = w.read_text(name_node), w.add(ops.SYM, w.classes[-1])
    symbol = w.define_variable(
        name, node, name_node, 0, owner, kind=SymbolKind.CONSTANT, doc=read_doc(w, node),
        flags=int(Flag.EXPORTED | Flag.STATIC), signature=w.read_one_line(node.start_byte, node.end_byte, 160),
    )  # fmt: skip
    w.bind(name, w.share(ops.VAR, symbol))
    return 0
