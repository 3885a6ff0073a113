"""Specifications of languages: the data that a language folder supplies.

`LanguageSpec` names files, grammar, node roles, scoping and import rules.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from codegraph_parsers.file_facts import FileFacts
from codegraph_parsers.semantics import Semantics

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Tree

    from codegraph_parsers.cases import TestCase
    from codegraph_parsers.walker import Handler, Walker

Role = Callable[["Language"], "Handler"]
"""What a node kind means. Compiled once per grammar, so that field names become ids."""


class Target(NamedTuple):
    """The units or the external name that an import's module leads to.

    `units` are unit keys inside the repository; `rest` are names to follow in them.

    Outside the repository `units` is empty and `external` is the dotted name, `package` its distribution or root. Where
    both are given, what the units lack is outside.
    """

    units: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    external: str = ""
    package: str = ""
    name: str = ""  # what an import without alias binds, where the module decides that


class Project(Protocol):
    """One language's view of the tree, pure and built once.

    It says which files share a namespace, and what an import names.
    """

    def find_unit(self, facts: FileFacts) -> str:
        """Return the key of the unit whose module-level names the file shares.

        That is the file's own path when it stands alone.
        """
        return facts.path

    def resolve(self, path: str, module: str, kind: str) -> Target:
        """Return what `module`, as written in the file at `path`, names."""
        ...

    def find_submodule(self, unit: str, name: str) -> str:
        """Return the unit key of the part `name` of a unit, such as a Python submodule.

        Returns "" when there is none.
        """
        return ""

    def list_names(self, unit: str) -> tuple[str, ...]:
        """Return the names under which people know a unit.

        An example is `shop.orders` for `src/shop/orders.py`.
        """
        return ()

    def list_visible_packages(self, facts: FileFacts) -> tuple[str, ...]:
        """Return the packages, and the types, whose types a file names without them.

        These are its own package, and those of which it imports everything."""
        imported = (entry.module for entry in facts.imports if entry.name == "*")
        return tuple(dict.fromkeys((facts.package, *imported)))

    def list_dependents(self, package: str) -> frozenset[str]:
        """Return the folders whose manifest says that they depend on a package."""
        del package  # the manifests of most languages are not read for it
        return frozenset()


ProjectFactory = Callable[[Sequence[FileFacts], Sequence[str], Mapping[str, str]], Project]
"""(facts of the language's files, every path of the tree, manifest texts by path) → Project"""


ProjectFacts = Callable[[FileFacts], Hashable]


def collect_names(facts: FileFacts) -> Hashable:
    """Return everything that a project may read of a file.

    Names, imports, package, and whether star imports bring more names."""
    flags = facts.symbols[0].flags if facts.symbols else 0
    imports = tuple((i.module, i.name, i.alias, i.kind) for i in facts.imports)
    return (facts.package, flags, tuple(facts.exports or ()), tuple(facts.names.get(0, ())), imports, bool(facts.stars))


def ignore_names(facts: FileFacts) -> Hashable:
    """Return nothing, for a language whose imports need only paths and manifests."""
    return None


@dataclass(frozen=True, slots=True)
class SyntaxRules:
    """Syntax of a language that a hash of it leaves out, by node kinds."""

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
    comments: frozenset[str] = frozenset()  # comments that a grammar takes for code


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
    project_facts: ProjectFacts = collect_names
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
    is_structural: bool = False  # read by the queries of a table, see `outline.py`; `nodes` is empty
    detect: Callable[[str, bytes], bool] | None = None  # settles a suffix that several languages share
