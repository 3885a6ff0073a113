"""Stages by which symbols are extended from outside their files.

Every stage is evaluated whole before it is applied, so that nothing depends on the order of files. From edit to edit
only files that may give something else are asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from copy import copy
from functools import partial
from typing import Any, TypeVar

from codegraph.resolve.edges.attribute_writes import PASSES, given
from codegraph.resolve.evaluator import Evaluator
from codegraph.resolve.faults import Task
from codegraph.resolve.incremental.dependency_graph import Key, Piece, Recorder
from codegraph.resolve.incremental.item_digests import Digester, symbol_keys
from codegraph.resolve.program.contributions import Below, Written, in_order
from codegraph.resolve.program.extension_tables import (
    UNITED,
    Describer,
    Entry,
    Extensions,
    Parameters,
    Tables,
    move_entries,
)
from codegraph.resolve.program.program import Program, is_class
from codegraph.resolve.recursion import take_apart
from codegraph.resolve.types.mro import MAX_PASSES
from codegraph.resolve.types.overriding import implemented

T = TypeVar("T")


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
            # Members from outside are read by their names alone.
            items = map(self.record.find_item, (key if key[0] != "added" else (key[0], key[2]) for key in keys))
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
        self.tables = Tables()
        self.moved: set[int] = set()  # graph ids that symbols have left, or have got, since
        self.digesters: dict[int, Digester] = {}
        self.hashes: dict[int, dict[int, int]] = {}  # file → expression → hash
        items = record.items if record is not None else range(len(program.file_of))
        noting = record is not None
        self.items = items
        self.describer = Describer(program, items, self.said)
        self.parameters = Parameters(program, items, noting=noting)
        self.extensions = Extensions(program, items, noting=noting)
        self.further: list[dict[int, list[Entry]]] = []  # by pass after the first: files that say something else in it
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
        tables, touched = self._extend(own, affected)
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
            outer = record.begin_piece(piece) if record is not None else -1
            empty: list[T] = []
            answers[file] = evaluator.attempt(Task(what, file), partial(compute, file), empty)
            if record is not None:
                record.end_piece(outer)
        return answers

    def _extend(self, own: set[int], affected: Affected) -> tuple[Tables, set[int]]:
        """Attach extensions, in passes until no further one attaches anything else.

        Returns the tables, and the symbols that may have other members now."""
        program, parameters, extensions = self.program, self.parameters, self.extensions
        is_known = parameters.by_file or extensions.given.by_file or self.further
        asked = own | affected.files("variables") | affected.files("targets")
        if not is_known and not any(map(program.has_extensions, asked)):
            return Tables(), set()
        before = [self._make_pass(self.further[: number + 1]) for number in range(len(self.further))]
        dirty = own | affected.files("variables")
        for file, found in self._ask_extending("variables", dirty, Tables(), self._describe_variables).items():
            parameters.put(file, found)
        affected.changed(parameters.follow())
        dirty, touched = own | affected.files("targets"), set[Any](self.moved)
        tables = self._unite(Tables())
        for file, found in self._ask_extending("targets", dirty, tables, self._describe_targets).items():
            touched |= extensions.given.put(file, found)
        changed = extensions.follow(touched)
        affected.changed(changed)
        made, further = [extensions], list[dict[int, list[Entry]]]()

        def compare(number: int) -> set[Key]:
            """Return the keys of what readers could notice of a pass, against the same pass of the last update."""
            after = made[min(number, len(made) - 1)]
            if before:
                return before[min(number, len(before)) - 1].tell_apart(after)
            return changed | extensions.tell_apart(after)

        for number in range(1, MAX_PASSES):
            dirty, tables = own | affected.files("targets"), self._unite(made[-1].tables)
            differing = dict(self.further[number - 1]) if number <= len(self.further) else {}
            for file, found in self._ask_extending("targets", dirty, tables, self._describe_targets, more=True).items():
                differing[file] = found
                if found == self._list_entries(file, further):
                    del differing[file]
            if not differing:
                break
            further.append(differing)
            made.append(self._make_pass(further))
            affected.changed(compare(number))
        for number in range(len(made), len(before) + 1):
            affected.changed(compare(number))
        self.further = further
        old, new = (before or made)[-1 if before else 0].tables.added, made[-1].tables.added
        if old is not new:
            touched.update(gid for gid in {*old, *new} if old.get(gid) != new.get(gid))
        return self._unite(made[-1].tables), {owner for owner in touched if not isinstance(owner, str)}

    def _unite(self, tables: Tables) -> Tables:
        """Return tables with the type parameters that are united."""
        tables = copy(tables)
        for table in UNITED:
            setattr(tables, table, getattr(self.parameters, table))
        return tables

    def _list_entries(self, file: int, further: list[dict[int, list[Entry]]]) -> list[Entry]:
        """Return what the extensions of a file give after the first pass and further ones."""
        nothing: list[Entry] = []
        entries: list[Entry] = self.extensions.given.by_file.get(file, nothing)
        for differing in further:
            entries = differing.get(file, entries)
        return entries

    def _make_pass(self, further: list[dict[int, list[Entry]]]) -> Extensions:
        """Return the extensions after the first pass and further ones."""
        made = Extensions(self.program, self.items, noting=self.record is not None)
        by_file = dict(self.extensions.given.by_file)
        for differing in further:
            by_file.update(differing)
        touched: set[Any] = set()
        for file, found in by_file.items():
            touched |= made.given.put(file, found)
        made.follow(touched)
        return made

    def _ask_extending(
        self, what: str, dirty: set[int], tables: Tables, describe: Callable[[Evaluator, int], list[Entry]], *,
        more: bool = False,
    ) -> dict[int, list[Entry]]:  # fmt: skip
        """Ask those of some files that have extensions, with the tables of a stage.

        The others say nothing."""
        extending = {file for file in dirty if self.program.has_extensions(file)}
        answers: dict[int, list[Entry]] = {file: [] for file in dirty - extending}
        if extending:
            with self.asked(tables) as evaluator:
                answers |= self._ask(what, extending, evaluator, partial(describe, evaluator), more)
        return answers

    def _describe_variables(self, evaluator: Evaluator, file: int) -> list[Entry]:
        return self.describer.describe_variables(file, evaluator.classes.variables(file))

    def _describe_targets(self, evaluator: Evaluator, file: int) -> list[Entry]:
        return self.describer.describe_targets(file, evaluator.classes.targets(file))

    def _bases(self, evaluator: Evaluator, file: int) -> list[tuple[int, int]]:
        offset, queries = self.program.offsets[file], evaluator.queries
        found: list[tuple[int, int]] = []
        for local, symbol in enumerate(self.program.files[file].symbols if file < self.program.tree else ()):
            if is_class(symbol):
                queries.begin()
                none: tuple[int, ...] = ()
                find = partial(self._find_bases, evaluator, offset + local)
                bases = evaluator.attempt(Task("class", file, local), find, none)
                found.extend((base, offset + local) for base in bases)
        found.extend((interface, member) for member, interface in implemented(evaluator, file))
        return found

    def _find_bases(self, evaluator: Evaluator, gid: int) -> tuple[int, ...]:
        return tuple(base for base, _ in evaluator.classes.bases(gid)[0])

    def move(self, moved: Mapping[int, int], files: set[int]) -> None:
        """Graph ids of symbols in `files` have changed."""
        self.parameters.move(moved)
        self.extensions.move(moved, files)
        self.further = [move_entries(differing, moved) for differing in self.further]
        self.below.move(moved, files)
        for written in self.written:
            written.move(moved, files)
        self.moved.update(moved, moved.values())  # symbols of another file may stand where these stood
