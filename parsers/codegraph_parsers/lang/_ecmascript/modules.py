"""Imports and exports: ES modules, CommonJS, TypeScript's `import x = require()` and `export =`.

What a file exports is explicit once it has any import or export: `FileFacts.exports` maps exported names to
expressions. A CommonJS module's value is exported under `WHOLE`; importing such a module as a whole gives that value.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.facts import EVERYWHERE, Flag, SymbolKind, Write
from codegraph_parsers.lang._ecmascript import commonjs
from codegraph_parsers.lang._ecmascript.handing import handed_by_name, show
from codegraph_parsers.lang._ecmascript.interfaces import augment, is_prelude, nameless, seen_by_all
from codegraph_parsers.lang._ecmascript.scopes import lookup, merge, state, unwrap
from codegraph_parsers.lang._ecmascript.types import annotation, builtin

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

WHOLE = "export="
TYPED = frozenset({"typescript", "tsx"})
DECLARATIONS = (".d.ts", ".d.cts")
READ = re.compile(rb"(?<![\w$.])exports\.[\w$]++(?!\s*=(?!=))")  # a use of what the module itself exports


def source_of(w: Walker, node: Node) -> str:
    source = node.child_by_field_name("source")
    return w.text(source)[1:-1] if source is not None else ""


def import_(w: Walker, node: Node) -> int:
    st = state(w)
    st.module = st.module or w.scope.outer is None  # not what a declared module imports
    line = node.start_point[0] + 1
    kind = "type" if any(child.type == "type" for child in node.children) else "import"
    required = next((child for child in node.named_children if child.type == "import_require_clause"), None)
    if required is not None:
        local = w.text(required.named_children[0])
        merge(w, local, w.import_(source_of(w, required), "", local, line, "require"))
        return 0
    module = source_of(w, node)
    clause = next((child for child in node.named_children if child.type == "import_clause"), None)
    if clause is None:
        w.import_(module, "", "", line, kind)
        return 0
    for child in clause.named_children:
        row = child.start_point[0] + 1
        if child.type == "identifier":
            merge(w, w.text(child), w.import_(module, "default", w.text(child), row, kind))
        elif child.type == "namespace_import":
            whole = w.text(child.named_children[0])
            st.namespaces.add(whole)
            merge(w, whole, w.import_(module, "", whole, row, kind))
        elif child.type == "named_imports":
            if not child.named_children:
                w.import_(module, "", "", line, kind)
            for each in child.named_children:
                name, alias = each.child_by_field_name("name"), each.child_by_field_name("alias")
                if name is not None:
                    bound = w.text(alias or name)
                    of_type = "type" if any(word.type == "type" for word in each.children) else kind
                    merge(w, bound, w.import_(module, plain(w, name), bound, each.start_point[0] + 1, of_type))
    return 0


def plain(w: Walker, node: Node) -> str:
    return w.text(node)[1:-1] if node.type == "string" else w.text(node)


def is_namespace(w: Walker, name: str) -> bool:
    """Whether `import * as name` is what a name means here."""
    return name in state(w).namespaces and w.exprs[lookup(w, name)][0] in (ops.NAME, ops.IMPORT)


def import_alias(w: Walker, node: Node) -> int:
    """`import Name = Outer.Inner`."""
    parts = node.named_children
    if len(parts) == 2:
        merge(w, w.text(parts[0]), annotation(w, parts[1], "reference"))
    return 0


def export(w: Walker, node: Node) -> int:
    st = state(w)
    outer = w.scope.outer is None
    if outer:
        st.module = True
        return _export(w, node, outer)
    kept = st.exports, st.exported
    st.exports, st.exported = {}, {}  # a namespace, and a module that is declared here, exports nothing of this one
    result = _export(w, node, outer)
    scope = w.scope.symbol
    own = w.facts.names.setdefault(scope, {})
    declared = st.declared.get(scope, own)  # what only a list exports is a name of a namespace, too
    for shown, name in st.exported.items():
        if name in own or name in w.scope.bound:
            if shown != name:
                declared.setdefault(shown, w.share(ops.NAME, name, scope))
        else:
            declared.setdefault(shown, w.share(ops.NAME, name, w.symbols[scope].parent))
    if declared is not own:
        declared.update(st.exports)
        if WHOLE in st.exports:  # its members are what the module exports
            declared["default"] = st.exports[WHOLE]
            w.facts.stars.setdefault(w.scope.symbol, []).append(st.exports[WHOLE])
    st.exports, st.exported = kept
    return result


def _export(w: Walker, node: Node, outer: bool) -> int:
    st = state(w)
    words = {child.type for child in node.children if not child.is_named}
    module = source_of(w, node)
    line = node.start_point[0] + 1
    if module:
        reexport(w, node, module, line, "*" in words)
        return 0
    declared = node.child_by_field_name("declaration")
    if declared is not None:
        for child in node.named_children:
            if child.type == "comment":
                w.visit(child)
        before = len(w.symbols)
        result = w.visit(declared)
        if outer:
            exported = declared_names(w, declared)
            if "default" in words:
                st.exports["default"] = w.lookup(exported[0]) if exported else result
                if exported:
                    st.exported["default"] = exported[0]
            else:
                st.exported.update((name, name) for name in exported)
        elif w.scope.kind == "module":
            flag_new(w, before)
        return result
    value = node.child_by_field_name("value")
    if value is not None:  # export default <expression>
        from codegraph_parsers.lang._ecmascript.expressions import named_value

        inner = unwrap(value)
        if inner.type == "identifier":
            st.exported["default"] = w.text(inner)
        result = named_value(w, value, "" if inner.type == "object" else "default", value, None, start=node)
        if inner.type != "identifier":
            st.exports["default"] = result
        return 0
    for child in node.named_children:
        if child.type == "export_clause":
            for each in child.named_children:
                name, shown = specified(w, each)
                if name is not None:
                    st.exported[shown] = w.text(name)
                    w.mention(w.share(ops.NAME, w.text(name), w.scope.symbol), each.start_point[0] + 1)
        elif "=" in words:  # export = value
            st.exports[WHOLE] = w.visit(child)
    return 0


def reexport(w: Walker, node: Node, module: str, line: int, everything: bool) -> None:
    st = state(w)
    named = False
    for child in node.named_children:
        if child.type == "namespace_export":
            whole = plain(w, child.named_children[0])
            st.exports[whole] = w.import_(module, "", whole, line, "reexport")
            named = True
        elif child.type == "export_clause":
            named = True
            if not child.named_children:
                w.import_(module, "", "", line, "reexport")
            for each in child.named_children:
                name, shown = specified(w, each)
                if name is not None:
                    st.exports[shown] = w.import_(module, plain(w, name), shown, each.start_point[0] + 1, "reexport")
    if everything and not named:
        w.star(module, line, "reexport")


def specified(w: Walker, node: Node) -> tuple[Node | None, str]:
    """The name that a part of an export list exports and the one that it is known by outside.

    A grammar may refuse reserved words there: `as var` is then an error behind the name.
    """
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if name is None:
        return None, ""
    behind = node.next_sibling
    if alias is None and behind is not None and behind.type == "ERROR" and behind.child_count == 2:
        before, word = behind.children
        if before.type == "as" and word.type.isidentifier():
            return name, word.type
    return name, plain(w, alias or name)


def declared_names(w: Walker, node: Node) -> list[str]:
    """Names that an exported declaration introduces."""
    name = node.child_by_field_name("name")
    if name is not None:
        return [w.text(name).split(".", 1)[0].strip()] if name.type != "string" else []
    found: list[str] = []
    for child in node.named_children:
        if child.type == "variable_declarator":
            target = child.child_by_field_name("name")
            if target is not None:
                found += pattern_names(w, target)
        elif child.type.endswith(("_declaration", "module", "signature")):
            found += declared_names(w, child)
    return found


def pattern_names(w: Walker, node: Node) -> list[str]:
    if node.type in ("identifier", "shorthand_property_identifier_pattern"):
        return [w.text(node)]
    if node.type == "pair_pattern":
        value = node.child_by_field_name("value")
        return pattern_names(w, value) if value is not None else []
    if node.type in ("assignment_pattern", "object_assignment_pattern"):
        left = node.child_by_field_name("left")
        return pattern_names(w, left) if left is not None else []
    return [name for child in node.named_children for name in pattern_names(w, child)]


def flag_new(w: Walker, before: int) -> None:
    parent = w.scope.symbol
    for symbol in range(before, len(w.symbols)):
        if w.symbols[symbol].parent == parent:
            w.flag(symbol, Flag.EXPORTED)


def load(w: Walker, target: Node, given: Node | None) -> int:
    """`require("x")` and `import("x")` with a literal name; 0 for every other call."""
    if target.type not in ("identifier", "import") or given is None or given.named_child_count < 1:
        return 0
    word = w.text(target)
    if word not in ("require", "import") or (word == "require" and w.exprs[lookup(w, word)][0] != ops.NAME):
        return 0
    first = given.named_children[0]
    path = commonjs.path_of(w, first) if first.type != "string" else ""
    if path:
        roles.arguments(w, given)
        return w.import_(path, "", "", target.start_point[0] + 1, "require" if word == "require" else "import")
    if first.type not in ("string", "template_string") or any(
        c.type == "template_substitution" for c in first.named_children
    ):
        roles.arguments(w, given)
        return w.add(ops.UNION)
    kind = "require" if word == "require" else "import"
    return w.import_(w.text(first)[1:-1], "", "", target.start_point[0] + 1, kind)


def promised(w: Walker, module: int) -> int:
    """What `import("x")` gives where it runs: a promise of the module."""
    return w.add(ops.INSTANCE, w.add(ops.GENERIC, builtin(w, "Promise"), (w.add(ops.TYPEOF, module),)))


def common_js(w: Walker, node: Node) -> int:
    """`module.exports` and `exports` read as values: this file's own module value."""
    start, end = node.start_byte, node.end_byte
    if end - start != 14 or w.source[start:end] != b"module.exports" or w.exprs[lookup(w, "module")][0] != ops.NAME:
        return 0
    return state(w).exports.get(WHOLE, 0) or w.share(ops.NAME, WHOLE, 0)


