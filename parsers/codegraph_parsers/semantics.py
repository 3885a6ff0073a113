"""Policies of a language: what the one resolver does differently for it.

A language's specification makes one `Semantics` of a policy for each concern. Every policy has defaults, which are
those of a small language with nothing unusual. Where several languages share a combination that is not the default, it
has a name here.

A policy that says *member* means the name that the language's own sources, or its prelude, give to a member. An empty
name means that the language has no such thing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

NO_NAMES: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ConstructionPolicy:
    """Code that making an instance or a class runs.

    `default_constructor` says what constructing a class runs that declares no constructor: the class stands for it
    (`class`), it inherits one (`inherited`), or the compiler writes one that nothing calls by name (`implicit`).
    """

    constructors: tuple[str, ...] = ()  # members that construction runs; "" stands for the class's own name
    default_constructor: Literal["class", "inherited", "implicit"] = "class"
    allocator: str = ""  # member of a class whose result construction gives
    factory_member: str = ""  # member of a class whose call constructs an instance, where the class has none of its own
    construct_signature: str = ""  # member of an interface that says what constructing such a thing gives
    metaclass_hooks: tuple[str, ...] = ()  # members of a metaclass that making a class runs
    subclass_hooks: tuple[str, ...] = ()  # members of the classes above that making a class runs
    has_type_conversions: bool = False  # calling a type converts a value: a mention of the type, no construction


@dataclass(frozen=True, slots=True)
class DispatchPolicy:
    """Choice among the members of a class and its ancestors, and of overrides."""

    linearisation: Literal["c3", "depth-first", "breadth-first"] = "depth-first"  # the order of a class's ancestors
    # Calls of which abstract methods also reach implementations: of all, or of those of interfaces.
    virtual_members: Literal["abstract", "interface"] = "abstract"
    super_target: Literal["bases", "superclass"] = "bases"  # `superclass`: interfaces above are named
    has_interface_members: bool = True  # a class has the members of its interfaces; else only the interface has them
    has_hiding: bool = False  # static and private methods override nothing, and no class inherits them as members
    has_alias_bases: bool = False  # a base named through a type alias is the alias


@dataclass(frozen=True, slots=True)
class OverloadPolicy:
    """Overload resolution: the choice among definitions of one name.

    `candidates` says what arguments choose among: nothing, since one definition counts (`none`), all definitions of a
    name (`definitions`), or signatures without a body, which say what the one that runs returns (`signatures`).
    """

    candidates: Literal["none", "definitions", "signatures"] = "none"
    has_inherited_overloads: bool = False  # definitions of a class and its bases are chosen among together
    has_unit_overloads: bool = False  # functions of one name in all files of a unit are chosen among together
    has_conversion_ranking: bool = False  # constness, indirection and template arguments rank what fits


@dataclass(frozen=True, slots=True)
class MemberPolicy:
    """Members of values beside those that their classes declare."""

    # Objects are property maps: functions construct and have members, `x["name"]` is `x.name`, and what a class has is
    # apart from what its instances have.
    is_prototype_based: bool = False
    has_declared_fields: bool = False  # assigning makes no field where a class above declares one
    has_closed_classes: bool = False  # no code adds members to a library's class: what the prelude leaves out is there
    class_prefix: str = ""  # begins names of members that only a class itself has, in name tables; its instances do not
    has_called_properties: bool = False  # properties are methods: code that reads one calls it
    descriptor_member: str = ""  # member whose result stands for an attribute of a class when an instance is asked
    property_member: str = ""  # member whose result stands for any property that a type does not name itself
    accessor_prefix: str = ""  # begins methods of other languages of the family that properties stand for
    companion_member: str = ""  # member of a class that holds the object which the name of the class stands for
    delegate_member: str = ""  # member that holds what has the members that a type does not name itself


@dataclass(frozen=True, slots=True)
class DynamicMember:
    """A method that answers for a member which no class declares.

    In its name `{name}` stands for the name of the member, `{camel}` and `{Camel}` for that name in camel case.
    """

    owner: str  # the prelude's class whose descendants have such members
    method: str
    access: Literal["read", "write", "call"]  # what is done to the member
    result: str = ""  # prelude's class: only methods that give one of it count
    value: str = ""  # member of the result that gives what a property holds, where that is not the result itself
    is_behind: bool = False  # the class in the first type argument has the method, and the object itself is the result
    has_paths: bool = False  # texts name the member, too: `a.b` is the member `b` of what `a` leads to


@dataclass(frozen=True, slots=True)
class DynamicMemberPolicy:
    """Members that classes of libraries make of methods at run time.

    A member that is declared takes precedence.
    """

    members: tuple[DynamicMember, ...] = ()
    # Class → member whose result has the methods that nothing else answers.
    delegates: Mapping[str, str] = field(default_factory=dict[str, str])
    # Class → member that holds the types of properties by their names.
    tables: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class FunctionPolicy:
    """Functions as values, their receivers and rest parameters."""

    has_explicit_receiver: bool = False  # a method's first parameter is its receiver
    # A function is given only for an interface of one method, and a method named through its class takes its receiver
    # first.
    has_functional_interfaces: bool = False
    has_indirect_calls: bool = False  # a call through a variable is implied by what it holds, not named
    receiver_type: str = ""  # prelude type that marks the first parameter of a function type as the receiver
    implicit_parameter: str = ""  # name of the parameter of a function literal that declares none
    has_rest_containers: bool = False  # the declared type of a rest parameter is the container, not its element


@dataclass(frozen=True, slots=True)
class LookupPolicy:
    """Lookup of unqualified names.

    `class_scope` says where code in a class names members without a receiver: nowhere (`receiver`), nowhere in a type
    that has a name of its own (`path`), directly in the class body (`body`), there and only what is bound before it,
    since the body runs as statements do (`sequence`), or also in methods (`methods`). With `nesting` names are those of
    constants: of the classes around, of which files define parts, then of the ancestors of the innermost one, then of
    any file; what no file defines is of a library.

    `type_namespace` says what a name means that stands for a type and for something else: both (`shared`), where it
    stands decides (`separate`), or a type that cannot be called hides no function (`uncallable`).
    """

    class_scope: Literal["receiver", "path", "body", "sequence", "methods", "nesting"] = "body"
    type_namespace: Literal["shared", "separate", "uncallable"] = "shared"
    method_suffix: str = ""  # ends names of methods in name tables, where methods and variables share no namespace
    extension_prefix: str = ""  # begins names of extensions in name tables: scopes have them, and receivers choose
    has_assumed_extensions: bool = False  # an object of unknown type is taken for what the only one of a name extends
    is_argument_dependent: bool = False  # a call gathers functions of several namespaces, as those of its arguments
    ambient_names: frozenset[str] = NO_NAMES  # names beside the prelude's that need no import, all of other libraries
    has_external_names: bool = False  # a name that no file declares is one of a library, as nothing else compiles


@dataclass(frozen=True, slots=True)
class ModulePolicy:
    """Visibility of names among modules, and the effect of imports.

    `import_effect` says what importing a name or a module does: it binds what it names (`bind`), it also runs the
    module that is named (`evaluate`), or it only shortens paths (`alias`).
    """

    import_effect: Literal["bind", "evaluate", "alias"] = "bind"
    has_unit_scope: bool = False  # the names of a unit are visible in each of its files without an import
    has_explicit_exports: bool = False  # only exported names are visible from outside a module
    has_nested_units: bool = False  # a unit sees the names of the units that its own name lies in
    has_package_names: bool = False  # an import without alias binds the name that the imported module declares
    has_own_wildcards: bool = False  # a wildcard for a class brings what the class declares, nothing of its bases
    export_assignment: str = ""  # export that stands for the whole module where there is one
    # Name of a manifest. In its folder files see what others declare for all of them, without an import.
    ambient_manifest: str = ""
    path_separator: str = "."
    is_template: bool = False  # a file is no code itself: a framework renders it
    # Full path of what the library has → the path under which the prelude exports it, none where it does not.
    locate_in_prelude: Callable[[Sequence[str]], list[str]] | None = None


@dataclass(frozen=True, slots=True)
class LinkagePolicy:
    """Declarations, definitions and builds: what belongs to one program.

    `build_variants` says what only some builds have: nothing that the resolver is told of (`none`), some
    definitions of one name, of which none is certain (`definitions`), or whole files (`files`).
    """

    is_external: bool = False  # a declaration stands for a definition of that name in another file
    build_variants: Literal["none", "definitions", "files"] = "none"
    has_generated_sources: bool = False  # what an import names is there: what the tree does not declare, builds make


@dataclass(frozen=True, slots=True)
class InferencePolicy:
    """Sources of types for code that declares none."""

    is_static: bool = True  # the compiler gives what is undeclared the type of its initialiser or body
    has_inferred_results: bool = False  # undeclared results come from return expressions
    has_parameter_flow: bool = False  # undeclared parameters hold what callers pass


@dataclass(frozen=True, slots=True)
class TypePolicy:
    """Assignability: which types fit which.

    `conformance` says what makes a type fit an interface: that it declares it (`nominal`), its members alone
    (`structural`), its members for the interfaces that are called protocols (`protocol`), or a declaration apart from
    the type, whose members calls then name (`trait`).
    """

    conformance: Literal["nominal", "structural", "protocol", "trait"] = "nominal"
    primitives: tuple[str, ...] = ()  # prelude names of types without members, which `boxing` may wrap
    boxing: Mapping[str, str] = field(default_factory=dict[str, str])  # prelude type → what calls convert it to
    has_deref_coercion: bool = False  # what leads to something is passed where that is expected
    has_converting_constructors: bool = False  # what a constructor takes is passed where its class is expected
    has_type_argument_defaults: bool = False  # type arguments may be left out: the parameter says what they are then
    final_types: frozenset[str] = NO_NAMES  # prelude types that nothing derives from
    approximate_types: frozenset[str] = NO_NAMES  # prelude types that stand for several of the language's own
    has_quoted_texts: bool = False  # the parser keeps texts of literals as they are written, with their quotes


@dataclass(frozen=True, slots=True)
class ProtocolPolicy:
    """Members that syntax runs without naming them, other than operators."""

    call_member: str = ""  # calling an instance
    enter_member: str = ""  # `with … as x`: its result is bound
    leave_members: tuple[str, ...] = ()  # leaving a `with`
    iteration_members: tuple[str, ...] = ()  # iteration, one after another; a missing one is passed over
    key_member: str = ""  # its result is a key on iteration; iterating a mapping then gives its values
    subscript_member: str = ""
    await_members: tuple[str, ...] = ()  # awaiting, one after another
    dereference_members: tuple[str, ...] = ()  # a pointer-like dereference
    special_prefix: str = ""  # begins names of members that syntax runs


@dataclass(frozen=True, slots=True)
class OperatorPolicy:
    """Members that operators run."""

    members: Mapping[str, str] = field(default_factory=dict[str, str])  # operator → member
    reflected: Mapping[str, str] = field(default_factory=dict[str, str])  # the same, of the right operand
    # What else is done to an object without a name → members for it, of which the first that there is runs.
    implicit_members: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    single_type_operations: frozenset[str] = NO_NAMES  # of these, what is said only of an operand known to be one thing
    operator_only: frozenset[str] = NO_NAMES  # members that hardly anything but an operator runs


@dataclass(frozen=True, slots=True)
class ArithmeticPolicy:
    """Results of the language's own operators, for which no member runs."""

    number_type: str = ""  # prelude type: where both operands are of it, operators are the language's own
    shifts: frozenset[str] = NO_NAMES  # operators of numbers whose right operand says nothing of what they give
    conversion_ranks: tuple[str, ...] = ()  # prelude names of the types of numbers, narrowest first
    character_type: str = ""  # prelude type of what the address of characters leads to
    pointer_operators: frozenset[str] = NO_NAMES  # operators of addresses; none where no variable holds an address


