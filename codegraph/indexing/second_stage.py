"""The second stage of an index: text search and vectors.

The first stage (`pipeline`) publishes a generation with symbols and edges. This stage makes the next generation out of
it, which has the same symbols and edges, and publishes that one. A run that is killed in between leaves the first one,
which answers by names until the next `codegraph index` runs this stage again. If the work is small both stages are
published at once.

`STEPS` is the list of steps. A further step, such as recording dependencies, is a function of a `SecondStage`:

- It writes its files into `stage.building.path`. `stage.structure` is the folder of the generation with symbols and
  edges, `stage.outcomes` are the parse results of all files, by path. The database may be changed by
  `store.text.change_database`; other processes read none of it yet.
- The failure of an optional part is reported by a line in `stage.warnings`, and the part left out. An error that is
  raised (OSError, StorageError) ends the stage and leaves the last generation.
- Work that takes long is better done by the other process while the first stage resolves, see `background_build`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from codegraph.embed.encoder_choice import build_encoder
from codegraph.errors import EncoderError
from codegraph.indexing.background_build import BackgroundBuild, BuiltText
from codegraph.indexing.parse_pool import ParsedFile, decode_symbols
from codegraph.indexing.parse_results import (
    build_name_links,
    decode_file_chunks,
    describe_missing_vectors,
    list_derived_paths,
)
from codegraph.scan.file_listing import Candidate
from codegraph.settings.config import Config
from codegraph.store.dependencies import move_dependencies, share_dependencies
from codegraph.store.generation_text import (
    FileText,
    StoredSymbols,
    Text,
    build_rows,
    change_database,
    invert,
    mark_complete,
    write_text,
)
from codegraph.store.layout import DATABASE
from codegraph.store.writer import Building
from codegraph_parsers.file_facts import FileStatus

if TYPE_CHECKING:
    from codegraph.graph_model import FileChunks
    from codegraph.indexing.embed_stage import Embedded

STAGED_FROM: Final = 1_000_000
"""Bytes of files from which on symbols and edges are published first: what follows takes longer than publishing."""


@dataclass(slots=True)
class SecondStage:
    """The state that the steps share.

    `cut` adds chunks to the outcomes of files; `background` may have built the text meanwhile. `previous` is the folder
    of the generation whose vectors are reused if the text is the same.
    """

    root: Path
    config: Config
    outcomes: dict[str, ParsedFile]
    building: Building
    structure: Path
    previous: Path | None
    cut: Callable[[Sequence[Candidate]], None]
    progress: Callable[[int, int], None]
    warnings: list[str]
    uncut: Sequence[Candidate] = ()
    background: BackgroundBuild | None = None
    dependencies: Path | None = None
    built: BuiltText | None = None
    _chunks: Mapping[str, FileChunks] | None = None

    def run(self) -> None:
        """Run all steps, and note that the generation is complete.

        Raises OSError, StorageError, sqlite3.Error."""
        began = time.perf_counter()
        self.built = self.background.wait_for_text(self.progress) if self.background is not None else None
        if self.built is None:
            self.cut(self.uncut)
        else:
            self.warnings += self.built.warnings
        for step in STEPS:
            step(self)
        with change_database(self.building.path) as connection:
            mark_complete(connection, self.building.number, time.perf_counter() - began)

    @property
    def chunks(self) -> Mapping[str, FileChunks]:
        """Chunks of all files, by path."""
        if self._chunks is None:
            self._chunks = decode_file_chunks(self.outcomes)
        return self._chunks


def add_text(stage: SecondStage) -> None:
    """Add chunks, their terms, and links by names."""
    text = stage.built.text if stage.built is not None else _build_text(stage)
    write_text(stage.building.path, stage.building.number, stage.structure, text)


def add_vectors(stage: SecondStage) -> None:
    """Add the vectors of chunks, if they are wanted and can be made."""
    if stage.built is not None and stage.background is not None:
        stage.background.attach_vectors(stage.building.path)
        return
    embedded = embed(stage)
    if embedded is not None:
        embedded.attach(stage.building.path)


def add_dependencies(stage: SecondStage) -> None:
    """Add the dependencies of the edges, which the first stage wrote."""
    if stage.dependencies is not None:
        move_dependencies(stage.dependencies, stage.building.path)
    elif stage.structure != stage.building.path:
        share_dependencies(stage.structure, stage.building.path)


STEPS: Final[tuple[Callable[[SecondStage], None], ...]] = (add_text, add_vectors, add_dependencies)


def embed(stage: SecondStage) -> Embedded | None:
    """Make the vectors of all chunks.

    None when none are wanted or their encoder fails, which is a warning."""
    config = stage.config
    if not config.vectors:
        return None
    from codegraph.indexing.embed_stage import embed_chunks, load_last_vectors  # numpy

    try:
        return embed_chunks(
            stage.root,
            stage.chunks,
            build_encoder(config),
            load_last_vectors(stage.previous) if stage.previous else None,
            max_bytes=config.max_source_bytes,
            left_out=list_derived_paths(stage.outcomes),
            progress=stage.progress,
        )
    except EncoderError as error:
        stage.warnings.append(describe_missing_vectors(error.message, error.hint))
        return None


def is_staged(candidates: Sequence[Candidate]) -> bool:
    """Return whether symbols and edges of these files are published before the rest."""
    return sum(candidate.size for candidate in candidates) >= STAGED_FROM


def list_uncut(candidates: Sequence[Candidate], outcomes: Mapping[str, ParsedFile]) -> list[Candidate]:
    """Return the files that are to be cut into chunks and are not yet."""
    return [c for c in candidates if _is_uncut(outcomes[c.path])]


def _is_uncut(parsed: ParsedFile) -> bool:
    return not parsed.chunks and (parsed.entry is not None or parsed.status is FileStatus.TEXT)


def _build_text(stage: SecondStage) -> Text:
    stored = StoredSymbols(stage.building.path / DATABASE)
    chunks = stage.chunks
    rows, counts = build_rows(
        FileText(stored.get_file(place), _assign_ids(stored, place, stage.outcomes.get(path)), chunks.get(path))
        for place, path in stored.list_files()
    )
    terms = invert(chunks[path] for path in sorted(chunks))
    return Text(rows, counts, terms, build_name_links(chunks, stage.outcomes))


def _assign_ids(stored: StoredSymbols, place: int, parsed: ParsedFile | None) -> Sequence[int]:
    facts = decode_symbols(parsed) if parsed is not None and parsed.chunks else None
    return stored.assign_ids(place, facts.symbols) if facts is not None else ()
