"""Facts of one source file, before anything is resolved.

They are its symbols, expressions, bindings and imports. Stage: parse. `FileFacts` is the whole contract between the
language folders and the resolver. It is plain data (tuples, strings, integers), so it crosses process boundaries and is
cached by content hash. Nothing here knows another file.

Expressions live in one flat list per file (`FileFacts.exprs`); an operand is an index into that list and expression 0
is `UNKNOWN`. See `ops.py` for the vocabulary.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from codegraph_parsers.enums import read_directly

if TYPE_CHECKING:
    from codegraph_parsers.structural_table import StructuralTable

FACTS_VERSION = 1

EVERYWHERE = "<everywhere>"
"""Name of the nameless scope of what a file declares for all files around it."""
"""Bumped whenever the meaning of `FileFacts` changes; part of the facts cache key."""


Expr = tuple[Any, ...]
"""An opcode of `ops.py` followed by its operands."""


class SymbolKind(StrEnum):
    MODULE = "module"
    CLASS = "class"
    STRUCT = "struct"
    INTERFACE = "interface"
    ENUM = "enum"
    FUNCTION = "function"
    METHOD = "method"
    CONSTRUCTOR = "constructor"
    PROPERTY = "property"
    FIELD = "field"
    CONSTANT = "constant"
    VARIABLE = "variable"
    TYPE = "type"
    MACRO = "macro"
    ENDPOINT = "endpoint"  # a route that a framework serves; the resolver finds it, no parser


read_directly(SymbolKind)


class Flag:
    """Facts about a symbol that are not its kind.

    They are plain integers: an `IntFlag` costs a microsecond at every test.
    """

    NONE: Final = 0
    TEST: Final = 1  # a test function, method or class
    STATIC: Final = 2  # needs no receiver
    ABSTRACT: Final = 4  # a bare signature or a method without a body of its own
    ASYNC: Final = 8
    GENERATOR: Final = 16
    EXPORTED: Final = 32  # visible outside its module by the language's own rule
    ANONYMOUS: Final = 64  # lambda, closure, object literal: resolver-internal, never stored
    DECLARATION: Final = 128  # forward declaration whose definition may stand elsewhere (C prototype)
    CLASSMETHOD: Final = 256  # the receiver is the class
    OPEN: Final = 512  # a namespace that several places may extend
    LOCAL: Final = 1024  # defined inside a function
    FILE_PRIVATE = 2048  # not linkable from other files (C `static`)
    VARIADIC: Final = 4096
    OVERLOAD: Final = 8192  # a signature of which another definition is the body
    CONST: Final = 131072  # a method that leaves its receiver unchanged, chosen where that must not change
    ADDRESS: Final = 16384  # a variable that holds an address: initialising it constructs no object
    NOMINAL: Final = 32768  # a type of its own with the shape of another: it has members, its base is that shape
    WRAPPER: Final = 262144  # stands for the function it wraps: whoever calls that function calls this one unnamed
    OPTIONAL: Final = 524288  # a member of a type that what has the type may lack
    POINTER: Final = 1048576  # what it holds or gives is an address, and operators are the language's own
    DEMANDED: Final = 2097152  # a member that an interface, named where the member stands, asks its types for
    MARKER: Final = 4194304  # a method that does nothing: that a type has it says of which kind the type is
    CONSTRAINED: Final = 8388608  # a template that is only there for types which meet a condition
    HANDED: Final = 16777216  # given to somebody who may run it, as members of an object; or declared for all files
    RECEIVER: Final = 33554432  # its first parameter is the receiver of a call that names it through a value
    PART: Final = 67108864  # one of several declarations of a type, each of which has some of its members
    MIXIN: Final = 134217728  # a module whose members classes take over, and which has members itself
    SINGLETON: Final = 268435456  # a class whose name stands for its one instance, too
    HIDING: Final = 536870912  # hides what the classes above have under its name, and overrides none of it
    CONDITIONAL: Final = 65536  # a module that only some builds have; a function that others define differently

    @classmethod
    def list_names(cls, flags: int) -> tuple[str, ...]:
        """Return the lower-case names of the bits that are set, in bit order."""
        bits = {value: name for name, value in vars(cls).items() if name.isupper() and value}
        return tuple(bits[bit].lower() for bit in sorted(bits) if flags & bit)


Alternative = tuple[tuple[str, int], ...]
"""Axes of builds and the values that are allowed on each, as bits: a build has one value on every axis."""

Condition = tuple[Alternative, ...]
"""Builds that have a file: those of any of the alternatives, all of them where there is none."""


class ReferenceKind(StrEnum):
    """Kind of an unresolved or resolved mention, as shown to people."""

    CALL = "call"
    REFERENCE = "reference"
    TYPE = "type"
    DECORATOR = "decorator"
    OPERATOR = "operator"
    ROUTE = "route"
    REQUEST = "request"


class FileStatus(StrEnum):
    INDEXED = "indexed"
    PARTIAL = "partial"  # syntax errors: the line ranges are in `problems`
    SKIPPED = "skipped"  # not read on purpose: too large, generated, binary, ignored
    FAILED = "failed"  # could not be read or parsed
    TEXT = "text"  # no grammar: searchable chunks only


class Parameter(NamedTuple):
    name: str
    type: str  # source text, "" when undeclared
    default: bool
    variadic: str  # "", "*" or "**"


class Symbol(NamedTuple):
    """A definition.

    Lines are 1-based, columns and bytes 0-based. `line` is the line of the name, 0 for a module.
    """

    kind: SymbolKind
    name: str
    qualname: str  # within the file: `Flask.full_dispatch_request`; "" for the module
    parent: int  # index of the containing symbol, -1 for the module
    line: int
    column: int
    start_line: int
    end_line: int
    start_byte: int
    end_byte: int
    signature: str
    parameters: tuple[Parameter, ...]
    doc: str
    decorators: tuple[str, ...]
    visibility: str  # public | protected | private | package
    flags: int  # Flag bits


class Param(NamedTuple):
    """A parameter as the resolver sees it: expression indices, 0 where absent."""

    name: str
    type: int  # type expression
    default: int  # default value expression
    variadic: str  # "", "*", "**"


Site = tuple[str, int, int, int]
"""An occurrence that may become an edge: (kind, owner, expression, line). `owner` (symbol index) mentions what the
expression evaluates to. A plain tuple: sites are the most numerous facts, and plain tuples cross processes fastest.
Kinds: call, macro-call (a call in a macro's argument), tokens (a call where a macro is given plain tokens), token (a
name there), requested (a call that a test framework makes), case (a constant: the member of an enumeration, or what its
name means there), reference, type, base, decorator, decorates, operator,
enter."""


class Import(NamedTuple):
    """An import such as `from module import name as alias`.

    `name` is "" for a whole-module import and "*" for all of it.
    """

    module: str  # as written, in the language's own notation
    name: str
    alias: str  # the name bound here, "" when none
    line: int
    kind: str  # import | reexport | include | require | use | type | mod; bind: binds a name, is no import of its own;
    # comment: only a comment says it; elsewhere: an include that only unusual platforms have


class Extension(NamedTuple):
    """Members added to a type from outside its body.

    Examples are Go methods, Rust impl blocks and C++ out-of-line definitions.
    """

    target: int  # type expression naming the extended type
    members: tuple[int, ...]  # symbol indices
    trait: int  # type expression of the implemented interface, 0 when none
    scope: int  # symbol index of the extension's own scope (its type parameters, Self), or of the enclosing one
    line: int


class Write(NamedTuple):
    """An assignment `base.name = value` whose base is not the enclosing receiver.

    `base[key] = value` has the name "[]".
    """

    base: int
    name: str
    value: int
    owner: int


class Base(NamedTuple):
    expr: int
    kind: str  # inherits | implements | embeds | underlying (the shape of a nominal type, no relation)
    line: int


class ParseProblem(NamedTuple):
    kind: str  # syntax | depth | encoding | timeout | size | io
    message: str
    start_line: int
    end_line: int


@dataclass(slots=True)
class SourceFile:
    """A file as read from disk.

    `path` is relative to the repository root, with forward slashes.
    """

    path: str
    content: bytes
    language: str
    digest: str  # git blob hash of content (hex)
    table: "StructuralTable | None" = None  # by which it is read, where the repository has one for its language


@dataclass(slots=True)
class FileFacts:
    path: str
    language: str
    digest: str
    size: int = 0
    lines: int = 0
    status: FileStatus = FileStatus.INDEXED
    problems: list[ParseProblem] = field(default_factory=list[ParseProblem])
    package: str = ""  # declared unit: Java package, Go package name
    condition: Condition = ()
    symbols: list[Symbol] = field(default_factory=list[Symbol])  # 0 is the module
    exprs: list[Expr] = field(default_factory=list[Expr])
    sites: Sequence[Site] = field(default_factory=list[Site])
    imports: list[Import] = field(default_factory=list[Import])
    stars: dict[int, list[int]] = field(default_factory=dict[int, list[int]])  # scope symbol -> seen with all names
    names: dict[int, dict[str, int]] = field(
        default_factory=dict[int, dict[str, int]]
    )  # scope symbol -> name -> expression
    members: dict[int, dict[str, int]] = field(
        default_factory=dict[int, dict[str, int]]
    )  # class symbol -> instance attribute -> expression
    exports: dict[str, int] | None = None  # explicit exports; None: every module-level name
    params: dict[int, tuple[Param, ...]] = field(default_factory=dict[int, tuple[Param, ...]])
    declared: dict[int, int] = field(
        default_factory=dict[int, int]
    )  # function -> return type; field, variable -> its type
    values: dict[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]])  # variable -> assigned
    returns: dict[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]])
    yields: dict[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]])
    bases: dict[int, tuple[Base, ...]] = field(default_factory=dict[int, tuple[Base, ...]])
    type_params: dict[int, tuple[tuple[str, int], ...]] = field(
        default_factory=dict[int, tuple[tuple[str, int], ...]]
    )  # name, bound
    decorators: dict[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]])
    expected: dict[int, int] = field(
        default_factory=dict[int, int]
    )  # anonymous function -> expression of the type it must have
    extensions: list[Extension] = field(default_factory=list[Extension])
    writes: list[Write] = field(default_factory=list[Write])