def export_target(w: Walker, node: Node) -> str | None:
    """The exported name that an assignment target sets: `module.exports`, `exports.x`; None for any other target."""
    if node.type != "member_expression" or node.end_byte - node.start_byte > 200:
        return None
    text = w.text(node)
    head, _, rest = text.partition(".")
    if head in state(w).renamed:
        return rest if rest.isidentifier() and commonjs.is_own(w, node.named_children[0]) else None
    if head not in ("module", "exports") or w.exprs[lookup(w, head)][0] != ops.NAME:
        return None
    if text == "module.exports":
        return WHOLE
    if head == "module":
        if not rest.startswith("exports."):
            return None
        rest = rest[len("exports.") :]
    return rest if rest.isidentifier() else None


def export_common(w: Walker, name: str, value: int, left: Node) -> None:
    st = state(w)
    st.module = st.common = True
    if name == WHOLE and st.exports.get(WHOLE) and w.exprs[value][0] == ops.OBJECT:
        value = w.union([st.exports[WHOLE], value])
    before = st.exports.get(name, 0)
    if name != WHOLE and w.exprs[value][0] in commonjs.NAMELESS:
        value = commonjs.variable(w, name, value, left)
    found = w.exprs[value]
    st.exports[name] = value if not before or name == WHOLE else w.union([before, value])
    if name != WHOLE and st.exports.get(WHOLE):  # a property of what stands for the module
        w.facts.writes.append(Write(st.exports[WHOLE], name, value, w.owners[-1]))
    if found[0] == ops.SYM:
        w.flag(found[1], Flag.EXPORTED)


