"""Names that files declare for all files around them, without an import."""

from __future__ import annotations

import posixpath

from codegraph.resolve.program.program import Program, Ref
from codegraph_parsers.file_facts import EVERYWHERE

MOST = 8
"""Files that declare parts of one name: where every file of a package adds its own, each mention would lead to all."""


def find_shared(program: Program, file: int, name: str) -> tuple[Ref, ...]:
    """Return the bindings of a name that files of the same package share.

    Else those of the nearest package around it are returned. Another package is compiled without them: there the name
    belongs to somebody else.
    """
    if file >= program.tree or not program.semantics[file].modules.ambient_manifest:
        return ()
    family = program.semantics[file].family or program.files[file].language
    program.reads.read_fact("bound in", family, EVERYWHERE, name)
    refs = program.list_shared_names(family).get(name)
    if not refs:
        return ()
    homes, home = program.homes[family], program.find_home(file)
    while True:
        found = tuple(ref for ref in refs if program.find_home(ref[0]) == home)
        if found or not home:
            return found if len(found) <= MOST else ()
        home = posixpath.dirname(home)
        while home and home not in homes:
            home = posixpath.dirname(home)


def find_assigned(program: Program, file: int, name: str) -> tuple[Ref, ...]:
    """Return what files of the same package assign to a global name when they run.

    They assign it as a member of the global object.
    """
    return find_shared(program, file, f".{name}")


def find_declared_module(program: Program, file: int, module: str) -> tuple[Ref, ...]:
    """Return the module that files of the same package declare under a name.

    Its code is elsewhere.
    """
    return find_shared(program, file, f'"{module}"')
