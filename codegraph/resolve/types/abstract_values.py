"""Abstract values: what an expression may be at run time.

A `Value` is a tuple of atoms, each a record of one of the classes below. The empty value means that nothing is known.
Sets are bounded by `MAX_ATOMS`; one atom more and the whole value becomes unknown, so that order cannot matter.

Atoms are named tuples, so that they are hashed and compared in C. The first field, `kind`, distinguishes records that
have otherwise equal fields; code distinguishes them with `isinstance`. The functions `make_...` make them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeVar, cast


class Function(NamedTuple):
    """A function, bound to a receiver or not."""

    kind: Literal[0]
    gid: int
    receiver: Atom | None


class ClassObject(NamedTuple):
    """A class as a value."""

    kind: Literal[1]
    gid: int
    arguments: Values


class Instance(NamedTuple):
    """An instance of a class."""

    kind: Literal[2]
    gid: int
    arguments: Values


class Module(NamedTuple):
    """A module, by the key of its unit."""

    kind: Literal[3]
    unit: str


class Namespace(NamedTuple):
    """An open namespace, by one of its parts."""

    kind: Literal[4]
    gid: int


class ExternalName(NamedTuple):
    """Something of a package outside the repository, by its dotted name."""

    kind: Literal[5]
    name: str


class ExternalInstance(NamedTuple):
    """A value from outside the repository, by the name of what gave it."""

    kind: Literal[6]
    name: str


class TypeVariable(NamedTuple):
    """A type variable of a class or function."""

    kind: Literal[7]
    gid: int
    name: str


class FunctionType(NamedTuple):
    """A declared function type."""

    kind: Literal[8]
    parameters: Values
    result: Value


class TupleInstance(NamedTuple):
    """A tuple, element by element."""

    kind: Literal[9]
    elements: Values


class ListLiteral(NamedTuple):
    """A list literal, element by element, with the class that it is of."""

    kind: Literal[10]
    gid: int
    elements: Values


class MappingLiteral(NamedTuple):
    """A mapping literal: values by the text of their keys, and the value of a key."""

    kind: Literal[11]
    gid: int
    items: Items
    key: Value


class LiteralValue(NamedTuple):
    """A literal whose text is known."""

    kind: Literal[12]
    gid: int
    text: str


class SelfInstance(NamedTuple):
    """The receiver, whatever subclass of a class it is."""

    kind: Literal[13]
    gid: int


class Super(NamedTuple):
    """The receiver seen as the bases of a class."""

    kind: Literal[14]
    gid: int
    receiver: Receiver


class SelfClass(NamedTuple):
    """The receiver's class, whatever subclass of a class it is."""

    kind: Literal[15]
    gid: int


class NamedSymbol(NamedTuple):
    """A symbol that an expression names, as opposed to the value that it has."""

    kind: Literal[0]
    gid: int


class AliasUnion(NamedTuple):
    """Any of the types of an alias that lists more than a value may have."""

    kind: Literal[16]
    gid: int


Atom = (
    Function | ClassObject | Instance | Module | Namespace | ExternalName | ExternalInstance | TypeVariable
    | FunctionType | TupleInstance | ListLiteral | MappingLiteral | LiteralValue | SelfInstance | Super | SelfClass
    | AliasUnion
)  # fmt: skip
Entity = NamedSymbol | Module | ExternalName
"""Entities that an expression may name."""

Receiver = Instance | SelfInstance | ClassObject | SelfClass
"""Receivers of member accesses."""

Applied = ClassObject | Instance
"""Types that carry type arguments."""

Origin = Module | ExternalName | ExternalInstance
"""Targets of imports other than symbols."""

Constructors = tuple[Function | ClassObject, ...]
"""Constructors of a class: functions, and the class itself where nobody wrote one."""

Value = tuple[Atom, ...]
Values = tuple[Value, ...]
Items = tuple[tuple[str, Value], ...]

A = TypeVar("A")


class _New(Protocol):
    def __call__(self, record: type[A], fields: tuple[object, ...], /) -> A: ...


_new: Final = cast("_New", tuple.__new__)  # pyright: ignore[reportUnknownMemberType]
"""Makes a record in half the time that a call of its class takes: atoms are made by the million."""


