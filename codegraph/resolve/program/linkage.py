"""Linkage: which definition a declaration in another file stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.incremental.summaries import CLASS_KINDS, FUNCTION_KINDS
from codegraph.resolve.program.program import IS_SPECIAL, Program
from codegraph.resolve.program.scopes import Scopes
from codegraph.resolve.types.values import UNKNOWN, Function, FunctionType, Value, join
from codegraph_parsers import ops
from codegraph_parsers.facts import Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.types.mro import Classes


class Linkage:
    def __init__(self, scopes: Scopes, classes: Classes) -> None:
        self.program = scopes.program
        self.scopes = scopes
        self.classes = classes
        self.queries = scopes.queries
        self.defined = self.queries.memoise(self._compute_defined)

    def _compute_defined(self, gid: int) -> tuple[int, ...]:
        """Definitions that a declaration stands for; the symbol itself when it is none or nothing defines it here."""
        program = self.program
        symbol = program.symbol(gid)
        file = program.file_of[gid]
        program.reads.read_fact("unit", program.unit_of[file])
        if file in program.declaring:
            return self._implemented(gid, file)
        if not symbol.flags & Flag.DECLARATION or gid >= program.end:
            return (gid,)
        family = program.semantics[file].family or program.files[file].language
        group = _group(symbol.kind)
        program.reads.read_fact("linked", family, symbol.qualname)
        same = [c for c in program.linked.get((family, symbol.qualname), ()) if _group(program.symbol(c).kind) == group]
        if symbol.flags & Flag.FILE_PRIVATE:
            same = []
        same += [c for c in self._beside(gid) if c not in same]
        owner = program.parent(gid)
        if group < 2:
            same = self._of_same_arguments(gid, owner, same)
        if group == 0 and owner >= 0 and program.symbol(owner).kind in CLASS_KINDS:
            same = [c for c in same if program.parent(c) != owner]  # a body declares a member once: that is another
        if not same:
            same = self._attached(gid)
        if group == 0:
            same = [c for c in same if len(program.symbol(c).parameters) == len(symbol.parameters)] or same
            same = [c for c in same if not (program.symbol(c).flags ^ symbol.flags) & Flag.CONST] or same
            if len(same) > 1 and not symbol.flags & Flag.CONDITIONAL:  # what only unusual platforms have comes last
                same = [c for c in same if not program.symbol(c).flags & Flag.CONDITIONAL] or same
            if len(same) > 1:
                types = tuple(p.type for p in symbol.parameters)
                same = [c for c in same if tuple(p.type for p in program.symbol(c).parameters) == types] or same
        if group == 1 and len(same) > 1:  # a type that others use stands in a file that others include
            is_included = self.scopes.wildcards.is_included
            same = [c for c in same if program.file_of[c] == file or is_included(program.file_of[c])] or same
        if len(same) > 1:
            here = program.files[file].path
            near = max(shared_path(here, program.files[program.file_of[c]].path) for c in same)
            same = [c for c in same if shared_path(here, program.files[program.file_of[c]].path) == near]
        return tuple(same) if same else (gid,)

    def _of_same_arguments(self, gid: int, owner: int, same: list[int]) -> list[int]:
        """Without what is of other type arguments: a specialisation is called like the class that it stands for."""
        program = self.program
        if _is_special(program, gid):
            return [c for c in same if c == gid]
        kept: list[int] = []
        special = owner >= 0 and (_is_special(program, owner) or owner in self.classes.special)
        for each in same:
            parent = program.parent(each)
            if _is_special(program, each) or (parent != owner and parent >= 0 and _is_special(program, parent)):
                continue
            if special:
                program.reads.read_extra(each)
                if self.classes.attached.get(each, owner) != owner:
                    continue
            kept.append(each)
        return kept

    def _implemented(self, gid: int, file: int) -> tuple[int, ...]:
        """Of what a file of declarations says the definitions of that qualified name in the file that it declares."""
        program = self.program
        symbol, unit = program.symbol(gid), program.unit_of[file]
        group, found = _group(symbol.kind), list[int]()
        for other in program.units[unit]:
            if other in program.declaring:
                continue
            program.reads.read_name(other, symbol.name)
            offset = program.offsets[other]
            found += [
                offset + position
                for position, each in enumerate(program.files[other].symbols)
                if each.name == symbol.name and each.qualname == symbol.qualname and _group(each.kind) == group
            ]
        return tuple(found) or (gid,)

    def declared_part(self, targets: Value, results: list[Value]) -> Value:
        """Of what several targets give, too much to be known together, what files of declarations say of it."""
        declaring = self.program.declaring
        if not declaring:
            return UNKNOWN
        kept: list[Value] = []
        for atom, result in zip(targets, results, strict=True):
            if isinstance(atom, FunctionType) or (
                isinstance(atom, Function) and self.program.file_of[atom.gid] in declaring
            ):
                kept.append(result)
        return join(kept)

    def _attached(self, gid: int) -> list[int]:
        """Definitions of what a class declares, written outside it under a path that leads to it: `class Box::Inner {`,
        `void Box::open() {`, where `Box` is known by what the file uses."""
        program = self.program
        owner, name = program.parent(gid), program.symbol(gid).name
        program.reads.read_added(owner, name)
        refs = self.classes.added.get(owner, {}).get(name, ()) if owner >= 0 else ()
        found = [at if file < 0 else self._named(file, at) for file, at in refs]
        group = _group(program.symbol(gid).kind)
        defined = [c for c in found if c >= 0 and not program.symbol(c).flags & Flag.DECLARATION]
        return [c for c in defined if group < 2 and _group(program.symbol(c).kind) == group]

    def _named(self, file: int, at: int) -> int:
        expr = self.program.files[file].exprs[at]
        return self.program.offsets[file] + expr[1] if expr[0] == ops.SYM else -1

    def _beside(self, gid: int) -> list[int]:
        """Definitions of that qualified name in the same file that no other file can link to."""
        file, local = self.program.locate(gid)
        symbols = self.program.files[file].symbols
        self.program.reads.read_name(file, symbols[local].name)
        wanted = symbols[local]
        offset = self.program.offsets[file]
        return [
            offset + position
            for position, symbol in enumerate(symbols)
            if symbol.name == wanted.name and symbol.flags & Flag.FILE_PRIVATE and not symbol.flags & Flag.DECLARATION
            and symbol.qualname == wanted.qualname and _group(symbol.kind) == _group(wanted.kind)
        ]  # fmt: skip


def _is_special(program: Program, gid: int) -> bool:
    return bool(program.marks[gid] & IS_SPECIAL)


def _group(kind: SymbolKind) -> int:
    return 0 if kind in FUNCTION_KINDS else 1 if kind in CLASS_KINDS else 2


def shared_path(left: str, right: str) -> int:
    """Length of the common path prefix, in folders; the same stem counts one more."""
    a, b = left.split("/"), right.split("/")
    count = 0
    for x, y in zip(a[:-1], b[:-1], strict=False):
        if x != y:
            break
        count += 1
    return 2 * count + (a[-1].split(".", 1)[0] == b[-1].split(".", 1)[0])
