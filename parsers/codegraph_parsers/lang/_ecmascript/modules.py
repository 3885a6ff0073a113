"""Imports and exports of modules.

These are ES modules, CommonJS, and TypeScript's `import x = require()` and `export =`.

What a file exports is explicit once it has any import or export: `FileFacts.exports` maps exported names to
expressions. A CommonJS module's value is exported under `WHOLE`; importing such a module as a whole gives that value.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles
from codegraph_parsers.file_facts import EVERYWHERE, Flag, SymbolKind, Write
from codegraph_parsers.lang._ecmascript import commonjs
from codegraph_parsers.lang._ecmascript.handing import mark_exported, mark_literals_by_name
from codegraph_parsers.lang._ecmascript.interfaces import (
    define_unnamed_scope,
    export_to_all,
    extend_interfaces,
    is_prelude,
)
from codegraph_parsers.lang._ecmascript.scopes import get_state, look_up, merge, unwrap
from codegraph_parsers.lang._ecmascript.types import build_builtin, lower_annotation
from codegraph_parsers.syntax_nodes import find_child

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

WHOLE = "export="
TYPED = frozenset({"typescript", "tsx"})
DECLARATIONS = (".d.ts", ".d.cts")
READ = re.compile(rb"(?<![\w$.])exports\.[\w$]++(?!\s*=(?!=))")  # a use of what the module itself exports


def read_source(w: Walker, node: Node) -> str:
    source = node.child_by_field_name("source")
    return w.read_text(source)[1:-1] if source is not None else ""


def lower_import(w: Walker, node: Node) -> int:
    st = get_state(w)
    st.module = st.module or w.scope.outer is None  # not what a declared module imports
    line = node.start_point[0] + 1
    kind = "type" if any(child.type == "type" for child in node.children) else "import"
    required = find_child(node, "import_require_clause")
    if required is not None:
        local = w.read_text(required.named_children[0])
        merge(w, local, w.add_import(read_source(w, required), "", local, line, "require"))
        return 0
    module = read_source(w, node)
    clause = find_child(node, "import_clause")
    if clause is None:
        w.add_import(module, "", "", line, kind)
        return 0
    for child in clause.named_children:
        row = child.start_point[0] + 1
        if child.type == "identifier":
            merge(w, w.read_text(child), w.add_import(module, "default", w.read_text(child), row, kind))
        elif child.type == "namespace_import":
            whole = w.read_text(child.named_children[0])
            st.namespaces.add(whole)
            merge(w, whole, w.add_import(module, "", whole, row, kind))
        elif child.type == "named_imports":
            if not child.named_children:
                w.add_import(module, "", "", line, kind)
            for each in child.named_children:
                name, alias = each.child_by_field_name("name"), each.child_by_field_name("alias")
                if name is not None:
                    bound = w.read_text(alias or name)
                    of_type = "type" if any(word.type == "type" for word in each.children) else kind
                    merge(w, bound, w.add_import(module, read_name(w, name), bound, each.start_point[0] + 1, of_type))
    return 0


def read_name(w: Walker, node: Node) -> str:
    return w.read_text(node)[1:-1] if node.type == "string" else w.read_text(node)


def is_namespace(w: Walker, name: str) -> bool:
    """Return whether a name is bound here by `import * as name`."""
    return name in get_state(w).namespaces and w.exprs[look_up(w, name)][0] in (ops.NAME, ops.IMPORT)


def lower_import_alias(w: Walker, node: Node) -> int:
    """Lower `import Name = Outer.Inner`."""
    parts = node.named_children
    if len(parts) == 2:
        merge(w, w.read_text(parts[0]), lower_annotation(w, parts[1], "reference"))
    return 0


def lower_export(w: Walker, node: Node) -> int:
    st = get_state(w)
    outer = w.scope.outer is None
    if outer:
        st.module = True
        return _lower_export(w, node, outer)
    kept = st.exports, st.exported
    st.exports, st.exported = {}, {}  # a namespace, and a module that is declared here, exports nothing of this one
    result = _lower_export(w, node, outer)
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


def _lower_export(w: Walker, node: Node, outer: bool) -> int:
    st = get_state(w)
    words = {child.type for child in node.children if not child.is_named}
    module = read_source(w, node)
    line = node.start_point[0] + 1
    if module:
        record_reexport(w, node, module, line, "*" in words)
        return 0
    declared = node.child_by_field_name("declaration")
    if declared is not None:
        for child in node.named_children:
            if child.type == "comment":
                w.visit(child)
        before = len(w.symbols)
        result = w.visit(declared)
        if outer:
            exported = list_declared_names(w, declared)
            if "default" in words:
                st.exports["default"] = w.look_up(exported[0]) if exported else result
                if exported:
                    st.exported["default"] = exported[0]
            else:
                st.exported.update((name, name) for name in exported)
        elif w.scope.kind == "module":
            flag_new(w, before)
        return result
    value = node.child_by_field_name("value")
    if value is not None:  # export default <expression>
        from codegraph_parsers.lang._ecmascript.expressions import lower_named_value

        inner = unwrap(value)
        if inner.type == "identifier":
            st.exported["default"] = w.read_text(inner)
        result = lower_named_value(w, value, "" if inner.type == "object" else "default", value, None, start=node)
        if inner.type != "identifier":
            st.exports["default"] = result
        return 0
    for child in node.named_children:
        if child.type == "export_clause":
            for each in child.named_children:
                name, shown = read_specifier(w, each)
                if name is not None:
                    st.exported[shown] = w.read_text(name)
                    w.mention(w.share(ops.NAME, w.read_text(name), w.scope.symbol), each.start_point[0] + 1)
        elif "=" in words:  # export = value
            st.exports[WHOLE] = w.visit(child)
    return 0


def record_reexport(w: Walker, node: Node, module: str, line: int, everything: bool) -> None:
    st = get_state(w)
    named = False
    for child in node.named_children:
        if child.type == "namespace_export":
            whole = read_name(w, child.named_children[0])
            st.exports[whole] = w.add_import(module, "", whole, line, "reexport")
            named = True
        elif child.type == "export_clause":
            named = True
            if not child.named_children:
                w.add_import(module, "", "", line, "reexport")
            for each in child.named_children:
                name, shown = read_specifier(w, each)
                if name is not None:
                    st.exports[shown] = w.add_import(
                        module, read_name(w, name), shown, each.start_point[0] + 1, "reexport"
                    )
    if everything and not named:
        w.add_star_import(module, line, "reexport")


def read_specifier(w: Walker, node: Node) -> tuple[Node | None, str]:
    """Return the name that a part of an export list exports, and its name outside.

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
    return name, read_name(w, alias or name)


