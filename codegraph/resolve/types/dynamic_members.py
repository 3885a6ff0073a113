"""Members that classes of libraries make of methods at run time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from codegraph.resolve.types.abstract_values import (
    APPLIED,
    CLASS_OBJECTS,
    EXTERNAL,
    INSTANCES,
    UNKNOWN,
    Atom,
    ClassObject,
    Function,
    MappingLiteral,
    SelfClass,
    Value,
    join,
    make_function_type,
    make_instance,
    make_self_instance,
)
from codegraph.resolve.types.descriptors import is_declared_member, read_member
from codegraph_parsers.semantics import DynamicMember

if TYPE_CHECKING:
    from codegraph.resolve.program.binding import Binding
    from codegraph.resolve.types.members import Members


class Accessor(NamedTuple):
    """Method that stands for a member, its result, and the value of the member."""

    method: Function
    result: Value
    value: Value


class DynamicMembers:
    """Finds the methods that stand for members that no class declares."""

    def __init__(self, members: Members) -> None:
        self._members = members
        self._evaluator = members.evaluator
        self._program = members.program

    def is_used(self, file: int) -> bool:
        """Return whether classes have such members in the language of a file."""
        return bool(self._program.semantics[file].dynamic_members.members)

    def find_value(self, file: int, atom: Atom, name: str, found: Binding, owner: int) -> Value | None:
        """Return what a member holds that methods stand for, None for any other."""
        if not self.is_used(file) or self._is_declared(atom, name, found, owner):
            return None
        suffix = self._program.semantics[file].lookup.method_suffix
        is_called = bool(suffix) and name.endswith(suffix)
        accessors = list(self._list_accessors(file, atom, name, "call" if is_called else "read"))
        if accessors:
            value = join([accessor.value for accessor in accessors])
            return (make_function_type((), value),) if is_called else value
        if found.refs:
            return None
        return self._find_delegated(file, atom, name) if is_called else self._find_in_table(file, atom, name)

    def list_accessors(self, file: int, atom: Atom, name: str, access: str) -> list[Accessor]:
        """Return the methods that stand for a member of an object or a class."""
        if not isinstance(atom, (*INSTANCES, *CLASS_OBJECTS)):
            return []
        found, owner, _ = self._members.find(file, atom, name)
        if self._is_declared(atom, name, found, owner):
            return []
        accessors = list(self._list_accessors(file, atom, name, access))
        if accessors or found.refs or access != "call":
            return accessors
        return [
            accessor
            for each in self._list_delegates(file, atom, name)
            for accessor in self.list_accessors(file, each, name, access)
        ]

    def list_named(self, file: int, atom: Atom, name: str) -> list[Accessor]:
        """Return the methods that stand for the member which a text names."""
        suffix = self._program.semantics[file].lookup.method_suffix
        found: list[Accessor] = []
        for rule in self._program.semantics[file].dynamic_members.members:
            if rule.has_paths:
                for subject in (*self._list_behind(atom), _as_instance(atom)):
                    if subject is not None and self._is_below(file, subject, rule.owner):
                        found += self._ask(file, subject, subject, rule, name.removesuffix(suffix))
        return found

    def _list_accessors(self, file: int, atom: Atom, name: str, access: str) -> Iterator[Accessor]:
        semantics = self._program.semantics[file]
        plain = name.removesuffix(semantics.lookup.method_suffix)
        for rule in semantics.dynamic_members.members:
            if rule.access != access or not self._is_below(file, atom, rule.owner):
                continue
            if access != "call" and not isinstance(atom, INSTANCES):
                continue
            for subject in self._list_behind(atom) if rule.is_behind else (atom,):
                yield from self._ask(file, atom, subject, rule, plain)

    def _ask(self, file: int, atom: Atom, subject: Atom, rule: DynamicMember, name: str) -> Iterator[Accessor]:
        """Yield the methods of a class that a rule means for a name."""
        if not isinstance(subject, INSTANCES):
            return
        words = name.replace("-", "_").split("_")
        camel = "".join(word[:1].upper() + word[1:] for word in words)
        key = rule.method.format(name=name, Camel=camel, camel=camel[:1].lower() + camel[1:])
        found, owner, _ = self._members.in_class(subject.gid, key)
        if not found.refs or owner < 0 or owner >= self._program.end:
            return
        for method in read_member(self._members, file, subject, found, owner, subject, key):
            if not isinstance(method, Function) or method.gid >= self._program.end:
                continue
            if rule.is_behind:
                yield Accessor(method, (atom,), (atom,))
                continue
            result = self._evaluator.calls.evaluate_result(file, method, (), (), 0)
            if rule.result:
                result = tuple(each for each in result if self._is_below(file, each, rule.result))
                if not result:
                    continue
            value = result
            if rule.value:
                value = join([self._members.call_members(file, each, (rule.value,)) for each in result])
            yield Accessor(method, result, value)

    def _find_delegated(self, file: int, atom: Atom, name: str) -> Value | None:
        delegates = self._list_delegates(file, atom, name)
        found = join([self._members.evaluate_attribute(file, each, name) for each in delegates])
        return None if all(isinstance(each, EXTERNAL) for each in found) else found

    def _list_delegates(self, file: int, atom: Atom, wanted: str) -> list[Atom]:
        """Return the objects that have the methods which a class does not declare."""
        for name, member in self._program.semantics[file].dynamic_members.delegates.items():
            asked = _as_instance(atom)
            if asked is not None and member != wanted and self._is_below(file, asked, name):
                return [each for each in self._members.call_members(file, asked, (member,)) if each != asked]
        return []

    def _find_in_table(self, file: int, atom: Atom, name: str) -> Value | None:
        """Return a property whose type a table of the class tells."""
        for owner, member in self._program.semantics[file].dynamic_members.tables.items():
            if name == member or not isinstance(atom, INSTANCES) or not self._is_below(file, atom, owner):
                continue
            called = member + self._program.semantics[file].lookup.method_suffix
            tables = (
                *self._members.evaluate_attribute(file, atom, member),
                *self._members.call_members(file, atom, (called,)),
            )
            held = [
                value
                for table in tables
                if isinstance(table, MappingLiteral)
                for text, value in table.items
                if text == name
            ]
            found = self._evaluator.types.as_instances(join(held))
            if found:
                return tuple(each for each in found if isinstance(each, INSTANCES))
        return None

    def _list_behind(self, atom: Atom) -> tuple[Atom, ...]:
        """Return what the first type argument of an object stands for."""
        return atom.arguments[0] if isinstance(atom, APPLIED) and atom.arguments else UNKNOWN

    def _is_below(self, file: int, atom: Atom, name: str) -> bool:
        if not isinstance(atom, (*INSTANCES, *CLASS_OBJECTS)):
            return False
        top = self._evaluator.types.find_builtin(file, name)
        return top >= 0 and any(gid == top for gid, _ in self._evaluator.classes.linear(atom.gid)[0])

    def _is_declared(self, atom: Atom, name: str, found: Binding, owner: int) -> bool:
        """Return whether a class declares a member in its body."""
        if not found.refs:
            return False
        return owner < 0 or is_declared_member(self._evaluator.classes, owner, name)


def _as_instance(atom: Atom) -> Atom | None:
    """Return an object of a class that is asked itself."""
    if isinstance(atom, INSTANCES):
        return atom
    if isinstance(atom, SelfClass):
        return make_self_instance(atom.gid)
    return make_instance(atom.gid, atom.arguments) if isinstance(atom, ClassObject) else None