def make_function(gid: int, receiver: Atom | None = None) -> Function:
    return _new(Function, (0, gid, receiver))


def make_class(gid: int, arguments: Values = ()) -> ClassObject:
    return _new(ClassObject, (1, gid, arguments))


def make_instance(gid: int, arguments: Values = ()) -> Instance:
    return _new(Instance, (2, gid, arguments))


def make_module(unit: str) -> Module:
    return _new(Module, (3, unit))


def make_namespace(gid: int) -> Namespace:
    return _new(Namespace, (4, gid))


def make_external_name(name: str) -> ExternalName:
    return _new(ExternalName, (5, name))


def make_external_instance(name: str) -> ExternalInstance:
    return _new(ExternalInstance, (6, name))


def make_external_member(atom: ExternalName | ExternalInstance, name: str) -> ExternalName | ExternalInstance:
    """Return a member of something external, which is as certain as that."""
    return _new(type(atom), (atom.kind, f"{atom.name}.{name}"))


def make_type_variable(gid: int, name: str) -> TypeVariable:
    return _new(TypeVariable, (7, gid, name))


def make_function_type(parameters: Values, result: Value) -> FunctionType:
    return _new(FunctionType, (8, parameters, result))


def make_tuple(elements: Values) -> TupleInstance:
    return _new(TupleInstance, (9, elements))


def make_list(gid: int, elements: Values) -> ListLiteral:
    return _new(ListLiteral, (10, gid, elements))


def make_mapping(gid: int, items: Items, key: Value) -> MappingLiteral:
    return _new(MappingLiteral, (11, gid, items, key))


def make_literal(gid: int, text: str) -> LiteralValue:
    return _new(LiteralValue, (12, gid, text))


def make_self_instance(gid: int) -> SelfInstance:
    return _new(SelfInstance, (13, gid))


def make_super(gid: int, receiver: Atom) -> Super:
    return _new(Super, (14, gid, receiver))


def make_self_class(gid: int) -> SelfClass:
    return _new(SelfClass, (15, gid))


def make_named_symbol(gid: int) -> NamedSymbol:
    return _new(NamedSymbol, (0, gid))


def make_alias_union(gid: int) -> AliasUnion:
    return _new(AliasUnion, (16, gid))


APPLIED: Final = (ClassObject, Instance)
"""Records with type arguments."""

INSTANCES: Final = (Instance, SelfInstance)
"""Objects of a class."""

CLASS_OBJECTS: Final = (ClassObject, SelfClass)
"""Classes as values."""

CALLABLES: Final = (Function, ClassObject)
"""Symbols that a call can run."""

EXTERNAL: Final = (ExternalName, ExternalInstance)
"""Classes of atoms that lie outside the repository."""

SEQUENCES: Final = (TupleInstance, ListLiteral)
"""Sequences that are known element by element."""


def make_applied(like: Applied, gid: int, arguments: Values) -> Applied:
    """Return a class or an instance of it, as `like` is one."""
    return _new(type(like), (like.kind, gid, arguments))


MAX_ATOMS = 9  # as many alternatives as modules have for platforms; with more, guesses outgrow what they find
MAX_OVERLOADS = 256  # a visitor has a method of one name for every kind of node
MAX_ELEMENTS = 24  # literals longer than this are known by element type only
MAX_DEPTH = 4  # nesting of type arguments kept

UNKNOWN: Value = ()


Parameters = frozenset[tuple[int, int]]
"""Parameters (function, position) that a value rests on."""

CLEAN: Parameters = frozenset()
EVERYTHING: Parameters = frozenset(((-1, -1),))
FAR: Final = 1 << 30  # deeper than any evaluation


def join_overloads(values: Iterable[Value]) -> Value:
    """Join the definitions of one name, from which a call chooses.

    More of them are kept than of unrelated values.
    """
    result = tuple(dict.fromkeys(atom for value in values for atom in value))
    return result if len(result) <= MAX_OVERLOADS else UNKNOWN


