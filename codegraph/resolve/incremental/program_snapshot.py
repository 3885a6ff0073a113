"""A resident program as data on disk, with which another process continues.

There are two layers. The base is written once, after a whole run, as named arrays that are mapped when they are read:
the dependency graph, and tables by file or by function of which a row is decoded when it is asked for. The layer above
it is small and is written after every edit: it holds all differences from the base.
"""

from __future__ import annotations

import marshal
from array import array
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from codegraph.graph_model import EdgeKind, External, Resolution
from codegraph.resolve.calls.argument_flow import MAX_LEVEL, PassedValue
from codegraph.resolve.edges.attribute_writes import AttributeWrite
from codegraph.resolve.endpoints.endpoint_rows import decode_rows, encode_rows
from codegraph.resolve.faults import Pulse
from codegraph.resolve.incremental.dependency_graph import PIECES, Base, Layer, Piece, Recorder, pack_graph
from codegraph.resolve.incremental.emission import Emission, Row
from codegraph.resolve.incremental.lazy_facts import LazyFacts
from codegraph.resolve.incremental.mapped_table import (
    Changes,
    Columns,
    Decode,
    Encode,
    MappedTable,
    Measure,
    dump_row,
    pack_rows,
)
from codegraph.resolve.incremental.reads import RecordedReads
from codegraph.resolve.incremental.summaries import Bindings, FileSummary, Overview, View
from codegraph.resolve.program.extension_tables import LISTED, NAMED, SINGLE, UNITED, Entry
from codegraph.resolve.program.program import Layout, Program
from codegraph.resolve.stages import Stages
from codegraph.resolve.types.abstract_values import EVERYTHING, decode_value, encode_value
from codegraph_parsers import facts_codec
from codegraph_parsers.collection import ClassHeritage, ClassSets, Collector
from codegraph_parsers.file_facts import Condition, FileFacts

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT: Final = 12
"""Of the arrays and of the layer; another one is not read."""

Arrays = dict[str, "NDArray[Any]"]

KINDS: Final[dict[str, str]] = {
    "counts": "<i8", "keys": "<i8", "pieces": "<i8", "piece_columns": "<i4", "reads": "<i4", "starts": "<i4",
    "readers": "<i4", "listed": "u1", "layout": "u1", "stages": "u1", "preludes": "u1", "classes": "u1",
}  # fmt: skip
"""Arrays that are not of a table, and their types."""


class SnapshotError(Exception):
    """Failure to read a snapshot that is inconsistent, or of another format."""


class _Codec(NamedTuple):
    """The encoding of a table's rows; `measure` is that of `MappedTable`."""

    encode: Encode
    decode: Decode
    measure: Measure | None = None


def encode_passed(passed: PassedValue) -> object:
    return (encode_value(passed.value), *passed[1:])


def decode_passed(row: tuple[Any, ...]) -> PassedValue:
    passed = PassedValue(decode_value(row[0]), *row[1:])
    return passed._replace(rests=EVERYTHING) if passed.rests == EVERYTHING else passed


def _encode_edge(row: Row) -> object:
    source, target, kind, how, lines = row
    return source, target if isinstance(target, int) else tuple(target), kind.value, how.value, lines


def _decode_edge(row: tuple[Any, ...]) -> Row:
    source, target, kind, how, lines = row
    return source, target if isinstance(target, int) else External(*target), EdgeKind(kind), Resolution(how), lines


def _encode_summary(summary: FileSummary) -> object:
    heritage = tuple(tuple(each) for each in summary.heritage)
    view = None if summary.view is None else tuple(summary.view)
    return (*summary[:-2], heritage, view)


def _decode_summary(row: tuple[Any, ...]) -> FileSummary:
    heritage, view = row[-2:]
    found = FileSummary._make(row)
    return found._replace(
        heritage=tuple(ClassHeritage(*each) for each in heritage), view=None if view is None else View(*view)
    )


def _keep(row: Any) -> Any:
    return row


def _encode_by_position(row: dict[Any, PassedValue]) -> object:
    return {key: encode_passed(passed) for key, passed in row.items()}


def _decode_by_position(row: dict[Any, tuple[Any, ...]]) -> dict[Any, PassedValue]:
    return {key: decode_passed(passed) for key, passed in row.items()}


def _encode_mentions(row: set[tuple[int, Piece]]) -> object:
    rows = sorted((level, PIECES.index(what), at, position, file) for level, (what, at, position, file) in row)
    return array("i", chain.from_iterable(rows)).tobytes()


def _decode_mentions(row: bytes) -> set[tuple[int, Piece]]:
    numbers = iter(_read_integers(row))
    columns = zip(numbers, numbers, numbers, numbers, numbers, strict=True)
    return {(level, Piece(PIECES[what], at, position, file)) for level, what, at, position, file in columns}