@dataclass(frozen=True, slots=True)
class BuiltinTypes:
    """Prelude types of what syntax makes."""

    root_class: str = ""  # every class derives from it
    metaclass: str = ""  # its instances are classes: its argument names them
    null_type: str = ""  # of the null literal
    void_type: str = ""  # of what functions return that return nothing
    tuple_type: str = ""
    record_type: str = ""  # `x["name"]` is `x.name` for its subclasses
    slice_type: str = ""  # passed to the subscript member for a part (`a[1:]`); "": a part is of its whole's type
    variadic_type: str = ""  # of a rest parameter
    keyword_type: str = ""  # of a keyword rest parameter
    generator_type: str = ""  # of what a generator function returns
    promise_type: str = ""  # of what an async function without a declared result returns
    quoted_type: str = ""  # of a function that is handed over as a tree of its expressions, and not run
    global_type: str = ""  # of the object whose members are the names that need no import


@dataclass(frozen=True, slots=True)
class CallbackPolicy:
    """Code that libraries, frameworks and test runners run."""

    # Function of the library → members that it runs of its receiver or its first argument. Of each group of members
    # the first that there is runs.
    library_calls: Mapping[str, tuple[tuple[str, ...], ...]] = field(
        default_factory=dict[str, tuple[tuple[str, ...], ...]]
    )
    # Member that no source names → the library's functions that run it.
    library_callers: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    # Member whose call has a decorated function run later → last names of the decorators that give it.
    deferred_members: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    # `package.name` of a decorator or class that runs what it is given → its members that take it.
    registrars: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    patch_functions: tuple[str, ...] = ()  # with them a test puts something in the place of what it names
    transparent_bases: frozenset[str] = NO_NAMES  # library types that run of what derives from them `library_calls`
    inert_bases: tuple[str, ...] = ()  # library types that run no member of what derives from them
    # Library type → all members of what derives from it that the library runs, where that is known.
    base_hooks: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    test_hooks: tuple[str, ...] = ()  # names by which test frameworks call what stands beside tests; `x*`: any such
    requester: tuple[str, str] | None = None  # parameter and member that hold the class whose test requests a function
    # Functions (`x*`: any such; `*.x`: methods) that others call by name → name that tells such a module, or "".
    entry_points: Mapping[str, str] = field(default_factory=dict[str, str])


