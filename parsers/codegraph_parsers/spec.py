"""What a language folder supplies: data. `LanguageSpec` names files, grammar, node roles, scoping and import rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from codegraph_parsers.facts import FileFacts

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Tree

    from codegraph_parsers.cases import TestCase
    from codegraph_parsers.walker import Handler, Walker

Role = Callable[["Language"], "Handler"]
"""What a node kind means. Compiled once per grammar, so that field names become ids."""


class Target(NamedTuple):
    """What an import's module names. `units` are unit keys inside the repository; `rest` are names to follow in them.

    Outside the repository `units` is empty and `external` is the dotted name, `package` its distribution or root. Where
    both are given, what the units lack is outside.
    """

    units: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    external: str = ""
    package: str = ""
    name: str = ""  # what an import without alias binds, where the module decides that


class Project(Protocol):
    """One language's view of the tree: which files share a namespace, and what an import names. Pure, built once."""

    def unit(self, facts: FileFacts) -> str:
        """Key of the unit whose module-level names the file shares. The file's own path when it stands alone."""
        ...

    def resolve(self, path: str, module: str, kind: str) -> Target:
        """What `module`, as written in the file at `path`, names."""
        ...

    def submodule(self, unit: str, name: str) -> str:
        """Unit key of the part `name` of a unit (a Python submodule), "" when there is none."""
        ...

    def names(self, unit: str) -> tuple[str, ...]:
        """Names under which people know a unit: `shop.orders` for `src/shop/orders.py`."""
        ...


ProjectFactory = Callable[[Sequence[FileFacts], Sequence[str], Mapping[str, str]], Project]
"""(facts of the language's files, every path of the tree, manifest texts by path) → Project"""


ProjectFacts = Callable[[FileFacts], Hashable]


def all_names(facts: FileFacts) -> Hashable:
    """Return everything that a project may read of a file.

    Names, imports, package, and whether star imports bring more names."""
    flags = facts.symbols[0].flags if facts.symbols else 0
    imports = tuple((i.module, i.name, i.alias, i.kind) for i in facts.imports)
    return (facts.package, flags, tuple(facts.exports or ()), tuple(facts.names.get(0, ())), imports, bool(facts.stars))


def no_names(facts: FileFacts) -> Hashable:
    """Of a language where paths and manifests say everything."""
    return None


