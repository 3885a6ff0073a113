"""The policies of languages: combinations with a name, and those that one language makes for itself."""

from __future__ import annotations

import ast
from collections import defaultdict
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from codegraph_parsers import languages, semantics
from codegraph_parsers.semantics import Semantics

ROOT = Path(__file__).resolve().parents[3]
POLICIES = {each.name: type(getattr(Semantics(), each.name)) for each in fields(Semantics) if each.name != "family"}
COMBINATIONS = {name: each for name, each in vars(semantics).items() if type(each) in POLICIES.values()}
SPECS = {name: languages.load_spec(name).semantics for name in languages.names()}

SCRIPTS = frozenset({"astro", "javascript", "svelte"})
TYPED_SCRIPTS = frozenset({"tsx", "typescript", "vue", "vue_tsx"})
ECMASCRIPT = SCRIPTS | TYPED_SCRIPTS
C, CPP, GO, JAVA, KOTLIN, PHP, PYTHON, RUBY, RUST = (
    frozenset({name}) for name in ("c", "cpp", "go", "java", "kotlin", "php", "python", "ruby", "rust")
)
CSHARP = frozenset({"csharp"})

OWN = {
    ("construction", CPP): "compilers write constructors, which no source calls by name",
    ("construction", ECMASCRIPT): "classes inherit constructors, and interfaces have construct signatures",
    ("construction", GO): "there are no constructors: calling a type converts a value",
    ("construction", PHP): "classes inherit constructors, which have a name of their own",
    ("construction", PYTHON): "`__new__` decides what is made, and metaclasses take part in making classes",
    ("construction", RUBY): "a method of the class constructs, which it may define itself",
    ("dispatch", ECMASCRIPT): "only interfaces are implemented by what does not inherit from them",
    ("dispatch", PYTHON): "C3 linearisation",
    ("overloads", CPP): "implicit conversions are ranked, and declarations of a derived class hide those of its bases",
    ("overloads", ECMASCRIPT): "signatures of a function are chosen by arguments",
    ("overloads", KOTLIN): "functions of a package are overloads of each other",
    ("overloads", PYTHON): "signatures stand beside the one body that runs",
    ("members", SCRIPTS): "objects are property maps, whose fields nothing declares",
    ("members", KOTLIN): "getters of Java are read as properties, and classes have companions",
    ("members", TYPED_SCRIPTS): "objects are property maps, with classes that declare their fields",
    ("members", PHP): "fields may be declared above the class that assigns them",
    ("members", PYTHON): "descriptors, `__getattr__` and delegation",
    ("members", RUBY): "a class has members of its own, and properties are methods",
    ("functions", ECMASCRIPT): "a rest parameter is declared as an array",
    ("functions", JAVA): "a function is an instance of a functional interface",
    ("functions", KOTLIN): "receivers of extensions and of function literals are parameters",
    ("lookup", CPP): "members are visible in methods, and arguments bring their namespaces",
    ("lookup", CSHARP): "members are visible in methods, and paths begin with namespaces of the library",
    ("lookup", ECMASCRIPT): "types and values are apart, and members need a receiver",
    ("lookup", JAVA): "members are visible in methods, and methods have a namespace of their own",
    ("lookup", KOTLIN): "scopes know extensions, and receivers choose among them",
    ("lookup", PHP): "members need a receiver, and functions have a namespace of their own",
    ("lookup", PYTHON): "a class body runs as statements do",
    ("lookup", RUBY): "constants are found in the classes around, which any file may reopen",
    ("lookup", RUST): "types and functions are apart, and members need a path",
    ("modules", CSHARP): "a namespace's files share its names, and those of the namespaces around it",
    ("modules", ECMASCRIPT): "importing evaluates a module, which has explicit exports",
    ("modules", GO): "a package's files share its names, and its clause says what it is called",
    ("modules", JAVA): "a package's files share its names, of which some are public",
    ("modules", KOTLIN): "a package's files share its names, and the prelude has those of several packages",
    ("modules", PHP): "full names, with a separator of their own",
    ("modules", RUST): "`use` only shortens paths",
    ("linkage", C): "headers declare what other files define, and the preprocessor chooses among definitions",
    ("linkage", CPP): "headers declare what other files define",
    ("linkage", GO): "build constraints choose among files",
    ("linkage", JAVA | KOTLIN): "annotation processors and generators make classes",
    ("types", CSHARP): "structures may stand for nothing",
    ("types", CPP): "a constructor of one parameter converts",
    ("types", ECMASCRIPT): "type parameters have defaults",
    ("types", GO): "a type implements an interface by its methods alone",
    ("modules", frozenset({"html_template"})): "a framework renders it",
    ("types", KOTLIN): "many types of the library are final",
    ("types", JAVA): "primitive types are boxed",
    ("types", PYTHON): "a class fits a protocol by its members",
    ("types", RUST): "traits are implemented apart from types, and references are coerced",
    ("protocols", CSHARP): "iteration, resources and tasks by members of their names",
    ("protocols", CPP): "iterators are pointers, and objects can be called",
    ("protocols", ECMASCRIPT): "iteration by well-known symbols, and promises",
    ("protocols", GO): "`range` gives keys and values",
    ("protocols", JAVA): "iteration and resources by interfaces of the library",
    ("protocols", KOTLIN): "iteration by members, and `invoke` makes objects callable",
    ("protocols", PHP): "iteration, subscripts and calls by interfaces of the library",
    ("protocols", PYTHON): "special methods",
    ("protocols", RUBY): "functions are called by a method",
    ("protocols", RUST): "iteration and dereferencing by traits of the library",
    ("operators", CSHARP): "members named by the operator, which take both operands",
    ("operators", CPP): "functions named `operator`",
    ("operators", JAVA): "no class defines operators: those of numbers are members of the prelude",
    ("operators", KOTLIN): "members and extensions whose names operators stand for",
    ("operators", PHP): "objects are converted to texts",
    ("operators", PYTHON): "special methods, also of the right operand",
    ("dynamic_members", PHP): "models of a library make properties and methods of others",
    ("operators", RUBY): "operators are methods of their names",
    ("operators", RUST): "traits of the library",
    ("arithmetic", CPP): "integer promotion, and arithmetic on addresses",
    ("arithmetic", RUST): "both operands of the language's operators have one type",
    ("builtins", CSHARP): "types of its own prelude",
    ("builtins", ECMASCRIPT): "types of its own prelude",
    ("builtins", GO): "types of its own prelude",
    ("builtins", JAVA): "types of its own prelude",
    ("builtins", KOTLIN): "types of its own prelude",
    ("builtins", PHP): "types of its own prelude",
    ("builtins", PYTHON): "types of its own prelude",
    ("builtins", RUBY): "types of its own prelude",
    ("callbacks", frozenset({"astro"})): "its compiler runs two functions by name",
    ("callbacks", frozenset({"svelte"})): "its compiler reads variables by name",
    ("callbacks", ECMASCRIPT - {"astro", "svelte"}): "disposal runs nothing of a class by itself",
    ("callbacks", GO): "packages run `init`",
    ("callbacks", PYTHON): "its library, its frameworks and its test runners run members and functions by name",
    ("callbacks", RUBY): "its test runners run methods by name",
    ("callbacks", RUST): "an underscore tells compilers that nothing uses a name",
}
"""Policies that languages make for themselves, and why: no name in `semantics.py` says it."""