def _encode_abroad(row: dict[int, list[Row]]) -> object:
    return {file: list(map(_encode_edge, rows)) for file, rows in row.items()}


def _decode_abroad(row: dict[int, list[tuple[Any, ...]]]) -> dict[int, list[Row]]:
    return {file: list(map(_decode_edge, rows)) for file, rows in row.items()}


_PLAIN: Final = _Codec(_keep, _keep)
_BY_POSITION: Final = _Codec(_encode_by_position, _decode_by_position)

_SATISFACTIONS: Final = ("types", "interfaces", "fitting", "implementers", "satisfied", "methods")
"""Tables of `Satisfactions`, by their attributes."""

TABLES: Final[dict[str, _Codec]] = {
    **{f"calls{level}": _PLAIN for level in range(MAX_LEVEL + 1)},
    **{f"passed{level}": _BY_POSITION for level in range(MAX_LEVEL + 1)},
    **{f"parts{level}": _BY_POSITION for level in range(MAX_LEVEL + 1)},
    "mentions": _Codec(_encode_mentions, _decode_mentions, len),  # pieces are only added
    "made": _PLAIN,
    "abroad": _Codec(_encode_abroad, _decode_abroad),
    "routes": _Codec(encode_rows, decode_rows),
    **dict.fromkeys(_SATISFACTIONS, _PLAIN),
    "includes": _PLAIN,
    "included": _PLAIN,
    "outside": _PLAIN,
    "summaries": _Codec(_encode_summary, _decode_summary),
    "imports": _PLAIN,
    "bindings": _Codec(tuple, Bindings._make),
}
"""Encodings of the rows of each table."""


def list_kinds() -> dict[str, str]:
    """Return the types of all arrays of a base, by name."""
    kinds = dict(KINDS)
    for name in TABLES:
        kinds |= {f"{name}.keys": "<i8", f"{name}.starts": "<i8", f"{name}.data": "u1"}
    return kinds


@dataclass(slots=True)
class Parts:
    """The objects of a resident program that are kept."""

    program: Program
    record: Recorder
    stages: Stages
    emission: Emission
    manifests: Mapping[str, str]


def _list_tables(parts: Parts) -> dict[str, MutableMapping[int, Any]]:
    emission, program = parts.emission, parts.program
    levels = range(MAX_LEVEL + 1)
    return {
        **{f"calls{n}": emission.calls[n] for n in levels},
        **{f"passed{n}": emission.passed[n] for n in levels},
        **{f"parts{n}": emission.parts[n] for n in levels},
        "mentions": emission.mentions, "made": emission.made, "abroad": emission.abroad,
        "routes": emission.routes,
        **{name: getattr(emission.satisfactions, name) for name in _SATISFACTIONS},
        "includes": emission.includes, "included": emission.included,
        "outside": emission.outside, "summaries": program.summaries, "imports": program.imports,
        "bindings": program.bindings,
    }  # fmt: skip


# ---- the base


def make_base(parts: Parts) -> Arrays:
    """Return a program that was just made as arrays, and leave it usable."""
    import numpy as np

    program = parts.program
    for file in program.order:
        program.summarize(file)
        program.list_imports(file)
        program.bind(file)
    arrays: Arrays = dict(pack_graph(parts.record))
    for name, table in _list_tables(parts).items():
        encode = TABLES[name].encode
        columns = pack_rows({key: dump_row(encode(row)) for key, row in table.items()})
        arrays |= {f"{name}.{column}": values for column, values in columns._asdict().items()}
    preludes = [
        (f.path, f.language, f.package, f.condition, facts_codec.encode(f)) for f in program.files[program.tree :]
    ]
    for name, data in (
        ("layout", dump_row(_encode_layout(program.lay_out()))),
        ("stages", _dump_stages(parts)),
        ("preludes", dump_row(preludes)),
        ("classes", dump_row(tuple(program.collector.list_classes()))),
    ):
        arrays[name] = np.frombuffer(data, dtype=np.uint8)
    return arrays


def _encode_layout(layout: Layout) -> object:
    return (
        FORMAT, layout.tree, list(layout.languages), dict(layout.prelude_of), array("i", layout.offsets).tobytes(),
        array("i", layout.sizes).tobytes(), layout.marks, layout.spare, layout.end, layout.owners.tobytes(),
    )  # fmt: skip


def _decode_layout(row: tuple[Any, ...]) -> Layout:
    version, tree, languages, prelude_of, offsets, sizes, marks, spare, end, owners = row
    if version != FORMAT:
        raise SnapshotError(f"format {version}")
    return Layout(
        tree, languages, prelude_of, _read_integers(offsets).tolist(), _read_integers(sizes).tolist(), marks, spare,
        end, _read_integers(owners),
    )  # fmt: skip


