"""Names that files declare for all files around them, without an import."""

from __future__ import annotations

import posixpath

from codegraph.resolve.program.program import Program, Ref
from codegraph_parsers.facts import EVERYWHERE

MOST = 8
"""Files that declare parts of one name: where every file of a package adds its own, each mention would lead to all."""


def around(program: Program, file: int, name: str) -> tuple[Ref, ...]:
    """What files of the same package declare under a name, else those of the nearest package around it. Another package
    is compiled without them: there the name is somebody else's."""
    if file >= program.tree or not program.semantics[file].modules.ambient_manifest:
        return ()
    family = program.semantics[file].family or program.files[file].language
    program.reads.read_fact("bound in", family, EVERYWHERE, name)
    refs = program.shared_names(family).get(name)
    if not refs:
        return ()
    homes, home = program.homes[family], program.home(file)
    while True:
        found = tuple(ref for ref in refs if program.home(ref[0]) == home)
        if found or not home:
            return found if len(found) <= MOST else ()
        home = posixpath.dirname(home)
        while home and home not in homes:
            home = posixpath.dirname(home)


def put(program: Program, file: int, name: str) -> tuple[Ref, ...]:
    """What files of the same package put under a name when they run, as a member of what is there for all."""
    return around(program, file, f".{name}")


def declared(program: Program, file: int, module: str) -> tuple[Ref, ...]:
    """The module of a name that files of the same package declare, whose code is elsewhere."""
    return around(program, file, f'"{module}"')
