"""What is given to symbols from outside, stage by stage.

Every stage is evaluated whole before it is applied, so that nothing depends on the order of files. From edit to edit
only files that may give something else are asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Mapping
from contextlib import contextmanager
from copy import copy
from functools import partial
from typing import TypeVar

from codegraph.resolve.classes import MAX_PASSES, Extended, Variable
from codegraph.resolve.contributions import Below, Written, differing, in_order
from codegraph.resolve.deep import take_apart
from codegraph.resolve.evaluate import Evaluator
from codegraph.resolve.faults import Task
from codegraph.resolve.items import Digester, symbol_keys
from codegraph.resolve.overriding import implemented
from codegraph.resolve.program import Program, Ref, is_class
from codegraph.resolve.record import Key, Piece, Recorder
from codegraph.resolve.tables import Builder, Stage, Tables
from codegraph.resolve.values import CL, DI, EI, EX, FN, FT, IN, LI, LV, MO, NS, SC, ST, SU, TU, TV, Atom, Value
from codegraph.resolve.writes import PASSES, given

T = TypeVar("T")

Notes = dict[Key, list[Hashable]]


class Affected:
    """Pieces of work that rest on something that has changed."""

    def __init__(self, record: Recorder | None, *, first: bool = False) -> None:
        """`first`: nothing was ever done before, so nothing can rest on a change."""
        self.record = record
        self.first = first
        self.replaced = first  # import rules are not those of before
        self.pieces: set[Piece] = set()

    def changed(self, keys: Iterable[Key]) -> None:
        """Items have changed; those that nobody read are of no account."""
        if self.record is not None and not self.first:
            items = map(self.record.find_item, keys)
            self.items([item for item in items if item is not None])

    def items(self, items: list[int]) -> None:
        if items and not self.first and self.record is not None:
            self.pieces |= self.record.resting_on(items)

    def files(self, what: str) -> set[int]:
        return {piece.at for piece in self.pieces if piece.what == what}


class Stages:
    """Outcomes of all stages, by file. Without a recorder they are made once."""

    def __init__(self, program: Program, record: Recorder | None) -> None:
        self.program = program
        self.record = record
        self.variables: dict[int, list[Variable]] = {}
        self.targets: list[dict[int, list[Extended]]] = []  # by pass
        self.notes: dict[str, Notes] = {}  # by stage: what its tables said last time
        self.tables = Tables()
        self.extended: dict[int, dict[str, list[Ref]]] = {}  # members that extensions gave last time
        self.moved: set[int] = set()  # graph ids that symbols have left, or have got, since
        self.digesters: dict[int, Digester] = {}
        self.hashes: dict[int, dict[int, int]] = {}  # file → expression → hash
        items = record.items if record is not None else range(len(program.file_of))
        noting = record is not None
        self.builder = Builder(program, items, self.said, noting=noting)
        self.below = Below(program, items, noting=noting)
        self.written = [Written(program, items, self.said, noting=noting) for _ in range(PASSES)]

    def digester(self, file: int) -> Digester:
        digester = self.digesters.get(file)
        if digester is None:
            facts = self.program.files[file]
            digester = self.digesters[file] = Digester(facts, symbol_keys(facts))
        return digester

    def said(self, file: int, expr: int) -> int:
        """What an expression says, as a hash; 0 where nobody compares it."""
        if self.record is None:
            return 0
        hashes = self.hashes.setdefault(file, {})
        found = hashes.get(expr)
        if found is None:
            found = hashes[expr] = self.digester(file).expression(expr)
        return found

    def evaluator(self, tables: Tables) -> Evaluator:
        """One that starts with nothing but tables."""
        if self.record is not None:
            self.record.forget_answers()
        evaluator = Evaluator(self.program)
        tables.lend(evaluator)
        return evaluator

    @contextmanager
    def asked(self, tables: Tables) -> Generator[Evaluator]:
        """One for a stage alone."""
        evaluator = self.evaluator(tables)
        yield evaluator
        take_apart(evaluator, self.program, self.record)

    def make(self) -> Tables:
        """The tables of a program whose files were never asked."""
        everything = {*self.program.order, *range(self.program.tree, len(self.program.files))}
        return self.update(everything, Affected(self.record, first=True))

    def update(self, own: set[int], affected: Affected) -> Tables:
        """Do again what rests on something changed: files in `own` have other facts. The tables for everything else."""
        for file in own:
            self.digesters.pop(file, None)
            self.hashes.pop(file, None)
        program = self.program
        everyone = [*program.order, *range(program.tree, len(program.files))]
        extending = {file for file in everyone if program.has_extensions(file)}
        tables = self._extensions(own, extending, affected)
        touched = {gid for gid in {*tables.added, *self.extended} if tables.added.get(gid) != self.extended.get(gid)}
        self.extended = tables.added
        touched |= self.moved
        self.moved.clear()
        tables = self._subclasses(own, tables, affected)
        for number, written in enumerate(self.written):
            dirty = own | affected.files("writes")
            if dirty:
                with self.asked(tables) as evaluator:
                    said = self._ask("writes", dirty, evaluator, partial(given, evaluator), number > 0)
                for file, found in said.items():
                    touched |= written.given.put(file, found)
            affected.changed(written.follow(touched, tables.added, tables.stored))
            tables = copy(tables)
            tables.added, tables.stored = written.added, written.stored
        self.tables = tables
        return tables

    def _subclasses(self, own: set[int], tables: Tables, affected: Affected) -> Tables:
        dirty = own | affected.files("bases")
        if dirty:
            with self.asked(tables) as evaluator:
                said = self._ask("bases", dirty, evaluator, partial(self._bases, evaluator))
            touched = set[int]()
            for file, found in said.items():
                touched |= self.below.bases.put(file, found)
            affected.changed(self.below.follow(touched))
        tables = copy(tables)
        tables.subclasses = self.below.subclasses
        return tables

    def _say(self, stage: str, tables: Tables, affected: Affected) -> Tables:
        affected.changed(differing(self.notes.get(stage, {}), tables.notes))
        self.notes[stage] = tables.notes
        return tables

    def _ask(
        self, what: str, dirty: set[int], evaluator: Evaluator, compute: Callable[[int], list[T]], more: bool = False
    ) -> dict[int, list[T]]:
        """Ask files again. `more`: what was asked before in this update is part of the same pieces."""
        record = self.record
        answers: dict[int, list[T]] = {}
        for file in in_order(self.program, dirty):
            evaluator.queries.begin()
            piece = Piece(what, file)
            if record is not None and not more:
                record.drop(piece)
            outer = record.begin() if record is not None else []
            empty: list[T] = []
            answers[file] = evaluator.attempt(Task(what, file), partial(compute, file), empty)
            if record is not None:
                record.end_piece(piece, outer)
        return answers

    def _extensions(self, own: set[int], extending: set[int], affected: Affected) -> Tables:
        if not extending and not self.variables and not self.targets:
            return Tables()
        dirty = own | affected.files("variables")
        if dirty:
            with self.asked(Tables()) as evaluator:
                _replace(self.variables, self._ask("variables", dirty, evaluator, evaluator.classes.variables))
        tables = self.builder.extended(Stage(self.variables, {}))
        self._say("variables", tables, affected)
        last: dict[int, list[Extended]] | None = None
        for number in range(MAX_PASSES):
            dirty = own | affected.files("targets")
            before = self.targets[min(number, len(self.targets) - 1)] if self.targets else {}
            targets = {file: found for file, found in before.items() if file not in dirty}
            if dirty:
                with self.asked(tables) as evaluator:
                    said = self._ask("targets", dirty, evaluator, evaluator.classes.targets, number > 0)
                _replace(targets, said)
            if number < len(self.targets):
                self.targets[number] = targets
            else:
                self.targets.append(targets)
            if targets == last:
                del self.targets[number + 1 :]
                break
            tables = self.builder.extended(Stage(self.variables, targets))
            self._say(f"targets {number}", tables, affected)
            last = targets
        return tables

    def _bases(self, evaluator: Evaluator, file: int) -> list[tuple[int, int]]:
        offset, queries = self.program.offsets[file], evaluator.queries
        found: list[tuple[int, int]] = []
        for local, symbol in enumerate(self.program.files[file].symbols if file < self.program.tree else ()):
            if is_class(symbol):
                queries.begin()
                bases = evaluator.attempt(
                    Task("class", file, local), partial(self._find_bases, evaluator, offset + local), ()
                )
                found.extend((base, offset + local) for base in bases)
        found.extend((interface, member) for member, interface in implemented(evaluator, file))
        return found

    def _find_bases(self, evaluator: Evaluator, gid: int) -> tuple[int, ...]:
        return tuple(base for base, _ in evaluator.classes.bases(gid)[0])

    def move(self, moved: Mapping[int, int], files: set[int]) -> None:
        """Graph ids of symbols in `files` have changed."""
        at = moved.get
        self.variables = {
            file: [((at(k[0], k[0]), k[1]), move_value((atom,), moved)[0], bound) for k, atom, bound in found]
            for file, found in self.variables.items()
        }
        self.targets = [
            {
                file: [(n, gid if isinstance(gid, str) else at(gid, gid), grows) for n, gid, grows in found]
                for file, found in targets.items()
            }
            for targets in self.targets
        ]
        self.below.move(moved, files)
        for written in self.written:
            written.move(moved, files)
        self.moved.update(moved, moved.values())  # symbols of another file may stand where these stood


def _replace(outcomes: dict[int, list[T]], answers: Mapping[int, list[T]]) -> None:
    for file, found in answers.items():
        if found:
            outcomes[file] = found
        else:
            outcomes.pop(file, None)


def move_value(value: Value, moved: Mapping[int, int]) -> Value:
    """A value whose graph ids have changed."""

    def inside(values: Iterable[Value]) -> tuple[Value, ...]:
        return tuple(move_value(each, moved) for each in values)

    result: list[Atom] = []
    for atom in value:
        tag = atom[0]
        if tag in (MO, EX, EI):
            result.append(atom)
        elif tag == FN:
            receiver = None if atom[2] is None else move_value((atom[2],), moved)[0]
            result.append((FN, moved.get(atom[1], atom[1]), receiver))
        elif tag in (CL, IN, LI):
            result.append((tag, moved.get(atom[1], atom[1]), inside(atom[2])))
        elif tag == FT:
            result.append((FT, inside(atom[1]), move_value(atom[2], moved)))
        elif tag == TU:
            result.append((TU, inside(atom[1])))
        elif tag == DI:
            items = tuple((text, move_value(each, moved)) for text, each in atom[2])
            result.append((DI, moved.get(atom[1], atom[1]), items, move_value(atom[3], moved)))
        elif tag == SU:
            result.append((SU, moved.get(atom[1], atom[1]), move_value((atom[2],), moved)[0]))
        elif tag in (ST, SC, NS, TV, LV):
            result.append((tag, moved.get(atom[1], atom[1]), *atom[2:]))
        else:
            result.append(atom)
    return tuple(result)