def name_combination(value: object) -> str:
    """Return the name of a policy's combination, "" for one without."""
    if value == type(value)():
        return "default"
    return next((name for name, each in COMBINATIONS.items() if each == value), "")


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_is_a_named_combination_or_its_language_says_why_not(policy: str):
    users: dict[str, set[str]] = defaultdict(set)
    for language, each in SPECS.items():
        value = getattr(each, policy)
        if not name_combination(value):
            users[repr(value)].add(language)
    unnamed = {frozenset(group) for group in users.values()}
    assert unnamed == {group for name, group in OWN if name == policy}


@pytest.mark.parametrize("name", COMBINATIONS)
def test_a_named_combination_is_that_of_a_language(name: str):
    value = COMBINATIONS[name]
    assert any(value == getattr(each, policy) for each in SPECS.values() for policy in POLICIES)


def test_no_combination_has_two_names():
    values = list(COMBINATIONS.values())
    assert all(one != other for at, one in enumerate(values) for other in values[at + 1 :])


@pytest.mark.parametrize("policy", POLICIES)
def test_languages_differ_in_every_field_of_a_policy(policy: str):
    alike = [
        each.name
        for each in fields(POLICIES[policy])
        if len({repr(getattr(getattr(known, policy), each.name)) for known in SPECS.values()}) == 1
    ]
    assert not alike


def test_every_field_of_a_policy_is_read():
    read: set[tuple[str, str]] = set()
    for folder in ("codegraph", "parsers"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if "semantics" not in text:
                continue
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute | ast.Name):
                    policy = node.value.attr if isinstance(node.value, ast.Attribute) else node.value.id
                    read.add((policy, node.attr))
    declared = {(policy, each.name) for policy, made in POLICIES.items() for each in fields(made)}
    assert not declared - read


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_is_immutable_and_described(policy: str):
    made = POLICIES[policy]
    with pytest.raises(FrozenInstanceError):
        setattr(made(), fields(made)[0].name, None)
    assert not hasattr(made(), "__dict__")
    assert made.__doc__ and "(" not in made.__doc__.splitlines()[0]
