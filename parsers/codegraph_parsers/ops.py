"""The flow vocabulary: what an expression can be, whatever the language.

An expression is a tuple whose first item is one of these opcodes; operands named `e`, `base`, `callee` … are indices
into the same file's expression list, `symbol` is an index into its symbol list. The walker resolves local variables
while it walks (each use points straight at the expressions that may reach it), so only free names are left to look up.
"""

from __future__ import annotations

from typing import Final

UNKNOWN: Final = 0  # ()                             nothing is known
NAME: Final = 1  # (name, scope)                     free name, looked up outwards from symbol `scope`
UNION: Final = 2  # (e, …)                           any of these (branches, conditionals, rebinding)
SYM: Final = 3  # (symbol)                           a definition of this file as a value
IMPORT: Final = 4  # (import)                        what an import binds
PARAM: Final = 5  # (symbol, position)               parameter of a function of this file
ATTR: Final = (
    6  # (base, name[, scope symbol])      member access; also `a::b` and `a->b`; implicit receivers of a scope may
)
# have an extension of that name
CALL: Final = 7  # (callee, (e, …), ((name, e), …))  call; keyword arguments last
NEW: Final = 8  # (type, (e, …), ((name, e), …))     construction: `new T(…)`, `T { … }`
INSTANCE: Final = 9  # (type)                        a value of that declared type
# What types leave out of the arguments, place by place, is told where it may choose a specialisation:
GENERIC: Final = 10  # (base, (type, …)[, (mark, …)])   type application `List[T]`
INDEX: Final = 11  # (base, key)                     subscript
ITER: Final = 12  # (e)                              an element on iteration
AWAIT: Final = 13  # (e)                             result of awaiting
ENTER: Final = 14  # (e)                             what `with e as x` binds
TUPLE: Final = 15  # (e, …)
LIST: Final = 16  # (type name, (e, …))              homogeneous literal: `list`, `set`, `Array`
DICT: Final = 17  # (type name, ((key text | "", key e, value e), …))
LITERAL: Final = 18  # (type name, text)             `str`, `int`, … ; text kept when short (subscript keys)
ITEM: Final = 19  # (e, position, from_end)          destructuring; from_end counts from the right
SELF: Final = 20  # (class symbol)                   the receiver; class symbol may be an extension scope
SUPER: Final = 21  # (class symbol)                  the receiver seen as its bases
CLASSREF: Final = 22  # (class symbol)               the receiver's class (`cls`, `Self`)
FUNCTYPE: Final = 23  # ((type, …), return type)     declared function type
DECLARED: Final = 24  # (type, e)                    declared or narrowed: the type where it is known, else e
# Of a call that is itself expected to give `type`:
ARGTYPE: Final = 25  # (call, position | name[, type])   the type it expects of an argument
OBJECT: Final = 26  # (symbol)                       object literal whose members are the scope of an anonymous symbol
DEREF: Final = 27  # (e)                             through a pointer-like (`->`, `*`)
FIELD_OF: Final = 28  # (constructor e, value e, position | name)   pattern: field of `constructor` in the matched value
MEMBER_TYPE: Final = 29  # (type, key text)          TypeScript `T["key"]`, associated types
SLICE: Final = 30  # (e, start, step)                `e[start:]`: same container, positions shifted
DECORATED: Final = 31  # (symbol e, (decorator e, …))
KEYOF: Final = 32  # (e)                             a key on iteration over a mapping
SPREAD: Final = 33  # (e)                            `*args` in a call, `...x` in a literal
TYPEOF: Final = 34  # (e)                            the declared type of a value used as a type
PLACE: Final = 35  # (e, ((key, value), …))          a container after `e[key] = value` in straight-line code
RETURN_TYPE: Final = 36  # (e)                       what calling e gives, as a type
METHOD_REF: Final = 37  # (base, name[, type])       unbound member as a value, where `type` is wanted: `Foo::bar`
LAMBDA_SELF: Final = 38  # (symbol)                  `this` of a plain function: object it is a member of, if any
OPERATOR: Final = 39  # (e, operator name, (e, …)[, scope symbol])   operator whose meaning an operand may define

VAR: Final = 40  # (symbol)                          a variable, constant or field here: its declared type or value
FLOW: Final = 41  # (symbol e, e)                     a named variable whose current value is known (straight-line code)
CONST: Final = 42  # (e)                            a value that must not be changed: chooses among overloads
BEHIND: Final = (
    43  # (SUPER e, class e)             the receiver seen as what follows that class in the order of its bases
)
EXCLUDED: Final = 44  # (e, type)                    a value that is known to be no instance of the type
# `f.bind(x)`, `f.call(x)`: the call where the tree has such a method, else what it means for a function:
ADAPTED: Final = 45  # (e, call)
# What e may be of several types where its member `name` is what `key` says, or where it is not:
DISCRIMINATED: Final = 46  # (e, key e, name, holds)
# A property of an object literal, where the object `spread` that follows it may have one of that name:
OVERRIDDEN: Final = 47  # (e, spread e, name)
# A text with a slash that is put together; `e` is a LITERAL of unknown text, the parts stand in their order:
TEMPLATE: Final = 48  # (e, (part e, …))             an UNKNOWN part is one of which nothing is known

# Names that several scopes may know, of which the innermost one that does counts, such as receivers nobody writes:
FIRST: Final = 49  # (e, …)                          the first of these that names or gives anything

TRAILING: Final = "{}"
"""Name of an argument that stands behind the parentheses of a call: it is given for the last parameter."""

GIVEN: Final = "given"
"""In the place of an operator's name: `e` is the first thing that the function is given which the one operand names."""

SCOPED: Final = {ATTR: 3, OPERATOR: 4}
"""Operand of the scope in which an operation stands, where the parser tells it."""

NAMES: Final = {v: k for k, v in list(globals().items()) if isinstance(v, int) and k.isupper()}


def format_key(literal: tuple[object, ...]) -> str:
    """Return the text of a LITERAL as a mapping key.

    The key `1` is not the key `"1"`.
    """
    _, type_name, text = literal
    return f"{text}" if type_name in TEXTUAL or not text else f"{type_name} {text}"


TEXTUAL: Final = frozenset({"str", "string", "String"})