INIT_CONSTRUCTORS = ConstructionPolicy(constructors=("<init>",))
"""Constructors have a name that no member can have."""

SINGLE_INHERITANCE = DispatchPolicy(super_target="superclass", has_hiding=True)
"""Static methods hide, and the receiver's base is the one class above."""

INTERFACE_CASTS = DispatchPolicy(super_target="superclass", has_hiding=True, has_interface_members=False)
"""The same, and what an interface declares is asked of the interface alone."""

INHERITED_OVERLOADS = OverloadPolicy(candidates="definitions", has_inherited_overloads=True)
"""A class's methods are overloads of those that it inherits."""

CLOSED_CLASSES = MemberPolicy(has_closed_classes=True)
"""Nothing adds members to a class of a library."""

BREADTH_FIRST = DispatchPolicy(linearisation="breadth-first")
"""Embedded types and supertraits: the nearest one that has a member counts."""

FUNCTION_VALUES = FunctionPolicy(has_indirect_calls=True)
"""A variable may hold a function, and a receiver is declared apart from the parameters."""

RECEIVER_PARAMETERS = FunctionPolicy(has_explicit_receiver=True, has_indirect_calls=True)
"""A variable may hold a function, and a method's first parameter is its receiver."""

SCOPE_OPERATOR = ModulePolicy(path_separator="::")
"""Names that another file's text brings, with `::` between the parts of a path."""