def list_declared_names(w: Walker, node: Node) -> list[str]:
    """Return the names that an exported declaration introduces."""
    name = node.child_by_field_name("name")
    if name is not None:
        return [w.read_text(name).split(".", 1)[0].strip()] if name.type != "string" else []
    found: list[str] = []
    for child in node.named_children:
        if child.type == "variable_declarator":
            target = child.child_by_field_name("name")
            if target is not None:
                found += list_pattern_names(w, target)
        elif child.type.endswith(("_declaration", "module", "signature")):
            found += list_declared_names(w, child)
    return found


def list_pattern_names(w: Walker, node: Node) -> list[str]:
    if node.type in ("identifier", "shorthand_property_identifier_pattern"):
        return [w.read_text(node)]
    if node.type == "pair_pattern":
        value = node.child_by_field_name("value")
        return list_pattern_names(w, value) if value is not None else []
    if node.type in ("assignment_pattern", "object_assignment_pattern"):
        left = node.child_by_field_name("left")
        return list_pattern_names(w, left) if left is not None else []
    return [name for child in node.named_children for name in list_pattern_names(w, child)]


def flag_new(w: Walker, before: int) -> None:
    parent = w.scope.symbol
    for symbol in range(before, len(w.symbols)):
        if w.symbols[symbol].parent == parent:
            w.flag(symbol, Flag.EXPORTED)


def lower_module_call(w: Walker, target: Node, given: Node | None) -> int:
    """Lower `require("x")` and `import("x")`; 0 for every other call.

    A name that is no literal gives an empty union.
    """
    if target.type not in ("identifier", "import") or given is None or given.named_child_count < 1:
        return 0
    word = w.read_text(target)
    if word not in ("require", "import") or (word == "require" and w.exprs[look_up(w, word)][0] != ops.NAME):
        return 0
    first = given.named_children[0]
    path = commonjs.read_path(w, first) if first.type != "string" else ""
    if path:
        roles.lower_arguments(w, given)
        return w.add_import(path, "", "", target.start_point[0] + 1, "require" if word == "require" else "import")
    if first.type not in ("string", "template_string") or any(
        c.type == "template_substitution" for c in first.named_children
    ):
        roles.lower_arguments(w, given)
        return w.add(ops.UNION)
    kind = "require" if word == "require" else "import"
    return w.add_import(w.read_text(first)[1:-1], "", "", target.start_point[0] + 1, kind)


def build_module_promise(w: Walker, module: int) -> int:
    """Return the type that `import("x")` has at run time: a promise of the module."""
    return w.add(ops.INSTANCE, w.add(ops.GENERIC, build_builtin(w, "Promise"), (w.add(ops.TYPEOF, module),)))