def _read_integers(data: bytes) -> array[int]:
    found = array("i")
    found.frombytes(data)
    return found


def _dump_stages(parts: Parts) -> bytes:
    """Encode the outcomes of all stages.

    Those kept next to the tables of emission are stored with them.
    """
    stages, emission = parts.stages, parts.emission
    return dump_row(
        (
            [getattr(stages.parameters, name) for name in _PARAMETERS], _dump_entries(stages.parameters.by_file),
            {name: getattr(stages.extensions.tables, name) for name in _EXTENSIONS}, stages.extensions.notes,
            _dump_entries(stages.extensions.given.by_file), list(map(_dump_entries, stages.further)),
            stages.below.bases.by_file, stages.below.subclasses, stages.below.said,
            [
                ({file: list(map(tuple, said)) for file, said in w.given.by_file.items()}, w.added, w.stored, w.said)
                for w in stages.written
            ],
            emission.packages, dict(parts.manifests),
        )
    )  # fmt: skip


_PARAMETERS: Final = (*UNITED, "notes")
_EXTENSIONS: Final = (*NAMED, *LISTED, *SINGLE)


def _dump_entries(by_file: Mapping[int, list[Entry]]) -> object:
    return {file: list(map(tuple, entries)) for file, entries in by_file.items()}


def _load_entries(row: Mapping[int, list[tuple[Any, ...]]]) -> dict[int, list[Entry]]:
    return {file: list(map(Entry._make, entries)) for file, entries in row.items()}


def _load_stages(row: tuple[Any, ...], parts: Parts) -> None:
    """Load the outcomes of all stages into a program."""
    stages, emission = parts.stages, parts.emission
    (
        parameters, united, extensions, stages.extensions.notes, given, further, bases, stages.below.subclasses,
        stages.below.said, written, emission.packages, _,
    ) = row  # fmt: skip
    for name, value in zip(_PARAMETERS, parameters, strict=True):
        setattr(stages.parameters, name, value)
    stages.parameters.by_file, stages.further = _load_entries(united), list(map(_load_entries, further))
    for name, value in extensions.items():
        setattr(stages.extensions.tables, name, value)
    for file, said in _load_entries(given).items():
        stages.extensions.given.put(file, said)
    for file, said in bases.items():
        stages.below.bases.put(file, said)
    for each, (by_file, added, stored, said) in zip(stages.written, written, strict=True):
        for file, found in by_file.items():
            each.given.put(file, [AttributeWrite(*one) for one in found])
        each.added, each.stored, each.said = added, stored, said


# ---- the layer


