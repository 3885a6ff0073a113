"""Implicit calls: members that syntax and built-in functions run.

No source names those members. Members in one tuple stand for one another: the first of them that a class has is run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph_parsers import ops

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.walker import Walker

OPERATORS = {
    "+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "//": "__floordiv__", "%": "__mod__",
    "@": "__matmul__", "**": "__pow__", "<<": "__lshift__", ">>": "__rshift__", "&": "__and__", "|": "__or__",
    "^": "__xor__", "async enter": "__aenter__", "async exit": "__aexit__", "async iter": "__aiter__",
    "async next": "__anext__", "unary -": "__neg__", "unary +": "__pos__", "unary ~": "__invert__",
}  # fmt: skip
_COMPARISONS = {"==": "__eq__", "<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__"}
_TEXTS = ("__str__", "__repr__")
IMPLICIT_MEMBERS = {
    **{sign: (member,) for sign, member in _COMPARISONS.items()}, "!=": ("__ne__", "__eq__"),
    **{f"{sign}=": (f"__i{member[2:]}", member) for sign, member in OPERATORS.items() if " " not in sign},
    "in": ("__contains__", "__iter__", "__getitem__"), "set item": ("__setitem__",), "delete item": ("__delitem__",),
    "truth": ("__bool__", "__len__"),
    "format": ("__format__", *_TEXTS), "format s": _TEXTS, "format r": ("__repr__",), "format a": ("__repr__",),
}  # fmt: skip
"""Operations that syntax runs, and the members for each."""

SINGLE_TYPE_OPERATIONS = frozenset({"truth"})
"""Operations that count only for an object of one known type: every object has a truth value."""

REFLECTED = {
    **{sign: f"__r{member[2:]}" for sign, member in OPERATORS.items() if " " not in sign and sign != "%"},
    "==": "__eq__", "!=": "__eq__", "<": "__gt__", "<=": "__ge__", ">": "__lt__", ">=": "__le__",
}  # fmt: skip
"""Members of the right operand, which run where the left one has none. A text takes anything behind its `%`."""

OPERATOR_ONLY = frozenset(
    {member for sign, member in OPERATORS.items() if "async" not in sign}
    | {member for sign, member in REFLECTED.items() if sign not in _COMPARISONS and sign != "!="}
    | {member for sign, members in IMPLICIT_MEMBERS.items() if sign.rstrip("=") in OPERATORS for member in members}
    | {"__setitem__", "__delitem__"}
)
"""Members that hardly anything but syntax runs."""

TRANSPARENT_BASES = frozenset({
    "int", "float", "complex", "str", "bytes", "bytearray", "list", "dict", "set", "frozenset", "tuple",
    "datetime.date", "datetime.time", "datetime.datetime", "datetime.timedelta", "collections.OrderedDict",
    "collections.defaultdict",
    "collections.deque", "Sized", "Container", "Collection", "Iterable", "Iterator", "Mapping", "MutableMapping",
    "Sequence", "MutableSequence",
})  # fmt: skip
"""Classes that run no members of their subclasses but those in `LIBRARY_CALLS`."""

_ITERATION = (("__iter__", "__getitem__"),)
_FUNCTION_CALLS = {
    "len": (("__len__",),), "repr": (("__repr__",),), "str": (_TEXTS,), "print": (_TEXTS,),
    "hash": (("__hash__",),),
    "bool": (("__bool__", "__len__"),), "int": (("__int__", "__index__", "__trunc__"),), "bytes": (("__bytes__",),),
    "float": (("__float__", "__index__"),), "complex": (("__complex__", "__float__"),), "abs": (("__abs__",),),
    "round": (("__round__",),), "divmod": (("__divmod__",),), "pow": (("__pow__",),), "dir": (("__dir__",),),
    "format": (("__format__", *_TEXTS),), "str.format": (("__format__", *_TEXTS),),
    "next": (("__next__",),), "anext": (("__anext__",),), "aiter": (("__aiter__",),),
    "reversed": (("__reversed__", "__len__"),), "enumerate": _ITERATION, "iter": _ITERATION, "list": _ITERATION,
    "tuple": _ITERATION, "set": _ITERATION, "frozenset": _ITERATION, "sorted": _ITERATION, "sum": _ITERATION,
    "min": _ITERATION, "max": _ITERATION, "any": _ITERATION, "all": _ITERATION, "zip": _ITERATION,
    "dict": (("keys", "__iter__"),), "copy.copy": (("__copy__", "__reduce_ex__", "__reduce__"),),
    "copy.deepcopy": (("__deepcopy__", "__reduce_ex__", "__reduce__"),), "os.fspath": (("__fspath__",),),
    "operator.index": (("__index__",),), "math.floor": (("__floor__",),), "math.ceil": (("__ceil__",),),
    "math.trunc": (("__trunc__",),), "pickle.dumps": (("__reduce_ex__", "__reduce__", "__getstate__"),),
    "contextlib.closing": (("close",),),
}  # fmt: skip
"""Functions, and the members that they run of their first argument."""

_COPIERS = ("copy.copy", "copy.deepcopy", "pickle.dumps")
LIBRARY_CALLERS = {
    **{
        member: tuple(name for name, groups in _FUNCTION_CALLS.items() if any(member in group for group in groups))
        for member in ("__repr__", "__str__", "__len__", "__bool__", "__hash__", "__copy__", "__deepcopy__")
    },
    "__reduce__": _COPIERS, "__getstate__": _COPIERS, "__setstate__": ("copy.copy", "copy.deepcopy", "pickle.loads"),
}  # fmt: skip
"""Members that no source names, and the functions that run them."""

_SET, _GET, _DEL, _EACH, _LEN = ("__setitem__",), ("__getitem__",), ("__delitem__",), ("__iter__",), ("__len__",)
_MIXIN_CALLS = {
    "Mapping.get": (_GET,), "Mapping.__contains__": (_GET,), "Mapping.keys": (_EACH,), "Mapping.items": (_EACH, _GET),
    "Mapping.values": (_EACH, _GET), "Mapping.__eq__": (_EACH, _GET),
    "MutableMapping.pop": (_GET, _DEL), "MutableMapping.popitem": (_EACH, _GET, _DEL),
    "MutableMapping.clear": (("popitem",), _EACH, _GET, _DEL), "MutableMapping.update": (_SET,),
    "MutableMapping.setdefault": (_GET, _SET), "Sequence.__contains__": (_EACH,), "Sequence.__iter__": (_GET, _LEN),
    "Sequence.index": (_GET, _LEN), "Sequence.count": (_EACH, _GET), "MutableSequence.append": (("insert",), _LEN),
    "MutableSequence.extend": (("append",), ("insert",), _LEN), "MutableSequence.pop": (_GET, _DEL),
    "MutableSequence.remove": (_DEL, _GET), "MutableSequence.clear": (("pop",), _GET, _DEL),
    "MutableSequence.reverse": (_GET, _SET, _LEN),
}  # fmt: skip
"""Mixin methods of the library's abstract classes, and the members that they run of the same object."""

