"""Declarations of a framework's classes, with the bodies that call back.

They are in the framework's own language, stand in `prelude.pyi` beside a model, and are parsed and never run. What
counts of a body is which members of the same object it calls, `self.get_queryset()`, or of an object that a variable of
the class names, `self.instance.save()`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

_OF: Final = "of"
"""Decorator of a class: the modules that have it."""


class Callback(NamedTuple):
    """A member that a framework's method calls.

    It is one of the same object, or of what an attribute holds."""

    attribute: str
    member: str


@dataclass(frozen=True, slots=True)
class DeclaredClass:
    """A class of a framework: what its methods call, inherited ones too.

    `subjects` are variables of classes below it that lead to the class of an attribute, by attribute. `texts` are those
    of its own variables, by variable."""

    callbacks: Mapping[str, tuple[Callback, ...]] = field(default_factory=dict[str, tuple[Callback, ...]])
    subjects: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def list_members(self, allowed: str) -> tuple[str, ...]:
        """Return its methods, or those that its own variable `allowed` names."""
        return self.texts.get(allowed) or tuple(self.callbacks)


def parse_declarations(text: str) -> dict[str, DeclaredClass]:
    """Return the classes that a prelude declares, by each of their full names."""
    made: dict[str, DeclaredClass] = {}
    found: dict[str, DeclaredClass] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            bases = [made[base.id] for base in node.bases if isinstance(base, ast.Name)]
            made[node.name] = declared = _read_class(node, bases)
            found.update((f"{module}.{node.name}", declared) for module in _list_modules(node))
    return found


def _list_modules(node: ast.ClassDef) -> Iterator[str]:
    for call in node.decorator_list:
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == _OF:
            yield from (each.value for each in call.args if isinstance(each, ast.Constant) and each.value)  # type: ignore[misc]


def _read_class(node: ast.ClassDef, bases: Iterable[DeclaredClass]) -> DeclaredClass:
    callbacks: dict[str, tuple[Callback, ...]] = {}
    subjects: dict[str, tuple[str, ...]] = {}
    texts: dict[str, tuple[str, ...]] = {}
    for base in bases:
        for name, calls in base.callbacks.items():
            callbacks[name] = tuple(dict.fromkeys((*callbacks.get(name, ()), *calls)))
        subjects.update(base.subjects)
        texts.update(base.texts)
    for each in node.body:
        if isinstance(each, ast.FunctionDef):
            called = [call for call in ast.walk(each) if isinstance(call, ast.Call)]
            above = callbacks.get(each.name, ()) if any(_is_super(call, each.name) for call in called) else ()
            own = [callback for call in called if (callback := _read_callback(call)) is not None]
            callbacks[each.name] = tuple(dict.fromkeys((*above, *own)))
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            subjects[each.target.id] = tuple(part.strip() for part in ast.unparse(each.annotation).split("|"))
        elif isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
            given = ast.literal_eval(each.value)
            texts[each.targets[0].id] = (given,) if isinstance(given, str) else tuple(given)
    return DeclaredClass(callbacks, subjects, texts)


def _is_super(call: ast.Call, name: str) -> bool:
    callee = call.func
    above = callee.value if isinstance(callee, ast.Attribute) and callee.attr == name else None
    return isinstance(above, ast.Call) and isinstance(above.func, ast.Name) and above.func.id == "super"


def _read_callback(call: ast.Call) -> Callback | None:
    """Return the member of an object that a call is of, None for other calls."""
    callee = call.func
    if not isinstance(callee, ast.Attribute):
        return None
    owner, attribute = callee.value, ""
    if isinstance(owner, ast.Attribute):
        attribute = owner.attr
        owner = owner.value
    is_own = isinstance(owner, ast.Name) and owner.id == "self"
    return Callback(attribute, callee.attr) if is_own else None