def make_layer(parts: Parts, arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return the differences of a program from the base that it was restored from."""
    program = parts.program
    places = {
        at: (
            program.files[at].path, program.offsets[at], program.sizes[at],
            bytes(program.marks[program.offsets[at] : program.offsets[at] + program.sizes[at]]),
            array("i", program.list_owners()[program.offsets[at] : program.offsets[at] + program.sizes[at]]).tobytes(),
        )
        for at in sorted(program.edited)
    }  # fmt: skip
    for at in program.edited:
        if program.files[at].path:
            program.summarize(at)
            program.list_imports(at)
            program.bind(at)
        else:
            program.summaries.pop(at, None)
            program.imports.pop(at, None)
            program.bindings.pop(at, None)
    tables: dict[str, Changes] = {}
    for name, table in _list_tables(parts).items():
        if isinstance(table, MappedTable):
            tables[name] = table.list_changes()
    encoded = {"stages": _dump_stages(parts), "classes": dump_row(tuple(program.collector.list_classes()))}
    changed = {name: data for name, data in encoded.items() if data != arrays[name].tobytes()}
    return marshal.dumps((FORMAT, places, program.spare, tables, changed, tuple(parts.record.make_layer())), 2)


# ---- opening


LoadFile = Callable[[FileSummary], FileFacts]
"""Returns the facts of a file of the tree, which may decode their sections on demand."""


def open_snapshot(arrays: Mapping[str, NDArray[Any]], layer: bytes, load: LoadFile, pulse: Pulse | None) -> Parts:
    """Restore the parts of a program from a snapshot.

    `layer` is empty where nothing was edited since. Raises SnapshotError where the arrays or the layer are not what
    this version writes.
    """
    try:
        return _open(arrays, layer, load, pulse)
    except (KeyError, ValueError, TypeError, EOFError, IndexError) as error:
        raise SnapshotError(f"{type(error).__name__}: {error}") from error


def _open(arrays: Mapping[str, NDArray[Any]], layer: bytes, load: LoadFile, pulse: Pulse | None) -> Parts:
    layout = _decode_layout(marshal.loads(arrays["layout"].tobytes()))
    places: dict[int, tuple[str, int, int, bytes, bytes]] = {}
    changes: dict[str, Changes] = {}
    record_layer, changed = None, dict[str, bytes]()
    if layer:
        version, places, spare, changes, changed, row = marshal.loads(layer)
        if version != FORMAT:
            raise SnapshotError(f"format {version}")
        layout = _patch_layout(layout, places, spare)
        record_layer = Layer(*row)
    tables = {
        name: MappedTable[Any](
            Columns(*(arrays[f"{name}.{column}"] for column in Columns._fields)), changes.get(name, {}), *TABLES[name]
        )
        for name in TABLES
    }
    stages_row, classes = (
        marshal.loads(changed[name] if name in changed else arrays[name].tobytes()) for name in ("stages", "classes")
    )
    program = _open_program(arrays, layout, tables, (stages_row[-1], ClassSets(*classes)), load, pulse)
    program.edited = set(places)
    base = Base(arrays, lambda: marshal.loads(arrays["listed"].tobytes()))
    record = Recorder(list(range(len(layout.marks))), base, record_layer)
    program.record, program.reads = record, RecordedReads(record)
    stages = Stages(program, record)
    emission = Emission(program, record, stages)
    levels = range(MAX_LEVEL + 1)
    emission.calls = [tables[f"calls{n}"] for n in levels]
    emission.passed = [tables[f"passed{n}"] for n in levels]
    emission.parts = [tables[f"parts{n}"] for n in levels]
    emission.mentions, emission.made = tables["mentions"], tables["made"]
    emission.abroad, emission.outside = tables["abroad"], tables["outside"]
    emission.routes = tables["routes"]
    for name in _SATISFACTIONS:
        setattr(emission.satisfactions, name, tables[name])
    emission.includes, emission.included = tables["includes"], tables["included"]
    parts = Parts(program, record, stages, emission, stages_row[-1])
    _load_stages(stages_row, parts)
    return parts


def _patch_layout(layout: Layout, places: Mapping[int, tuple[str, int, int, bytes, bytes]], spare: int) -> Layout:
    marks, owners = bytearray(layout.marks), layout.owners[:]
    for at, (_, offset, size, own_marks, own_owners) in places.items():
        layout.offsets[at], layout.sizes[at] = offset, size
        marks[offset : offset + size] = own_marks
        owners[offset : offset + size] = _read_integers(own_owners)
    return layout._replace(marks=bytes(marks), owners=owners, spare=spare)


class _StoredHeritage(Mapping[str, Sequence[ClassHeritage]]):
    """Classes by file, of encoded summaries."""

    def __init__(self, rows: Mapping[str, Sequence[tuple[Any, ...]]]) -> None:
        self._rows = rows

    def __getitem__(self, path: str) -> Sequence[ClassHeritage]:
        return tuple(ClassHeritage(*each) for each in self._rows[path])

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


_HERITAGE, _VIEW, _FLAGS = map(FileSummary._fields.index, ("heritage", "view", "flags"))


def _open_program(
    arrays: Mapping[str, NDArray[Any]], layout: Layout, tables: Mapping[str, MappedTable[Any]],
    about: tuple[Mapping[str, str], ClassSets], load: LoadFile, pulse: Pulse | None,
) -> Program:  # fmt: skip
    manifests, classes = about
    rows: dict[int, tuple[Any, ...]] = tables["summaries"].load_encoded()
    heritage = {row[0]: row[_HERITAGE] for at, row in rows.items() if row[_HERITAGE] and at < layout.tree}
    collector = Collector.restore(_StoredHeritage(heritage), manifests, classes)
    summaries: MutableMapping[int, FileSummary] = tables["summaries"]

    def load_file(at: int) -> FileFacts:
        return load(summaries[at])

    files: list[FileFacts] = [FileFacts("", "", "")] * layout.tree
    overviews: dict[int, Overview] = {}
    for at, row in rows.items():
        path, language, package, condition = row[:4]
        view = row[_VIEW]
        overviews[at] = Overview(path, language, package, condition, row[_FLAGS], None if view is None else View(*view))
        if at < layout.tree:
            files[at] = LazyFacts(path, language, package, condition, load_file, at, collector.mark)
    preludes: list[tuple[str, str, str, Condition, bytes]] = marshal.loads(arrays["preludes"].tobytes())

    def load_prelude(at: int) -> FileFacts:
        return facts_codec.decode_lazily(preludes[at][-1])

    for at, (path, language, package, condition, _) in enumerate(preludes):
        files.append(LazyFacts(path, language, package, condition, load_prelude, at))
    paths = sorted(overview.path for at, overview in overviews.items() if at < layout.tree)
    return Program.restore(
        files, layout, overviews, summaries, tables["imports"], tables["bindings"], collector, manifests, paths, pulse
    )
