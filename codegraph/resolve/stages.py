"""Stages by which files extend symbols of other files.

Every stage is evaluated as a whole before it is applied, so that nothing depends on the order of files. After an edit
only files that may contribute something else are asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from copy import copy
from functools import partial
from typing import Any, TypeVar

from codegraph.resolve.edges.attribute_writes import PASSES, collect_writes
from codegraph.resolve.edges.requesting_classes import list_requesting
from codegraph.resolve.evaluator import Evaluator
from codegraph.resolve.faults import Task
from codegraph.resolve.incremental.dependency_graph import Key, Piece, Recorder
from codegraph.resolve.incremental.item_digests import Digester, list_symbol_keys
from codegraph.resolve.program.contributions import SubclassTable, WritePass, sort_files
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
from codegraph.resolve.types.overriding import find_implementations

T = TypeVar("T")


class AffectedPieces:
    """Pieces of work that depend on something that has changed."""

    def __init__(self, record: Recorder | None, *, first: bool = False) -> None:
        """Start with no pieces.

        `first` says that nothing was done before, so that nothing can depend on a change.
        """
        self.record = record
        self.first = first
        self.replaced = first  # import rules are not those of before
        self.pieces: set[Piece] = set()

    def mark_changed(self, keys: Iterable[Key]) -> None:
        """Add the pieces that depend on changed items; unread items have none."""
        if self.record is not None and not self.first:
            # Members from outside are read by their names alone.
            items = map(self.record.find_item, (key if key[0] != "added" else (key[0], key[2]) for key in keys))
            self.add_dependents([item for item in items if item is not None])

    def add_dependents(self, items: list[int]) -> None:
        if items and not self.first and self.record is not None:
            self.pieces |= self.record.find_dependents(items)

    def list_files(self, what: str) -> set[int]:
        return {piece.at for piece in self.pieces if piece.what == what}


class Stages:
    """Outcomes of all stages, by file.

    Without a recorder they are made once.
    """

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
        self.describer = Describer(program, items, self.hash_expression)
        self.parameters = Parameters(program, items, noting=noting)
        self.extensions = Extensions(program, items, noting=noting)
        self.further: list[dict[int, list[Entry]]] = []  # by pass after the first: files that say something else in it
        self.below = SubclassTable(program, items, noting=noting)
        self.written = [WritePass(program, items, self.hash_expression, noting=noting) for _ in range(PASSES)]

    def get_digester(self, file: int) -> Digester:
        digester = self.digesters.get(file)
        if digester is None:
            facts = self.program.files[file]
            digester = self.digesters[file] = Digester(facts, list_symbol_keys(facts))
        return digester

    def hash_expression(self, file: int, expr: int) -> int:
        """Return the digest of an expression, 0 where nothing is compared."""
        if self.record is None:
            return 0
        hashes = self.hashes.setdefault(file, {})
        found = hashes.get(expr)
        if found is None:
            found = hashes[expr] = self.get_digester(file).hash_expression(expr)
        return found

    def make_evaluator(self, tables: Tables) -> Evaluator:
        """Build an evaluator that knows nothing but tables."""
        if self.record is not None:
            self.record.forget_answers()
        evaluator = Evaluator(self.program)
        tables.lend(evaluator)
        return evaluator

    @contextmanager
    def open_evaluator(self, tables: Tables) -> Generator[Evaluator]:
        """Provide an evaluator for one stage, and release it afterwards."""
        evaluator = self.make_evaluator(tables)
        yield evaluator
        take_apart(evaluator, self.program, self.record)

    def make(self) -> Tables:
        """Build the tables of a program whose files were never asked."""
        everything = {*self.program.order, *range(self.program.tree, len(self.program.files))}
        return self.update(everything, AffectedPieces(self.record, first=True))

    def update(self, own: set[int], affected: AffectedPieces) -> Tables:
        """Repeat what depends on a change, and return the tables for everything else.

        The files in `own` have other facts.
        """
        for file in own:
            self.digesters.pop(file, None)
            self.hashes.pop(file, None)
        tables, touched = self._extend(own, affected)
        touched |= self.moved
        self.moved.clear()
        tables = self._update_subclasses(own, tables, affected)
        for number, written in enumerate(self.written):
            dirty = own | affected.list_files("writes")
            if dirty:
                with self.open_evaluator(tables) as evaluator:
                    said = self._ask("writes", dirty, evaluator, partial(collect_writes, evaluator), number > 0)
                for file, found in said.items():
                    touched |= written.given.put(file, found)
            affected.mark_changed(written.follow(touched, tables.added, tables.stored))
            tables = copy(tables)
            tables.added, tables.stored = written.added, written.stored
        self.tables = tables
        return tables

    def _update_subclasses(self, own: set[int], tables: Tables, affected: AffectedPieces) -> Tables:
        dirty = own | affected.list_files("bases")
        if dirty:
            with self.open_evaluator(tables) as evaluator:
                said = self._ask("bases", dirty, evaluator, partial(self._describe_bases, evaluator))
            touched = set[int]()
            for file, found in said.items():
                touched |= self.below.bases.put(file, found)
            affected.mark_changed(self.below.follow(touched))
        tables = copy(tables)
        tables.subclasses = self.below.subclasses
        return tables

    def _ask(
        self, what: str, dirty: set[int], evaluator: Evaluator, compute: Callable[[int], list[T]], more: bool = False
    ) -> dict[int, list[T]]:
        """Ask files again.

        `more` says that the earlier questions of this update belong to the same pieces.
        """
        record = self.record
        answers: dict[int, list[T]] = {}
        for file in sort_files(self.program, dirty):
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

    def _extend(self, own: set[int], affected: AffectedPieces) -> tuple[Tables, set[int]]:
        """Attach extensions, in passes until a pass attaches nothing else.

        Returns the tables, and the symbols that may have other members now.
        """
        program, parameters, extensions = self.program, self.parameters, self.extensions
        is_known = parameters.by_file or extensions.given.by_file or self.further
        asked = own | affected.list_files("variables") | affected.list_files("targets")
        if not is_known and not any(map(program.has_extensions, asked)):
            return Tables(), set()
        before = [self._make_pass(self.further[: number + 1]) for number in range(len(self.further))]
        dirty = own | affected.list_files("variables")
        for file, found in self._ask_extending("variables", dirty, Tables(), self._describe_variables).items():
            parameters.put(file, found)
        affected.mark_changed(parameters.follow())
        dirty, touched = own | affected.list_files("targets"), set[Any](self.moved)
        tables = self._unite(Tables())
        for file, found in self._ask_extending("targets", dirty, tables, self._describe_targets).items():
            touched |= extensions.given.put(file, found)
        changed = extensions.follow(touched)
        affected.mark_changed(changed)
        made, further = [extensions], list[dict[int, list[Entry]]]()

        def compare(number: int) -> set[Key]:
            """Return the keys of what readers could notice of a pass, against the same pass of the last update."""
            after = made[min(number, len(made) - 1)]
            if before:
                return before[min(number, len(before)) - 1].tell_apart(after)
            return changed | extensions.tell_apart(after)

        for number in range(1, MAX_PASSES):
            dirty, tables = own | affected.list_files("targets"), self._unite(made[-1].tables)
            differing = dict(self.further[number - 1]) if number <= len(self.further) else {}
            for file, found in self._ask_extending("targets", dirty, tables, self._describe_targets, more=True).items():
                differing[file] = found
                if found == self._list_entries(file, further):
                    del differing[file]
            if not differing:
                break
            further.append(differing)
            made.append(self._make_pass(further))
            affected.mark_changed(compare(number))
        for number in range(len(made), len(before) + 1):
            affected.mark_changed(compare(number))
        self.further = further
        old, new = (before or made)[-1 if before else 0].tables.added, made[-1].tables.added
        if old is not new:
            touched.update(gid for gid in {*old, *new} if old.get(gid) != new.get(gid))
        return self._unite(made[-1].tables), {owner for owner in touched if not isinstance(owner, str)}

    def _unite(self, tables: Tables) -> Tables:
        """Return a copy of tables with the united type parameters."""
        tables = copy(tables)
        for table in UNITED:
            setattr(tables, table, getattr(self.parameters, table))
        return tables

    def _list_entries(self, file: int, further: list[dict[int, list[Entry]]]) -> list[Entry]:
        """Return the entries of a file after the first pass and further ones."""
        nothing: list[Entry] = []
        entries: list[Entry] = self.extensions.given.by_file.get(file, nothing)
        for differing in further:
            entries = differing.get(file, entries)
        return entries

    def _make_pass(self, further: list[dict[int, list[Entry]]]) -> Extensions:
        """Build the extensions after the first pass and further ones."""
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
        """Ask the files that have extensions, with the tables of a stage.

        The others contribute nothing.
        """
        extending = {file for file in dirty if self.program.has_extensions(file)}
        answers: dict[int, list[Entry]] = {file: [] for file in dirty - extending}
        if extending:
            with self.open_evaluator(tables) as evaluator:
                answers |= self._ask(what, extending, evaluator, partial(describe, evaluator), more)
        return answers

    def _describe_variables(self, evaluator: Evaluator, file: int) -> list[Entry]:
        return self.describer.describe_variables(file, evaluator.classes.list_extension_variables(file))

    def _describe_targets(self, evaluator: Evaluator, file: int) -> list[Entry]:
        return self.describer.describe_targets(file, evaluator.classes.list_extension_targets(file))

    def _describe_bases(self, evaluator: Evaluator, file: int) -> list[tuple[int, int]]:
        offset, queries = self.program.offsets[file], evaluator.queries
        found: list[tuple[int, int]] = []
        for local, symbol in enumerate(self.program.files[file].symbols if file < self.program.tree else ()):
            if is_class(symbol):
                queries.begin()
                none: tuple[int, ...] = ()
                find = partial(self._find_bases, evaluator, offset + local)
                bases = evaluator.attempt(Task("class", file, local), find, none)
                derived = evaluator.classes.find_whole(offset + local)
                found.extend((base, derived) for base in bases)
        found.extend((interface, member) for member, interface in find_implementations(evaluator, file))
        if file < self.program.tree:
            found.extend(dict.fromkeys(list_requesting(evaluator, file)))
        return found

    def _find_bases(self, evaluator: Evaluator, gid: int) -> tuple[int, ...]:
        return tuple(base for base, _ in evaluator.classes.find_bases(gid)[0])

    def move(self, moved: Mapping[int, int], files: set[int]) -> None:
        """Adapt everything to changed graph ids of symbols in `files`."""
        self.parameters.move(moved)
        self.extensions.move(moved, files)
        self.further = [move_entries(differing, moved) for differing in self.further]
        self.below.move(moved, files)
        for written in self.written:
            written.move(moved, files)
        self.moved.update(moved, moved.values())  # symbols of another file may stand where these stood
