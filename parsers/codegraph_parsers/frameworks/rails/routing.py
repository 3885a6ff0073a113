"""Routes of Rails: the language of `routes.draw`, lowered to one call a route.

Each call names method, path and the action of the controller that answers. What stands for a class is found by the
convention that Rails loads it by.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.frameworks.active_support import inflections
from codegraph_parsers.lang.ruby.macros import iterate_pairs, list_arguments, read_name

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

VERBS = frozenset({"get", "post", "put", "patch", "delete", "options", "match"})
PLURAL = (
    ("index", "GET", ""), ("create", "POST", ""), ("new", "GET", "/new"), ("edit", "GET", "/:id/edit"),
    ("show", "GET", "/:id"), ("update", "PATCH", "/:id"), ("update", "PUT", "/:id"), ("destroy", "DELETE", "/:id"),
)  # fmt: skip
SINGULAR = (
    ("new", "GET", "/new"), ("edit", "GET", "/edit"), ("show", "GET", ""), ("update", "PATCH", ""),
    ("update", "PUT", ""), ("destroy", "DELETE", ""), ("create", "POST", ""),
)  # fmt: skip
OPAQUE = frozenset({"direct", "resolve", "mount", "devise_for", "use_doorkeeper", "draw"})
OPTIONAL = re.compile(r"\(([^()]*)\)")
MOST = 4  # optional parts of a path that are told apart
FILES = re.compile(r"(?:^|/)config/routes/[^/]+\.rb$")


@dataclass(frozen=True)
class Scope:
    """Prefixes of the paths and names of routes."""

    path: str = ""
    modules: tuple[str, ...] = ()
    controller: str = ""
    resource: str = ""  # what member routes stand behind; "" outside of resources
    param: str = ""  # of the resource, "" for a singular one
    collection: str = ""  # path of the resource
    nested: str = ""  # path in front of what is nested in it
    is_shallow: bool = False
    shallow: str = ""  # path in front of members of shallow resources
    concerns: dict[str, Node] = field(default_factory=dict[str, "Node"])


def lower_draw(w: Walker, node: Node, receiver: Node | None) -> bool:
    """Lower `….routes.draw do … end`; return whether a call is one."""
    block = node.child_by_field_name("block")
    if block is None or receiver is None or not w.read_text(receiver).endswith("routes"):
        return False
    w.visit(receiver)
    draw(w, block.child_by_field_name("body"), Scope())
    return True


def is_part(path: str) -> bool:
    """Return whether a file holds a part of the routes."""
    return FILES.search(path) is not None


def draw(w: Walker, body: Node | None, scope: Scope) -> None:
    """Lower the statements of a block of routes."""
    for child in body.named_children if body is not None else ():
        if child.type == "call" and child.child_by_field_name("receiver") is None:
            draw_call(w, child, scope)
        elif child.type in ("if", "unless", "if_modifier", "unless_modifier", "then", "else", "begin"):
            draw(w, child, scope)
        elif not child.is_extra and child.type != "identifier":
            w.visit(child)


def draw_call(w: Walker, node: Node, scope: Scope) -> None:
    method, block = node.child_by_field_name("method"), node.child_by_field_name("block")
    name = w.read_text(method) if method is not None else ""
    arguments = list_arguments(node)
    options, given = read_options(w, arguments), [each for each in arguments if each.type != "pair"]
    body = block.child_by_field_name("body") if block is not None else None
    if name in VERBS:
        draw_verb(w, node, name, given, options, scope)
    elif name == "root":
        target = read_text(w, options.get("to") or (given[0] if given else None))
        add_route(w, node, "GET", scope.path or "/", scope, target)
    elif name in ("resources", "resource"):
        for each in given:
            if word := read_name(w, each):
                draw_resource(w, node, word, options, body, scope, is_plural=name == "resources")
    elif name == "namespace" and given:
        word = read_name(w, given[0])
        path = read_text(w, options.get("path"), word)
        module = read_text(w, options.get("module"), word)
        inner = leave_resource(scope, path=join(scope.nested or scope.path, path), modules=(*scope.modules, module))
        draw(w, body, inner)
    elif name == "scope":
        draw(w, body, read_scope(w, given, options, scope))
    elif name == "controller" and given:
        draw(w, body, replace(scope, controller=read_name(w, given[0])))
    elif name == "concern" and given and body is not None:
        scope.concerns[read_name(w, given[0])] = body
    elif name == "concerns":
        draw_concerns(w, [word for each in given for word in read_names(w, each)], scope)
    elif name in ("member", "collection", "new"):
        draw(w, body, replace(scope, nested=get_base(scope, name), path=get_base(scope, name)))
    elif name == "shallow":
        draw(w, body, replace(scope, is_shallow=True))
    elif name not in OPAQUE:
        for each in given:
            w.visit(each)
        draw(w, body, scope)


def read_options(w: Walker, arguments: list[Node]) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for key, value in iterate_pairs(arguments):
        if key.type in ("string", "delimited_symbol"):
            found["=>"], found["path"] = value, key
        else:
            found[w.read_text(key).strip(":")] = value
    return found


def read_text(w: Walker, node: Node | None, default: str = "") -> str:
    if node is None:
        return default
    return read_name(w, node) if node.type != "nil" else ""


def read_names(w: Walker, node: Node | None) -> list[str]:
    """Return the words of a symbol, a string or a list of them."""
    if node is None:
        return []
    if node.type in ("array", "symbol_array", "string_array"):
        found = [read_name(w, each) or w.read_text(each) for each in node.named_children if not each.is_extra]
        return [word.lstrip(":") for word in found]
    word = read_name(w, node)
    return [word] if word else []


def join(prefix: str, path: str) -> str:
    path = path.strip("/")
    return f"{prefix.rstrip('/')}/{path}" if path else prefix


def leave_resource(scope: Scope, *, path: str, modules: tuple[str, ...]) -> Scope:
    return replace(
        scope, path=path, modules=modules, resource="", param="", collection="", nested="", controller="", shallow=path
    )


def read_scope(w: Walker, given: list[Node], options: dict[str, Node], scope: Scope) -> Scope:
    path = read_text(w, options.get("path"), "/".join(read_name(w, each) for each in given))
    module = read_text(w, options.get("module"))
    inner = replace(scope, path=join(scope.nested or scope.path, path), nested="")
    if module:
        inner = replace(inner, modules=(*scope.modules, *module.split("/")))
    if "controller" in options:
        inner = replace(inner, controller=read_text(w, options["controller"]))
    if read_flag(w, options.get("shallow")):
        inner = replace(inner, is_shallow=True)
    return inner


def read_flag(w: Walker, node: Node | None) -> bool:
    return node is not None and w.read_text(node) == "true"


def get_base(scope: Scope, where: str) -> str:
    """Return the path that routes of a resource stand behind."""
    if where == "collection":
        return scope.collection
    if where == "new":
        return f"{scope.collection}/new"
    return f"{scope.resource}/:{scope.param}" if scope.param else scope.resource


def draw_resource(
    w: Walker, node: Node, name: str, options: dict[str, Node], body: Node | None, scope: Scope, *, is_plural: bool
) -> None:
    """Add the routes of a resource, and what is nested in it."""
    path = read_text(w, options.get("path"), name)
    controller = read_text(w, options.get("controller"), name if is_plural else inflections.get_plural(name))
    modules = (*scope.modules, *module.split("/")) if (module := read_text(w, options.get("module"))) else scope.modules
    is_shallow = scope.is_shallow or read_flag(w, options.get("shallow"))
    outer = scope.nested or scope.path
    collection = join(outer, path)
    member = join(scope.shallow, path) if is_shallow and scope.resource else collection
    param = read_text(w, options.get("param"), "id") if is_plural else ""
    name_of_param = f"{inflections.get_singular(name)}_{param}" if param else ""
    inner = replace(
        scope, path=collection, modules=modules, controller=controller, resource=member, param=param,
        collection=collection, nested=f"{member}/:{name_of_param}" if param else member, is_shallow=is_shallow,
        shallow=scope.shallow if scope.resource else scope.path,
    )  # fmt: skip
    only, left_out = options.get("only"), read_names(w, options.get("except"))
    kept = read_names(w, only)
    for action, verb, rest in PLURAL if is_plural else SINGULAR:
        if (only is not None and action not in kept) or action in left_out:
            continue
        base = member if ":id" in rest or (not is_plural and rest != "/new") else collection
        add_route(w, node, verb, base + rest.replace(":id", f":{param}"), inner, action)
    draw_concerns(w, read_names(w, options.get("concerns")), inner)
    draw(w, body, inner)


def draw_concerns(w: Walker, names: list[str], scope: Scope) -> None:
    for name in names:
        if (body := scope.concerns.get(name)) is not None:
            draw(w, body, scope)


def draw_verb(w: Walker, node: Node, name: str, given: list[Node], options: dict[str, Node], scope: Scope) -> None:
    """Add the routes of `get "path", to: "controller#action"`."""
    where = read_text(w, options.get("on"))
    base = get_base(scope, where) if where else scope.nested or scope.path
    methods = [word.upper() for word in read_names(w, options.get("via"))] if name == "match" else [name.upper()]
    paths = given or ([options["path"]] if "=>" in options else [])
    wanted = options.get("to") or options.get("=>") or options.get("action")
    for each in paths:
        path = read_name(w, each)
        if not path and each.type not in ("string", "simple_symbol"):
            w.visit(each)
        is_known = bool(path) or w.read_text(each).strip("\"'") == ""
        target = read_text(w, wanted)
        if wanted is None and is_known:
            target = guess_target(path, scope)
        if "controller" in options and "#" not in target:
            target = f"{read_text(w, options['controller'])}#{target}"
        whole = join(base, path) if is_known else None
        for method in methods or ["GET"]:
            add_route(w, node, "ANY" if method == "ALL" else method, whole, scope, target)


def guess_target(path: str, scope: Scope) -> str:
    """Return what a path without a target means: its own words."""
    words = path.strip("/").split("(", 1)[0].split("/")
    if scope.controller:
        return words[-1] if len(words) == 1 else ""
    return f"{'/'.join(words[:-1])}#{words[-1]}" if len(words) > 1 and ":" not in path else ""


def add_route(w: Walker, node: Node, method: str, path: str | None, scope: Scope, target: str) -> None:
    """Add the call that registers a route; one for each form of its path."""
    handler = lower_action(w, node, target, scope)
    line = node.start_point[0] + 1
    owner = w.share(ops.ATTR, w.share(ops.ATTR, w.share(ops.NAME, "ActionDispatch", 0), "Routing"), "RouteSet")
    for each in expand(path) if path is not None else [None]:
        text = w.add(ops.LITERAL, "String", each) if each is not None else 0
        arguments = (w.add_literal("String", method), text, handler)
        expr = w.add(ops.CALL, w.share(ops.ATTR, owner, "add_route"), arguments, ())
        w.add_site("call", expr, line)


def expand(path: str) -> Iterator[str]:
    """Yield the forms of a path with optional parts.

    The format that may follow any path is left out.
    """
    path = path.replace("/(/", "(/").replace("/(", "(/") if "/(" in path else path
    path = path.replace("(.:format)", "").replace("(.format)", "")
    forms = [path]
    for _ in range(MOST):
        if not any(OPTIONAL.search(form) for form in forms):
            break
        forms = [
            text
            for form in forms
            for text in (
                (OPTIONAL.sub(r"\1", form, count=1), OPTIONAL.sub("", form, count=1)) if "(" in form else (form,)
            )
        ]
    yield from dict.fromkeys(
        (form.rstrip("/") or "/") if form.startswith("/") else f"/{form.rstrip('/')}" for form in forms
    )


def lower_action(w: Walker, node: Node, target: str, scope: Scope) -> int:
    """Return the method of the controller that `controller#action` names."""
    name, sign, action = target.partition("#")
    if not sign:
        name, action = scope.controller, target
    if not name or not action or not action.replace("_", "a").isalnum():
        return 0
    parts = name.strip("/").split("/") if name.startswith("/") else [*scope.modules, *name.split("/")]
    words = [inflections.get_constant_name(part) for part in parts if part]
    if not words:
        return 0
    words[-1] += "Controller"
    expr = w.share(ops.NAME, words[0], 0)
    for word in words[1:]:
        expr = w.share(ops.ATTR, expr, word)
    w.mention(expr, node.start_point[0] + 1)
    return w.share(ops.ATTR, w.share(ops.INSTANCE, expr), action)