LIBRARY_CALLS = _FUNCTION_CALLS | _MIXIN_CALLS
_FUNCTION_NAMES = frozenset(name.rpartition(".")[2] for name in _FUNCTION_CALLS)
_BOOLEANS = frozenset(("comparison_operator", "not_operator", "true", "false", "none"))  # no member decides their truth
_BUILTINS = frozenset((ops.LITERAL, ops.LIST, ops.DICT, ops.TUPLE, ops.SPREAD, ops.UNKNOWN))


def record_operation(w: Walker, operand: int, what: str, others: tuple[int, ...], node: Node) -> None:
    """Record the site of an operation that syntax runs on an object."""
    if w.exprs[operand][0] not in _BUILTINS or (
        what in REFLECTED and others and w.exprs[others[0]][0] not in _BUILTINS
    ):
        w.add_site("operator", w.add(ops.OPERATOR, operand, what, others), node.start_point[0] + 1)


def record_truth_test(w: Walker, node: Node, value: int) -> None:
    """Record the site of a truth test of an object, which a condition runs."""
    while node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    found = w.exprs[value]
    if node.type == "boolean_operator" and found[0] == ops.UNION:  # the left operand was asked for the right one
        value = int(found[-1])
    if value and node.type not in _BOOLEANS:
        record_operation(w, value, "truth", (), node)


def lower_negation(w: Walker, node: Node) -> int:
    argument = node.child_by_field_name("argument")
    if argument is not None:
        record_truth_test(w, argument, w.visit(argument))
    return w.add_literal("bool")


def record_builtin_call(w: Walker, called: int, expr: int, line: int) -> None:
    """Record the site of the members that a built-in function runs."""
    found = w.exprs[called]
    if found[0] == ops.NAME:
        name: str = found[1]
    elif found[0] == ops.ATTR:
        name = found[2]
    elif found[0] == ops.IMPORT:
        position: int = found[1]
        name = w.facts.imports[position].name
    else:
        return
    if name in _FUNCTION_NAMES:
        arguments: tuple[int, ...] = w.exprs[expr][2]
        if arguments and w.exprs[arguments[0]][0] not in _BUILTINS:
            w.add_site("operator", w.add(ops.OPERATOR, arguments[0], ops.GIVEN, (called,)), line)


def lower_comparison(w: Walker, node: Node) -> int:
    """Lower `a < b <= c`, `x not in y`."""
    signs = [child.type for child in node.children_by_field_name("operators")]
    values = [w.visit(child) for child in node.named_children if not child.is_extra]
    for left, sign, right in zip(values, signs, values[1:], strict=False):
        if sign in ("in", "not in"):
            record_operation(w, right, "in", (left,), node)
        elif sign in IMPLICIT_MEMBERS:
            record_operation(w, left, sign, (right,), node)
    return w.add_literal("bool")


def lower_unary(w: Walker, node: Node) -> int:
    sign = node.child_by_field_name("operator")
    value = w.visit_field(node, "argument")
    if sign is None or not value:
        return 0
    literal = w.exprs[value]
    if literal[0] == ops.LITERAL:
        # A negative subscript counts from the end.
        is_negated = sign.type == "-" and literal[1] == "int" and literal[2].isdecimal()
        return w.add_literal(literal[1], f"-{literal[2]}" if is_negated else "")
    expr = w.add(ops.OPERATOR, value, f"unary {sign.type}", ())
    w.add_site("operator", expr, node.start_point[0] + 1)
    return expr


def lower_interpolation(w: Walker, node: Node) -> int:
    """Lower `{value!r:>{width}}` in a text."""
    shown, how = 0, "format"
    for position, child in enumerate(node.named_children):
        if child.type == "type_conversion":
            how = f"format {w.read_text(child)[1:]}"
        else:
            value = w.visit(child)
            shown = shown if position else value
    if shown:
        record_operation(w, shown, how, (), node)
    return shown if how == "format" else 0


def lower_delete(w: Walker, node: Node) -> int:
    """Lower `del x[key]`: the item is not read."""
    for child in node.named_children:
        for target in child.named_children if child.type in ("expression_list", "tuple", "list") else (child,):
            if target.type != "subscript":
                w.visit(target)
                continue
            holder = w.visit_field(target, "value")
            w.visit_all(target.children_by_field_name("subscript"))
            if holder:
                record_operation(w, holder, "delete item", (), target)
    return 0