@dataclass(frozen=True, slots=True)
class Semantics:
    """Facts about a language that the one resolver needs."""

    linearisation: str = "depth-first"  # c3 | depth-first | breadth-first
    class_body_visible: bool = True  # code in a class body, outside its methods, sees members without a receiver
    ordered_bodies: bool = False  # a class body runs as statements do: what it has not bound yet comes from outside
    class_scope_visible: bool = False  # methods see members without a receiver
    constructors: tuple[str, ...] = ()  # member that construction runs; "" stands for the class's own name
    maker: str = ""  # member of a class whose result construction gives
    written_constructors: bool = False  # constructing a class that has no constructor of its own calls nothing
    dispatch: str = "all"  # abstract methods whose calls also reach implementations: all, or those of `interfaces`
    inherited_constructors: bool = False  # construction calls the constructor a class inherits, not the class
    argument_lookup: bool = False  # an unqualified call also searches the namespaces of its arguments' classes
    call_member: str = ""  # member that calling an instance runs
    new_member: str = ""  # member of an interface that says what constructing such a thing gives
    argument_defaults: bool = False  # type arguments may be left out: the parameter says what they are then
    types_apart: bool = False  # one name may stand for a type and for a value: where it stands says which is meant
    enter_member: str = ""  # member whose result `with … as x` binds
    leave_members: tuple[str, ...] = ()  # members that leaving a `with` runs
    iter_members: tuple[str, ...] = ()  # members that iteration runs, one after another; a missing one is passed over
    descriptor_member: str = ""  # member whose result stands for an attribute of a class when an instance is asked
    item_member: str = ""  # member that subscripting runs
    slice_type: str = ""  # what is passed to that member for a part (`a[1:]`); "": a part is of its whole's type
    property_member: str = ""  # member whose result stands for any property that a type does not name itself
    key_member: str = ""  # member whose result is a key on iteration; iterating a mapping then gives its values
    await_members: tuple[str, ...] = ()  # members that awaiting runs, one after another
    delegate_member: str = ""  # member that holds what has the members that a type does not name itself
    deref_members: tuple[str, ...] = ()  # members that a pointer-like dereference runs
    addresses: bool = False  # a variable may hold an address: subscripting what has no subscript gives the thing itself
    explicit_receiver: bool = False  # a method's first parameter is its receiver
    functions_fit_shapes: bool = False  # a function is given only for what stands for one: not for any other interface
    receiver_first: bool = False  # a method handed over through its class is passed its receiver first all the same
    root_class: str = ""  # prelude class that every class derives from
    generator_type: str = ""  # prelude type of what a generator function returns
    closed_classes: bool = False  # no code adds members to a library's class: what the prelude leaves out is there
    declared_fields: bool = False  # assigning makes no field where a class above declares one
    statics_apart: bool = False  # a class and its instances may have different members of one name
    hiding: bool = False  # static and private methods replace none of the classes above, and none replaces them
    super_is_class: bool = False  # the receiver seen as its bases is one of the class above: interfaces are named
    own_statics: bool = False  # static methods of an interface, and what is private, are no members of classes below
    tuple_type: str = ""  # prelude type of tuples
    variadic_type: str = ""  # prelude type that a rest parameter holds
    keyword_type: str = ""  # prelude type that a keyword rest parameter holds
    protocols: bool = False  # members decide whether a value fits an interface, also to bind its type parameters
    class_makers: tuple[str, ...] = ()  # members of the class of a class that making a class runs
    heir_makers: tuple[str, ...] = ()  # members of the classes above that making a class runs
    class_type: str = ""  # prelude type whose instances are classes: its argument names them
    infer_returns: bool = False  # undeclared results come from return expressions
    static_types: bool = True  # the compiler gives what is undeclared a type: that of its initialiser or its body
    overloads: bool = False  # several definitions of one name, chosen by arguments
    alternatives: bool = False  # definitions of one name are of different builds: which one is meant is not certain
    bare_signatures: bool = False  # signatures without a body stand beside the one that runs, and say what it returns
    inherited_overloads: bool = False  # definitions of one name in a class and its bases are chosen among together
    method_suffix: str = ""  # ends names of methods in name tables, where methods and variables share no namespace
    primitives: tuple[str, ...] = ()  # prelude names of types without members, which `conversions` may wrap
    conversions: Mapping[str, str] = field(
        default_factory=dict[str, str]
    )  # prelude type → type it is converted to for a call
    null_type: str = ""  # prelude type of the null literal
    void_type: str = ""  # prelude type of what functions return that return nothing
    indirect_calls: bool = False  # a call through a variable is implied by what it holds, not named
    parameter_flow: bool = False  # undeclared parameters hold what callers pass
    structural: bool = False  # implementing an interface needs no declaration (Go)
    type_calls_convert: bool = False  # calling a type converts a value: a mention of the type, no construction
    type_names: bool = False  # a type that cannot be called hides no function or case of its name
    package_names: bool = False  # an import without alias binds the name that the imported module declares
    separator: str = "."
    operators: Mapping[str, str] = field(default_factory=dict[str, str])  # operator → member name
    # Full path of what the library has → the path under which the prelude exports it, none where it does not.
    declared_as: Callable[[Sequence[str]], list[str]] | None = None
    coerces: bool = False  # what leads to something is passed where that is expected
    blurred: frozenset[str] = frozenset()  # prelude types that stand for several of the language's own
    number_type: str = ""  # prelude type of what has the language's own operators where both operands are of it
    shifts: frozenset[str] = frozenset()  # operators of numbers whose right operand says nothing of what they give
    syntax: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict[str, tuple[str, ...]]
    )  # what else is done to an object without a name → members for it, of which the first that there is runs
    sole: frozenset[str] = frozenset()  # of `syntax`, what is told only of an operand that is known to be one thing
    reflected: Mapping[str, str] = field(
        default_factory=dict[str, str]
    )  # operator → member of the right operand, for where the left one has none
    syntactic: frozenset[str] = frozenset()  # members that hardly anything but an operator runs
    running: Mapping[str, tuple[tuple[str, ...], ...]] = field(
        default_factory=dict[str, tuple[tuple[str, ...], ...]]
    )  # function of the library → members, each as in `syntax`, that it runs of its receiver or its first argument
    numbers: tuple[str, ...] = ()  # prelude names of the types that arithmetic on numbers gives, narrowest first
    characters: str = ""  # prelude type of what the address of characters leads to
    address_operators: frozenset[str] = frozenset()  # operators of addresses themselves, whatever they lead to
    self_name: str = ""  # implicit receiver keyword
    lenient_unit: bool = False  # names of the unit are visible in every file of it without import (Go, Java)
    async_type: str = ""  # prelude type of what an async function without a declared result returns
    rest_is_container: bool = False  # the declared type of a rest parameter is the container, not its element
    imports_exist: bool = False  # what an import names is there: what the tree does not declare is made when building
    import_runs_module: bool = False  # importing a name imports the module named, wherever the name comes from
    members_need_receiver: bool = False  # even code directly in a class body names its members through a receiver
    alias_bases: bool = False  # a base named through a type alias is the alias
    item_is_member: bool = False  # `x["name"]` is `x.name`
    keyed_class: str = ""  # prelude type of whose subclasses that holds
    function_objects: bool = False  # functions construct (`new f()`), and have members and a prototype
    module_value: str = ""  # export that stands for the whole module where there is one
    offered: frozenset[str] = frozenset()  # names beside the prelude's that are there without an import, all of others
    global_type: str = ""  # prelude type of the object whose members are the names that are there without an import
    shared_by: str = ""  # manifest in whose folder files see what others declare for all of them, without an import
    explicit_exports: bool = False  # only exported names are visible from outside a module
    interface_calls: bool = False  # calling what implements an interface names the interface's member, and dispatches
    imports_modules: bool = True  # importing a module brings its contents; otherwise it only shortens paths through it
    conditional_files: bool = False  # only some builds may have a file: what others have alone is not meant there
    linkage: bool = False  # a declaration stands for a definition of that name in another file (C, C++)
    behind: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict[str, tuple[str, ...]]
    )  # member that no source names → the library's functions that run it
    replacing: tuple[str, ...] = ()  # functions with which a test puts something in the place of what it names
    deferring: Mapping[str, frozenset[str]] = field(
        default_factory=dict[str, frozenset[str]]
    )  # member whose call has a decorated function run later → last names of the library's decorators that give it
    registering: Mapping[str, frozenset[str]] = field(
        default_factory=dict[str, frozenset[str]]
    )  # `package.name` of what runs others that it is given: a decorator or a class → its members that take them
    implied_prefix: str = ""  # begins names of members that syntax runs without naming them
    plain_bases: frozenset[str] = frozenset()  # library types that run of what derives from them what `running` says
    inert_bases: tuple[str, ...] = ()  # library types that run no member of what derives from them
    test_hooks: tuple[str, ...] = ()  # names by which test frameworks call what stands beside tests; `x*`: any such
    called_by_name: Mapping[str, str] = field(
        default_factory=dict[str, str]
    )  # functions (`x*`: any such; `*.x`: methods) that others call by name → name that tells such a module, or ""
    family: str = ""  # languages that share modules share a family (typescript and javascript)