def lower_common_js(w: Walker, node: Node) -> int:
    """Return this file's own module value where `module.exports` is read.

    Returns 0 for any other expression.
    """
    start, end = node.start_byte, node.end_byte
    if end - start != 14 or w.source[start:end] != b"module.exports" or w.exprs[look_up(w, "module")][0] != ops.NAME:
        return 0
    return get_state(w).exports.get(WHOLE, 0) or w.share(ops.NAME, WHOLE, 0)


def find_export_target(w: Walker, node: Node) -> str | None:
    """Return the exported name that an assignment target sets.

    Targets are `module.exports` and `exports.x`. Returns None for any other target.
    """
    if node.type != "member_expression" or node.end_byte - node.start_byte > 200:
        return None
    text = w.read_text(node)
    head, _, rest = text.partition(".")
    if head in get_state(w).renamed:
        return rest if rest.isidentifier() and commonjs.is_exports(w, node.named_children[0]) else None
    if head not in ("module", "exports") or w.exprs[look_up(w, head)][0] != ops.NAME:
        return None
    if text == "module.exports":
        return WHOLE
    if head == "module":
        if not rest.startswith("exports."):
            return None
        rest = rest[len("exports.") :]
    return rest if rest.isidentifier() else None


def export_common(w: Walker, name: str, value: int, left: Node) -> None:
    st = get_state(w)
    st.module = st.common = True
    if name == WHOLE and st.exports.get(WHOLE) and w.exprs[value][0] == ops.OBJECT:
        value = w.union([st.exports[WHOLE], value])
    before = st.exports.get(name, 0)
    if name != WHOLE and w.exprs[value][0] in commonjs.NAMELESS:
        value = commonjs.define_exported_variable(w, name, value, left)
    found = w.exprs[value]
    st.exports[name] = value if not before or name == WHOLE else w.union([before, value])
    if name != WHOLE and st.exports.get(WHOLE):  # a property of what stands for the module
        w.facts.writes.append(Write(st.exports[WHOLE], name, value, w.owners[-1]))
    if found[0] == ops.SYM:
        w.flag(found[1], Flag.EXPORTED)


def keep_common(w: Walker, value: Node) -> int:
    """Keep the exports on `module.exports = exports`: the object stays the same."""
    st = get_state(w)
    st.module = st.common = True
    return w.visit(value)


def share(w: Walker, root: Node) -> None:
    """Share the names of a script with every file.

    A file without imports and exports is a script: its names are those of every file, as are the modules that it
    declares. A file of declarations alone keeps no names of its own besides those, so that an interface of a standard
    name finds both.
    """
    names = w.facts.names.get(0, {})
    modules = {f'"{w.symbols[at].name}"': w.share(ops.SYM, at) for at in get_state(w).declared}
    if not names and not modules:
        return
    scope = define_unnamed_scope(w, EVERYWHERE, root)
    w.facts.names[scope] = {**names, **modules}
    if names and w.facts.path.endswith(DECLARATIONS):
        del w.facts.names[0]
        export_to_all(w, 0)
        extend_interfaces(w, 0)


def has_export_list(node: Node) -> bool:
    """Return whether a statement says by itself what is exported.

    A file of declarations without such a statement exports everything in it.
    """
    return node.type == "export_statement" and node.child_by_field_name("declaration") is None


def finish(w: Walker, root: Node) -> None:
    """Build the export table of the module."""
    st = get_state(w)
    mark_literals_by_name(w, st.whole)
    if st.registered:
        w.facts.names[define_unnamed_scope(w, EVERYWHERE, root)] = dict(st.registered)
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
        whole = w.add_import(f"./{w.facts.path.rsplit('/', 1)[-1]}", "", "", 1, "bind")
        if read:
            w.facts.names.setdefault(0, {})["exports"] = whole
            if st.renamed and WHOLE not in table:
                w.facts.names[0].setdefault(WHOLE, whole)
        if only_parts:  # to `import parts from` the object that they are put into is the default
            table["default"] = whole
    if w.facts.path.endswith(DECLARATIONS) and not any(has_export_list(child) for child in root.named_children):
        for name, expr in own.items():
            if w.exprs[expr][0] != ops.IMPORT:
                st.exported.setdefault(name, name)
    for shown, name in st.exported.items():
        table[shown] = own.get(name) or w.share(ops.NAME, name, 0)
    for expr in table.values():
        mark_exported(w, expr)
    w.facts.exports = table
    exported = set(st.exported.values())
    for position, symbol in enumerate(w.symbols):
        if symbol.parent == 0 and symbol.name in exported:
            w.flag(position, Flag.EXPORTED)
    if WHOLE in table:
        w.facts.names.setdefault(0, {}).setdefault(WHOLE, table[WHOLE])