def keep_common(w: Walker, value: Node) -> int:
    """`module.exports = exports`: the object stays what it is."""
    st = state(w)
    st.module = st.common = True
    return w.visit(value)


def share(w: Walker, root: Node) -> None:
    """A file without imports and exports is a script: its names are those of every file, as are the modules that it
    declares. What only declares has none of
    its own beside them, so that an interface of a standard name finds both."""
    names = w.facts.names.get(0, {})
    modules = {f'"{w.symbols[at].name}"': w.share(ops.SYM, at) for at in state(w).declared}
    if not names and not modules:
        return
    scope = nameless(w, EVERYWHERE, root)
    w.facts.names[scope] = {**names, **modules}
    if names and w.facts.path.endswith(DECLARATIONS):
        del w.facts.names[0]
        seen_by_all(w, 0)
        augment(w, 0)


def lists_exports(node: Node) -> bool:
    """Whether a statement says by itself what is exported. Declarations without one export all that is in them."""
    return node.type == "export_statement" and node.child_by_field_name("declaration") is None


def finish(w: Walker, root: Node) -> None:
    """The export table of the module."""
    st = state(w)
    handed_by_name(w, st.whole)
    if st.registered:
        w.facts.names[nameless(w, EVERYWHERE, root)] = dict(st.registered)
    if is_prelude(w):
        libraries = [
            at for at, symbol in enumerate(w.symbols) if symbol.kind == SymbolKind.MODULE and symbol.parent == 0
        ]
        w.facts.exports = dict(w.facts.names.get(0, {}))
        for library in libraries:
            for name, expr in w.facts.names.get(library, {}).items():
                for path in (w.symbols[library].name, f"{w.symbols[library].name}.default"):
                    w.facts.exports[f"{path}.{name}"] = expr
    if not st.module:
        if w.spec.name in TYPED and not is_prelude(w):
            share(w, root)
        return
    own = w.facts.names.get(0, {})
    read = "exports" not in own and (st.renamed or st.self_read or READ.search(w.source))
    table = dict(st.exports)
    only_parts = st.common and WHOLE not in table and "default" not in table and not st.exported
    if st.common and (read or only_parts):
        whole = w.import_(f"./{w.facts.path.rsplit('/', 1)[-1]}", "", "", 1, "bind")
        if read:
            w.facts.names.setdefault(0, {})["exports"] = whole
            if st.renamed and WHOLE not in table:
                w.facts.names[0].setdefault(WHOLE, whole)
        if only_parts:  # to `import parts from` the object that they are put into is the default
            table["default"] = whole
    if w.facts.path.endswith(DECLARATIONS) and not any(lists_exports(child) for child in root.named_children):
        for name, expr in own.items():
            if w.exprs[expr][0] != ops.IMPORT:
                st.exported.setdefault(name, name)
    for shown, name in st.exported.items():
        table[shown] = own.get(name) or w.share(ops.NAME, name, 0)
    for expr in table.values():
        show(w, expr)
    w.facts.exports = table
    exported = set(st.exported.values())
    for position, symbol in enumerate(w.symbols):
        if symbol.parent == 0 and symbol.name in exported:
            w.flag(position, Flag.EXPORTED)
    if WHOLE in table:
        w.facts.names.setdefault(0, {}).setdefault(WHOLE, table[WHOLE])