CONDITIONAL_DEFINITIONS = LinkagePolicy(build_variants="definitions")
"""Definitions of one name for different builds, interpreters or platforms, within one module."""

DECLARED_TYPING = InferencePolicy()
"""Everything that has a type declares it, or is initialised with a value of it."""

DEDUCED_TYPING = InferencePolicy(has_inferred_results=True)
"""Everything has a type when it is compiled; results may be deduced from return statements."""

GRADUAL_TYPING = InferencePolicy(has_inferred_results=True, has_parameter_flow=True)
"""A compiler infers what is not declared, except for parameters."""

DYNAMIC_TYPING = InferencePolicy(is_static=False, has_inferred_results=True, has_parameter_flow=True)
"""No compiler gives a type to what declares none; annotations are hints."""


@dataclass(frozen=True, slots=True)
class Semantics:
    """Facts about a language that the one resolver needs: a policy for each concern."""

    construction: ConstructionPolicy = field(default_factory=ConstructionPolicy)
    dispatch: DispatchPolicy = field(default_factory=DispatchPolicy)
    overloads: OverloadPolicy = field(default_factory=OverloadPolicy)
    members: MemberPolicy = field(default_factory=MemberPolicy)
    dynamic_members: DynamicMemberPolicy = field(default_factory=DynamicMemberPolicy)
    functions: FunctionPolicy = field(default_factory=FunctionPolicy)
    lookup: LookupPolicy = field(default_factory=LookupPolicy)
    modules: ModulePolicy = field(default_factory=ModulePolicy)
    linkage: LinkagePolicy = field(default_factory=LinkagePolicy)
    inference: InferencePolicy = DECLARED_TYPING
    types: TypePolicy = field(default_factory=TypePolicy)
    protocols: ProtocolPolicy = field(default_factory=ProtocolPolicy)
    operators: OperatorPolicy = field(default_factory=OperatorPolicy)
    arithmetic: ArithmeticPolicy = field(default_factory=ArithmeticPolicy)
    builtins: BuiltinTypes = field(default_factory=BuiltinTypes)
    callbacks: CallbackPolicy = field(default_factory=CallbackPolicy)
    family: str = ""  # languages that share modules share a family (typescript and javascript)