def join(values: Sequence[Value]) -> Value:
    """Join values to their union, in first-seen order.

    In a union that exceeds the bound, atoms that differ in type arguments alone are merged. One that is still too large
    is unknown.
    """
    if len(values) == 1 and len(values[0]) < 2:
        return values[0]
    result: list[Atom] = []
    for value in values:
        for atom in value:
            if atom not in result:
                result.append(atom)
    if len(result) > MAX_ATOMS:
        result = merge_arguments(result)
    return tuple(result) if len(result) <= MAX_ATOMS else UNKNOWN


def merge_arguments(atoms: Sequence[Atom]) -> list[Atom]:
    """Merge atoms that differ in type arguments alone.

    The result may have any of their type arguments. Members bound to such atoms are merged, too.
    """
    groups: dict[Atom, list[Atom]] = {}
    for atom in atoms:
        groups.setdefault(_forget_arguments(atom), []).append(atom)
    return [same[0] if len(same) == 1 else _merge(key, same) for key, same in groups.items()]


def _forget_arguments(atom: Atom) -> Atom:
    """Return an atom that is equal for all that differ in type arguments alone."""
    if isinstance(atom, APPLIED):
        return make_applied(atom, atom.gid, ())
    if isinstance(atom, ListLiteral):
        return make_list(atom.gid, ())
    if isinstance(atom, Function) and isinstance(atom.receiver, APPLIED):
        return make_function(atom.gid, make_applied(atom.receiver, atom.receiver.gid, ()))
    return atom


def _merge(key: Atom, same: Sequence[Atom]) -> Atom:
    """Merge several atoms that differ in type arguments alone."""
    if isinstance(key, Function) and isinstance(key.receiver, APPLIED):
        receivers = [atom.receiver for atom in same if isinstance(atom, Function)]
        merged_receiver = make_applied(key.receiver, key.receiver.gid, _join_arguments(receivers))
        return make_function(key.gid, merged_receiver)
    if isinstance(key, ListLiteral):  # what a list holds after some of several branches added to it
        elements = [element for atom in same if isinstance(atom, ListLiteral) for element in atom.elements]
        return make_instance(key.gid, (join(elements),))
    return make_applied(key, key.gid, _join_arguments(same)) if isinstance(key, APPLIED) else key


def _join_arguments(atoms: Sequence[Atom | None]) -> Values:
    """Join the type arguments of several applications of one class, place by place."""
    given = [atom.arguments for atom in atoms if isinstance(atom, APPLIED)]
    if len({len(arguments) for arguments in given}) > 1:
        return ()
    return tuple(join(each) for each in zip(*given, strict=True))


def compute_depth(value: Value) -> int:
    """Return how deeply type arguments nest in a value."""
    deepest = 0
    for atom in value:
        if isinstance(atom, APPLIED) and atom.arguments:
            deepest = max(deepest, 1 + max(compute_depth(argument) for argument in atom.arguments))
    return deepest


def clip(value: Value) -> Value:
    """Drop type arguments that nest too deeply: recursive generics must end."""
    if compute_depth(value) <= MAX_DEPTH:
        return value
    return tuple(make_applied(atom, atom.gid, ()) if isinstance(atom, APPLIED) else atom for atom in value)


class Part(Enum):
    """Kinds of fields of records, by their contents."""

    DATA = "data"
    SYMBOL = "symbol"
    ATOM = "atom"  # or None
    VALUE = "value"
    VALUES = "values"
    ITEMS = "items"  # pairs of data and a value


PARTS: Final[dict[type[Atom], tuple[Part, ...]]] = {
    Function: (Part.DATA, Part.SYMBOL, Part.ATOM),
    ClassObject: (Part.DATA, Part.SYMBOL, Part.VALUES),
    Instance: (Part.DATA, Part.SYMBOL, Part.VALUES),
    Module: (Part.DATA, Part.DATA),
    Namespace: (Part.DATA, Part.SYMBOL),
    ExternalName: (Part.DATA, Part.DATA),
    ExternalInstance: (Part.DATA, Part.DATA),
    TypeVariable: (Part.DATA, Part.SYMBOL, Part.DATA),
    FunctionType: (Part.DATA, Part.VALUES, Part.VALUE),
    TupleInstance: (Part.DATA, Part.VALUES),
    ListLiteral: (Part.DATA, Part.SYMBOL, Part.VALUES),
    MappingLiteral: (Part.DATA, Part.SYMBOL, Part.ITEMS, Part.VALUE),
    LiteralValue: (Part.DATA, Part.SYMBOL, Part.DATA),
    SelfInstance: (Part.DATA, Part.SYMBOL),
    Super: (Part.DATA, Part.SYMBOL, Part.ATOM),
    SelfClass: (Part.DATA, Part.SYMBOL),
    AliasUnion: (Part.DATA, Part.SYMBOL),
}
"""Contents of the fields of each kind of atom. A new kind is entered here, and all that walks values knows it."""

