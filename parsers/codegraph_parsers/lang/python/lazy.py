"""Names that a module has only when they are asked for: what its `__getattr__` imports, as texts in it say.

Modules with such a hook say it in one of four ways: a stub beside them, a table of names and modules, a call that makes
the hook from such a table, or branches that import. What leads nowhere in the tree binds nothing. Where a module hands
out its `globals()`, what may be put there is what a stub beside it declares.
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


def lazy_names(w: Walker, root: Node) -> None:
    """Bind what the hook of a module promises, where nothing else binds it."""
    hooked = HOOK in w.facts.names.get(0, {})
    if hooked or (b"globals()" in w.source and _fills_itself(w, root)):
        w.star(STUB, 1, "bind")
    if not hooked:
        return
    used: set[str] = set()
    tables: list[tuple[str, Node]] = []
    for statement in root.named_children:
        inner = statement.child_by_field_name("definition") if statement.type == "decorated_definition" else statement
        if inner is None:
            continue
        if inner.type == "function_definition" and w.text(inner.child_by_field_name("name") or inner) == HOOK:
            used |= set(_words(w, inner))
            _branches(w, inner)
        elif inner.type == "expression_statement" and inner.named_children:
            assigned = inner.named_children[0]
            left, right = assigned.child_by_field_name("left"), assigned.child_by_field_name("right")
            if assigned.type == "assignment" and left is not None and right is not None:
                name = HOOK if HOOK in w.text(left) else w.text(left)
                tables.extend((name, each) for each in _dictionaries(right))
    for name, table in tables:
        if name == HOOK or name in used:
            _table(w, table)


def _fills_itself(w: Walker, root: Node) -> bool:
    """Whether a statement of the module hands its own names to something, which may add others."""
    for statement in root.named_children:
        if statement.type in STATEMENTS and b"globals()" in w.source[statement.start_byte : statement.end_byte]:
            return True
    return False


def _words(w: Walker, node: Node) -> Iterator[str]:
    if node.type == "identifier":
        yield w.text(node)
    for child in node.named_children:
        yield from _words(w, child)


def _dictionaries(node: Node) -> Iterator[Node]:
    """A dictionary that an expression is, or that a call is given."""
    if node.type == "dictionary":
        yield node
    elif node.type in ("call", "argument_list", "keyword_argument", "pattern_list", "expression_list"):
        for child in node.named_children:
            yield from _dictionaries(child)


def _table(w: Walker, table: Node) -> None:
    """`{"name": "module"}`, `{"name": ("module", "attribute")}`, `{"module": ["name", …]}`."""
    for pair in table.named_children[:MAX_NAMES]:
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        word = _plain(w, key)
        if value is None or not word:
            continue
        if value.type == "string":
            module, _, name = _plain(w, value).replace(":", ".").rpartition(".")
            if name != word or not module.strip("."):
                module = _plain(w, value)
            _promise(w, word, module, word, value)
        elif value.type == "tuple":
            parts = [_plain(w, each) for each in value.named_children]
            if len(parts) == 2 and parts[0]:
                _promise(w, word, parts[0], parts[1], value)
            elif len(parts) == 2:  # the package, and the module in it
                _promise(w, word, parts[1], word, value)
        elif value.type in ("list", "set"):
            for each in value.named_children[:MAX_NAMES]:
                _promise(w, _plain(w, each), word, _plain(w, each), each)


def _branches(w: Walker, node: Node) -> None:
    """`if name == "word": from module import word`"""
    if node.type in ("if_statement", "elif_clause"):
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
        if condition is not None and condition.type == "comparison_operator" and body is not None:
            words = {_plain(w, each) for each in _strings(condition)} - {""}
            for statement in body.named_children if words else ():
                if statement.type == "import_from_statement":
                    _imported(w, statement, words)
    for child in node.named_children:
        _branches(w, child)


def _imported(w: Walker, statement: Node, words: set[str]) -> None:
    source = statement.child_by_field_name("module_name")
    for child in statement.children_by_field_name("name"):
        alias = child.child_by_field_name("alias")
        name = child.child_by_field_name("name") if alias is not None else child
        if source is None or name is None:
            continue
        bound, plain = w.text(alias) if alias is not None else w.text(name), w.text(name)
        if bound in words:
            _bind(w, bound, w.import_(w.text(source).replace(" ", ""), plain, bound, _line(child), "bind"))


def _promise(w: Walker, word: str, module: str, name: str, at: Node) -> None:
    if word.isidentifier() and name.isidentifier() and module:
        found = w.import_(LATER + module, name, word, _line(at), "bind")
        _bind(w, word, found)
        w.site("token", w.add(ops.DECLARED, 0, found), _line(at))


def _bind(w: Walker, word: str, found: int) -> None:
    w.facts.names.setdefault(0, {}).setdefault(word, found)


def _strings(node: Node) -> Iterator[Node]:
    if node.type == "string":
        yield node
    for child in node.named_children:
        yield from _strings(child)


def _plain(w: Walker, node: Node | None) -> str:
    """The text of a string literal; empty for anything else."""
    if node is None or node.type != "string":
        return ""
    return "".join(w.text(child) for child in node.named_children if child.type == "string_content")


def _line(node: Node) -> int:
    return node.start_point[0] + 1


def imported_by_text(w: Walker, arguments: Node | None, line: int) -> int:
    """`import_module("package.module")`: the module, where a text says which; 0 where none does."""
    given = arguments.named_children if arguments is not None else []
    if given and given[0].type == "attribute":
        return _imported_in_turn(w, w.visit(given[0]), line)
    text = w.text(given[0])[1:-1] if given and given[0].type == "string" else ""
    relative = text.startswith(".")
    if not text.strip(".").replace(".", "").isidentifier() or (relative and len(given) < 2):
        return 0
    if relative and w.text(given[1]).rpartition("=")[2] not in ("__name__", "__package__"):
        return 0
    return w.import_(text, "", "", line)


def _imported_in_turn(w: Walker, named: int, line: int) -> int:
    """The modules that several texts name, of which each has its turn: `request.param` of a fixture."""
    if w.exprs[named][0] == ops.DECLARED:
        named = int(w.exprs[named][2])
    parts: tuple[int, ...] = w.exprs[named][1:] if w.exprs[named][0] == ops.UNION else (named,)
    texts = [str(w.exprs[part][2]) if w.exprs[part][0] == ops.LITERAL else "" for part in parts]
    if not all(text.replace(".", "").isidentifier() and text[:1] != "." for text in texts):
        return 0
    return w.union([w.import_(text, "", "", line) for text in texts])


def import_module(w: Walker, arguments: Node | None, called: int, line: int) -> int | None:
    found = imported_by_text(w, arguments, line)
    if found:
        roles.finish_call(w, called, arguments, line)
    return found or None


def delegated(w: Walker, arguments: Node | None, parts: list[Node], called: int, line: int) -> int | None:
    """`getattr(self.inner, name)` in the hook of a class: `inner` has what the class lacks."""
    owner = w.functions[-1] if w.functions else -1
    if not w.classes or owner < 0 or w.symbols[owner].name != HOOK or w.symbols[owner].parent != w.classes[-1]:
        return None
    values = w.visit_all(parts)
    if w.exprs[values[1]] == (ops.PARAM, owner, 1) and values[0]:
        members = w.facts.members.setdefault(w.classes[-1], {})
        members[DELEGATE] = w.union([members.get(DELEGATE, 0), values[0]]) if DELEGATE in members else values[0]
    roles.finish_call(w, called, None, line)
    return 0