@dataclass(frozen=True, slots=True)
class SyntaxRules:
    """What in the syntax of a language says nothing, so that a hash of it leaves it out. Node kinds."""

    brackets: frozenset[str] = frozenset({"parenthesized_expression"})  # only group what is in them
    outer: frozenset[str] = frozenset()  # belong to the definition that they contain, such as decorators
    wrappers: frozenset[str] = frozenset()  # end with the definition that they are about
    empty: frozenset[str] = frozenset()  # say nothing when nothing is in them
    documentation: frozenset[str] = frozenset()  # statements that are documentation when they are first in a body
    strings: frozenset[str] = frozenset()  # what such a statement consists of
    bodies: frozenset[str] = frozenset()
    quotes: frozenset[str] = frozenset()  # leaves that open and close strings
    joined: frozenset[str] = frozenset()  # strings written one behind the other
    leaves: frozenset[str] = frozenset()  # taken as text, whatever is in them
    imports: frozenset[str] = frozenset()  # statements, and parts of them, that import and do nothing else


class Collection(StrEnum):
    """Frameworks by whose rules tests are collected."""

    PYTEST = "pytest"  # and unittest: by the names of files, classes and functions
    TITLES = "titles"  # by patterns of files, whose tests have titles
    ANNOTATIONS = "annotations"  # by methods: what holds none only helps


@dataclass(frozen=True, slots=True)
class LanguageSpec:
    name: str
    grammar: str  # importable module and function: "tree_sitter_python:language"
    nodes: Mapping[str, Role]
    project: ProjectFactory
    # What the project reads of a file beside its path and language: as long as it is equal, the project is the same.
    project_facts: ProjectFacts = all_names
    suffixes: tuple[str, ...] = ()
    filenames: tuple[str, ...] = ()
    shebangs: tuple[str, ...] = ()
    manifests: tuple[str, ...] = ()  # file names whose text the import rules read
    prelude: str = ""  # source, in the language itself, of what needs no import; beside spec.py
    semantics: Semantics = field(default_factory=Semantics)
    comments: tuple[str, ...] = ("comment",)
    syntax: SyntaxRules = field(default_factory=SyntaxRules)
    # Node kind → (name, value) fields.
    keyword_arguments: Mapping[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    spreads: tuple[str, ...] = ()  # node kinds of `*args`, `...x`
    # Parses source that needs repairs; offsets stay.
    read: Callable[[bytes, Callable[[bytes], Tree]], Tree] | None = None
    # The language in another form, for sources that the grammar has errors in: with types, where it has none itself.
    otherwise: LanguageSpec | None = None
    harmless: Callable[[Node], bool] | None = None  # whether an error or a missing node loses nothing
    finish: Callable[[Walker, Node], None] | None = None  # after the walk: exports, `__all__`
    is_test_path: Callable[[str], bool] | None = None
    test_cases: Callable[[Node], Iterable[TestCase]] | None = None  # tests that have titles instead of names
    title: str = ""  # the name that people write, such as `C++`; "" where it is `name`
    collection: Collection | None = None  # whose rules say which definitions are tests; None: what its parser flags
    detect: Callable[[str, bytes], bool] | None = None  # settles a suffix that several languages share
