"""Lazy names of a module: its `__getattr__` imports them when they are used.

Modules with such a hook state the names in one of four ways: a stub next to them, a table of names and modules, a call
that makes the hook from such a table, or branches that import. A name that leads nowhere in the tree is not bound.
Where a module hands out its `globals()`, the names that may be added are those that a stub next to it declares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops, roles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

STUB = "stub:"  # module text of the stub beside a file; see `imports.py`
LATER = "later:"  # module text of a module that is relative to the package, or else absolute
HOOK = "__getattr__"
DELEGATE = "*"  # member of a class that stands for what it hands everything else to
STATEMENTS = frozenset({"expression_statement", "for_statement", "if_statement", "try_statement", "with_statement"})
MAX_NAMES = 5000  # of one table


def bind_lazy_names(w: Walker, root: Node) -> None:
    """Bind what the hook of a module promises, where nothing else binds it."""
    hooked = HOOK in w.facts.names.get(0, {})
    if hooked or (b"globals()" in w.source and _has_globals_use(w, root)):
        w.add_star_import(STUB, 1, "bind")
    if not hooked:
        return
    used: set[str] = set()
    tables: list[tuple[str, Node]] = []
    for statement in root.named_children:
        inner = statement.child_by_field_name("definition") if statement.type == "decorated_definition" else statement
        if inner is None:
            continue
        if inner.type == "function_definition" and w.read_text(inner.child_by_field_name("name") or inner) == HOOK:
            used |= set(_iterate_identifiers(w, inner))
            _read_branches(w, inner)
        elif inner.type == "expression_statement" and inner.named_children:
            assigned = inner.named_children[0]
            left, right = assigned.child_by_field_name("left"), assigned.child_by_field_name("right")
            if assigned.type == "assignment" and left is not None and right is not None:
                name = HOOK if HOOK in w.read_text(left) else w.read_text(left)
                tables.extend((name, each) for each in _iterate_dictionaries(right))
    for name, table in tables:
        if name == HOOK or name in used:
            _read_table(w, table)


def _has_globals_use(w: Walker, root: Node) -> bool:
    """Return whether a statement of the module hands out its `globals()`.

    Its receiver may add names.
    """
    for statement in root.named_children:
        if statement.type in STATEMENTS and b"globals()" in w.source[statement.start_byte : statement.end_byte]:
            return True
    return False


def _iterate_identifiers(w: Walker, node: Node) -> Iterator[str]:
    if node.type == "identifier":
        yield w.read_text(node)
    for child in node.named_children:
        yield from _iterate_identifiers(w, child)


def _iterate_dictionaries(node: Node) -> Iterator[Node]:
    """Yield dictionaries: the expression itself, or arguments of a call."""
    if node.type == "dictionary":
        yield node
    elif node.type in ("call", "argument_list", "keyword_argument", "pattern_list", "expression_list"):
        for child in node.named_children:
            yield from _iterate_dictionaries(child)


def _read_table(w: Walker, table: Node) -> None:
    """Read a table of lazy names.

    Its forms are `{"name": "module"}`, `{"name": ("module", "attribute")}` and `{"module": ["name", …]}`.
    """
    for pair in table.named_children[:MAX_NAMES]:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        word = _read_string(w, key)
        if value is None or not word:
            continue
        if value.type == "string":
            module, _, name = _read_string(w, value).replace(":", ".").rpartition(".")
            if name != word or not module.strip("."):
                module = _read_string(w, value)
            _bind_lazy(w, word, module, word, value)
        elif value.type == "tuple":
            parts = [_read_string(w, each) for each in value.named_children]
            if len(parts) == 2 and parts[0]:
                _bind_lazy(w, word, parts[0], parts[1], value)
            elif len(parts) == 2:  # the package, and the module in it
                _bind_lazy(w, word, parts[1], word, value)
        elif value.type in ("list", "set"):
            for each in value.named_children[:MAX_NAMES]:
                _bind_lazy(w, _read_string(w, each), word, _read_string(w, each), each)


def _read_branches(w: Walker, node: Node) -> None:
    """Read branches of the form `if name == "word": from module import word`."""
    if node.type in ("if_statement", "elif_clause"):
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
        if condition is not None and condition.type == "comparison_operator" and body is not None:
            words = {_read_string(w, each) for each in _iterate_strings(condition)} - {""}
            for statement in body.named_children if words else ():
                if statement.type == "import_from_statement":
                    _read_import(w, statement, words)
    for child in node.named_children:
        _read_branches(w, child)


def _read_import(w: Walker, statement: Node, words: set[str]) -> None:
    source = statement.child_by_field_name("module_name")
    for child in statement.children_by_field_name("name"):
        alias = child.child_by_field_name("alias")
        name = child.child_by_field_name("name") if alias is not None else child
        if source is None or name is None:
            continue
        bound, plain = w.read_text(alias) if alias is not None else w.read_text(name), w.read_text(name)
        if bound in words:
            _bind(w, bound, w.add_import(w.read_text(source).replace(" ", ""), plain, bound, _get_line(child), "bind"))


def _bind_lazy(w: Walker, word: str, module: str, name: str, at: Node) -> None:
    if word.isidentifier() and name.isidentifier() and module:
        found = w.add_import(LATER + module, name, word, _get_line(at), "bind")
        _bind(w, word, found)
        w.add_site("token", w.add(ops.DECLARED, 0, found), _get_line(at))


def _bind(w: Walker, word: str, found: int) -> None:
    w.facts.names.setdefault(0, {}).setdefault(word, found)


def _iterate_strings(node: Node) -> Iterator[Node]:
    if node.type == "string":
        yield node
    for child in node.named_children:
        yield from _iterate_strings(child)


def _read_string(w: Walker, node: Node | None) -> str:
    """Return the text of a string literal, "" for anything else."""
    if node is None or node.type != "string":
        return ""
    return "".join(w.read_text(child) for child in node.named_children if child.type == "string_content")


def _get_line(node: Node) -> int:
    return node.start_point[0] + 1


def lower_dynamic_import(w: Walker, arguments: Node | None, line: int) -> int:
    """Lower `import_module("package.module")`.

    Returns the module, 0 where its name is no plain text.
    """
    given = arguments.named_children if arguments is not None else []
    if given and given[0].type == "attribute":
        return _import_alternatives(w, w.visit(given[0]), line)
    text = w.read_text(given[0])[1:-1] if given and given[0].type == "string" else ""
    relative = text.startswith(".")
    if not text.strip(".").replace(".", "").isidentifier() or (relative and len(given) < 2):
        return 0
    if relative and w.read_text(given[1]).rpartition("=")[2] not in ("__name__", "__package__"):
        return 0
    return w.add_import(text, "", "", line)


def _import_alternatives(w: Walker, named: int, line: int) -> int:
    """Return the union of the modules that several texts name.

    The name takes each of these values in turn: `request.param` of a fixture.
    """
    if w.exprs[named][0] == ops.DECLARED:
        named = int(w.exprs[named][2])
    parts: tuple[int, ...] = w.exprs[named][1:] if w.exprs[named][0] == ops.UNION else (named,)
    texts = [str(w.exprs[part][2]) if w.exprs[part][0] == ops.LITERAL else "" for part in parts]
    if not all(text.replace(".", "").isidentifier() and text[:1] != "." for text in texts):
        return 0
    return w.union([w.add_import(text, "", "", line) for text in texts])


def lower_import_module(w: Walker, arguments: Node | None, called: int, line: int) -> int | None:
    found = lower_dynamic_import(w, arguments, line)
    if found:
        roles.finish_call(w, called, arguments, line)
    return found or None


def lower_delegation(w: Walker, arguments: Node | None, parts: list[Node], called: int, line: int) -> int | None:
    """Lower `getattr(self.inner, name)` in the hook of a class.

    `inner` has the members that the class lacks.
    """
    owner = w.functions[-1] if w.functions else -1
    if not w.classes or owner < 0 or w.symbols[owner].name != HOOK or w.symbols[owner].parent != w.classes[-1]:
        return None
    values = w.visit_all(parts)
    if w.exprs[values[1]] == (ops.PARAM, owner, 1) and values[0]:
        members = w.facts.members.setdefault(w.classes[-1], {})
        members[DELEGATE] = w.union([members.get(DELEGATE, 0), values[0]]) if DELEGATE in members else values[0]
    roles.finish_call(w, called, None, line)
    return 0
