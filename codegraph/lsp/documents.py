"""Documents of an editor: addresses, unsaved text, and positions in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote_to_bytes, urlsplit
from urllib.request import url2pathname

from lsprotocol import types
from pygls.workspace import PositionCodec

from codegraph.lsp.line_map import LineMap
from codegraph.operations.occurrences import Span
from codegraph.query.index import Index
from codegraph.server.stdin_lines import replace_lone_surrogates
from codegraph_parsers.ids import from_printable_path, to_printable_path

_HOSTS: Final = frozenset(("", "localhost"))


def parse_uri(uri: str) -> Path | None:
    """Return the path of a file on this machine, None for any other address.

    Links are resolved."""
    try:
        parts = urlsplit(uri)
        path = url2pathname(parts.path) if sys.platform == "win32" else os.fsdecode(unquote_to_bytes(parts.path))
    except ValueError:  # unclosed brackets, and lone surrogates
        return None
    if parts.scheme != "file" or parts.netloc.lower() not in _HOSTS or "\0" in path or not os.path.isabs(path):
        return None
    return Path(os.path.realpath(path))


class OpenDocument(NamedTuple):
    """A document that an editor has open.

    Its address is as the editor writes it."""

    uri: str
    text: str


Documents = Mapping[Path, OpenDocument]


def repair_text(text: str) -> str:
    """Return a text with U+FFFD for each lone surrogate.

    JSON permits lone surrogates, and nothing else reads them."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return replace_lone_surrogates(text)
    return text


def split_lines(text: str) -> list[str]:
    """Return the lines of a text as the index counts them, without line ends."""
    return [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]


@dataclass
class EditedFile:
    """A file of an index as an editor has it."""

    index: Index
    path: str  # as the index prints it
    uri: str
    codec: PositionCodec
    text: str | None = None  # of the editor, None where the file is not open

    @cached_property
    def saved(self) -> list[str]:
        """Return the lines on disk, none where they cannot be read."""
        return [line.removesuffix("\r") for line in self.index.read_text_lines(self.path)]

    @cached_property
    def lines(self) -> list[str]:
        """Return the lines in the editor."""
        return self.saved if self.text is None else split_lines(self.text)

    @cached_property
    def line_map(self) -> LineMap:
        return LineMap(self.lines, self.saved)

    @property
    def is_edited(self) -> bool:
        """Return whether the editor has text that is not saved."""
        return self.text is not None and not self.line_map.is_identity

    def find_saved_place(self, position: types.Position) -> tuple[int, int] | None:
        """Return the saved line and column of a position in the editor.

        Both count from 0, columns in characters. Returns None for a line that is not saved, or does not exist."""
        if not 0 <= position.line < len(self.lines):
            return None
        line = self.line_map.find_saved(position.line)
        if line is None:
            return None
        return line, self._count_characters(self.lines[position.line], position.character)

    def _count_characters(self, line: str, units: int) -> int:
        """Convert a column in units of the client into one in characters."""
        if line.isascii():
            return min(max(0, units), len(line))
        taken = 0
        for count, character in enumerate(line):
            if taken >= units:
                return count
            taken += self.codec.client_num_units(character)
        return len(line)

    def build_range(self, span: Span) -> types.Range:
        """Return the range in the editor of a saved span.

        If its line was edited, the range is empty and near it."""
        line = self.line_map.find_edited(span.line)
        if line is None or line >= len(self.lines):
            near = types.Position(self.line_map.find_nearest_edited(span.line), 0)
            return types.Range(near, near)
        text = self.lines[line]
        start, end = (self.codec.client_num_units(text[:column]) for column in (span.start, span.end))
        return types.Range(types.Position(line, start), types.Position(line, end))

    def build_line_range(self, first: int, last: int) -> types.Range:
        """Return the range in the editor of whole saved lines, which count from 1."""
        start = self.line_map.find_nearest_edited(max(0, first - 1))
        end = max(start, self.line_map.find_nearest_edited(max(0, last - 1)))
        length = self.codec.client_num_units(self.lines[end]) if end < len(self.lines) else 0
        return types.Range(types.Position(start, 0), types.Position(end, length))

    def build_text_range(self, line: int) -> types.Range:
        """Return the range in the editor of a saved line, without its margins.

        Lines count from 1."""
        text = self.saved[line - 1] if 0 < line <= len(self.saved) else ""
        start = len(text) - len(text.lstrip())
        return self.build_range(Span(max(0, line - 1), start, max(start, len(text.rstrip()))))


@dataclass
class FileViews:
    """The files of one index as an editor has them; each is read once."""

    index: Index
    documents: Documents
    codec: PositionCodec
    _views: dict[str, EditedFile] = field(default_factory=dict[str, EditedFile])

    def get(self, path: str) -> EditedFile:
        found = self._views.get(path)
        if found is None:
            place = self.index.root / from_printable_path(path)
            document = self.documents.get(Path(os.path.realpath(place)))
            uri, text = (document.uri, document.text) if document is not None else (place.as_uri(), None)
            found = self._views[path] = EditedFile(self.index, path, uri, self.codec, text)
        return found

    def find_file(self, file: Path) -> EditedFile | None:
        """Return a file by its place on disk, None where it is outside of the work tree."""
        try:
            relative = file.relative_to(os.path.realpath(self.index.root))
        except ValueError:
            return None
        return self.get(to_printable_path(relative.as_posix()))