_HOLDING: Final[dict[type[Atom], tuple[tuple[int, Part], ...]]] = {
    record: tuple([(position, part) for position, part in enumerate(parts) if part is not Part.DATA])
    for record, parts in PARTS.items()
}
"""Positions of the fields that hold symbols or other values."""

RECORDS: Final[tuple[type[Atom], ...]] = tuple(PARTS)
"""Kinds of atoms by number."""


def list_symbols(value: Value) -> set[int]:
    """Return the graph ids that are part of a value."""
    found: set[int] = set()
    _collect_symbols(value, found)
    found.discard(-1)
    return found


def _collect_symbols(value: Value, found: set[int]) -> None:
    for atom in value:
        fields = cast("tuple[Any, ...]", atom)
        for position, part in _HOLDING[type(atom)]:
            held = fields[position]
            if part is Part.SYMBOL:
                found.add(held)
            elif part is Part.VALUE:
                _collect_symbols(held, found)
            elif part is Part.ATOM:
                _collect_symbols(() if held is None else (held,), found)
            elif part is Part.VALUES:
                for inner in held:
                    _collect_symbols(inner, found)
            elif part is Part.ITEMS:
                for _, inner in held:
                    _collect_symbols(inner, found)


def move_value(value: Value, moved: Mapping[int, int]) -> Value:
    """Return a value whose graph ids have changed."""
    return tuple([move_atom(atom, moved) for atom in value])


def move_atom(atom: Atom, moved: Mapping[int, int]) -> Atom:
    """Return an atom whose graph ids have changed."""
    fields = cast("tuple[Any, ...]", atom)
    held = [_move_part(part, field, moved) for part, field in zip(PARTS[type(atom)], fields, strict=True)]
    return _new(type(atom), tuple(held))


def _move_part(part: Part, held: Any, moved: Mapping[int, int]) -> Any:
    if part is Part.SYMBOL:
        return moved.get(held, held)
    if part is Part.ATOM:
        return None if held is None else move_atom(held, moved)
    if part is Part.VALUE:
        return move_value(held, moved)
    if part is Part.VALUES:
        return tuple([move_value(each, moved) for each in held])
    if part is Part.ITEMS:
        return tuple([(text, move_value(each, moved)) for text, each in held])
    return held


def encode_value(value: Value) -> object:
    """Encode a value as plain tuples, which `marshal` can write."""
    return tuple([encode_atom(atom) for atom in value])


def encode_atom(atom: Atom) -> tuple[Any, ...]:
    """Encode an atom as plain tuples."""
    fields = cast("tuple[Any, ...]", atom)
    return tuple(
        [_encode_part(part, field, encode_atom) for part, field in zip(PARTS[type(atom)], fields, strict=True)]
    )


def decode_value(row: Iterable[tuple[Any, ...]]) -> Value:
    """Decode a value from a row of `encode_value`."""
    return tuple([decode_atom(each) for each in row])


def decode_atom(row: tuple[Any, ...]) -> Atom:
    """Decode an atom from a row of `encode_atom`."""
    kind: int = row[0]
    record = RECORDS[kind]
    return _new(
        record, tuple([_encode_part(part, held, decode_atom) for part, held in zip(PARTS[record], row, strict=True)])
    )


def _encode_part(part: Part, held: Any, change: Callable[[Any], Any]) -> Any:
    """Encode or decode all atoms in a field."""
    if part is Part.ATOM:
        return None if held is None else change(held)
    if part is Part.VALUE:
        return tuple(map(change, held))
    if part is Part.VALUES:
        return tuple([tuple(map(change, each)) for each in held])
    if part is Part.ITEMS:
        return tuple([(text, tuple(map(change, each))) for text, each in held])
    return held
