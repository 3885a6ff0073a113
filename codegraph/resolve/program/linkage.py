"""Linkage: which definition a declaration in another file stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.resolve.incremental.summaries import CLASS_KINDS, FUNCTION_KINDS
from codegraph.resolve.program.program import IS_SPECIAL, Program
from codegraph.resolve.program.scopes import Scopes
from codegraph.resolve.types.abstract_values import UNKNOWN, Function, FunctionType, Value, join
from codegraph_parsers import ops
from codegraph_parsers.file_facts import Flag, SymbolKind

if TYPE_CHECKING:
    from codegraph.resolve.types.mro import Classes


class Linkage:
    def __init__(self, scopes: Scopes, classes: Classes) -> None:
        self.program = scopes.program
        self.scopes = scopes
        self.classes = classes
        self.queries = scopes.queries
        self.defined = self.queries.define_query(self._compute_defined)

    def _compute_defined(self, gid: int) -> tuple[int, ...]:
        """Return the definitions that a declaration stands for.

        It is the symbol itself when it is no declaration or nothing defines it here.
        """
        program = self.program
        symbol = program.get_symbol(gid)
        file = program.file_of[gid]
        program.reads.read_fact("unit", program.unit_of[file])
        if file in program.declaring:
            return self._find_implementations(gid, file)
        if not symbol.flags & Flag.DECLARATION or gid >= program.end:
            return (gid,)
        family = program.semantics[file].family or program.files[file].language
        group = _group(symbol.kind)
        program.reads.read_fact("linked", family, symbol.qualname)
        same = [
            c for c in program.linked.get((family, symbol.qualname), ()) if _group(program.get_symbol(c).kind) == group
        ]
        if symbol.flags & Flag.FILE_PRIVATE:
            same = []
        same += [c for c in self._find_file_private(gid) if c not in same]
        owner = program.get_parent(gid)
        if group < 2:
            same = self._select_same_arguments(gid, owner, same)
        if group == 0 and owner >= 0 and program.get_symbol(owner).kind in CLASS_KINDS:
            same = [c for c in same if program.get_parent(c) != owner]  # a body declares a member once: that is another
        if not same:
            same = self._find_attached_definitions(gid)
        if group == 0:
            same = [c for c in same if len(program.get_symbol(c).parameters) == len(symbol.parameters)] or same
            same = [c for c in same if not (program.get_symbol(c).flags ^ symbol.flags) & Flag.CONST] or same
            if len(same) > 1 and not symbol.flags & Flag.CONDITIONAL:  # what only unusual platforms have comes last
                same = [c for c in same if not program.get_symbol(c).flags & Flag.CONDITIONAL] or same
            if len(same) > 1:
                types = tuple(p.type for p in symbol.parameters)
                same = [c for c in same if tuple(p.type for p in program.get_symbol(c).parameters) == types] or same
        if group == 1 and len(same) > 1:  # a type that others use stands in a file that others include
            is_included = self.scopes.wildcards.is_included
            same = [c for c in same if program.file_of[c] == file or is_included(program.file_of[c])] or same
        if len(same) > 1:
            here = program.files[file].path
            near = max(score_shared_path(here, program.files[program.file_of[c]].path) for c in same)
            same = [c for c in same if score_shared_path(here, program.files[program.file_of[c]].path) == near]
        return tuple(same) if same else (gid,)

    def _select_same_arguments(self, gid: int, owner: int, same: list[int]) -> list[int]:
        """Drop definitions that are for other type arguments.

        A specialisation has the name of the class template that it specialises.
        """
        program = self.program
        if _is_special(program, gid):
            return [c for c in same if c == gid]
        kept: list[int] = []
        special = owner >= 0 and (_is_special(program, owner) or owner in self.classes.special)
        for each in same:
            parent = program.get_parent(each)
            if _is_special(program, each) or (parent != owner and parent >= 0 and _is_special(program, parent)):
                continue
            if special:
                program.reads.read_extra(each)
                if self.classes.attached.get(each, owner) != owner:
                    continue
            kept.append(each)
        return kept

    def _find_implementations(self, gid: int, file: int) -> tuple[int, ...]:
        """Return the definitions of a symbol that a declaration file declares.

        They have the same qualified name, in the files that the declaration file declares.
        """
        program = self.program
        symbol, unit = program.get_symbol(gid), program.unit_of[file]
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

    def select_declared_part(self, targets: Value, results: list[Value]) -> Value:
        """Join the results of those targets that declaration files or types declare.

        This is for calls with several targets whose results together are too many to keep.
        """
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

    def _find_attached_definitions(self, gid: int) -> list[int]:
        """Return definitions of a class member that stand outside the class.

        They have a path that leads to it: `class Box::Inner {`, `void Box::open() {`, where the file knows `Box` from
        what it uses.
        """
        program = self.program
        owner, name = program.get_parent(gid), program.get_symbol(gid).name
        program.reads.read_added(owner, name)
        refs = self.classes.added.get(owner, {}).get(name, ()) if owner >= 0 else ()
        found = [at if file < 0 else self._find_symbol(file, at) for file, at in refs]
        group = _group(program.get_symbol(gid).kind)
        defined = [c for c in found if c >= 0 and not program.get_symbol(c).flags & Flag.DECLARATION]
        return [c for c in defined if group < 2 and _group(program.get_symbol(c).kind) == group]

    def _find_symbol(self, file: int, at: int) -> int:
        expr = self.program.files[file].exprs[at]
        return self.program.offsets[file] + expr[1] if expr[0] == ops.SYM else -1

    def _find_file_private(self, gid: int) -> list[int]:
        """Return definitions of the same qualified name in the same file.

        No other file can link to them.
        """
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


def score_shared_path(left: str, right: str) -> int:
    """Score the common prefix of two paths, in folders.

    Each folder counts two, the same stem counts one more.
    """
    a, b = left.split("/"), right.split("/")
    count = 0
    for x, y in zip(a[:-1], b[:-1], strict=False):
        if x != y:
            break
        count += 1
    return 2 * count + (a[-1].split(".", 1)[0] == b[-1].split(".", 1)[0])
