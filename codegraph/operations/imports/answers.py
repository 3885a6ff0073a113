"""The answers about edges of other indexers."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class DocumentStatus(StrEnum):
    """Reasons for which a document of an imported index is left out."""

    OUTSIDE = "outside of the repository"
    UNKNOWN = "no file of the index"
    EMPTY = "no symbol in it is one of the index"


class LeftDocument(NamedTuple):
    """A document that was left out, and why."""

    path: str
    status: DocumentStatus


class ScipAnswer(NamedTuple):
    """Contents of an imported index.

    `unknown` are global symbols of it that no definition of the repository bears, such as those of libraries;
    `misnamed` are references left out, whose text is the name of another definition than the one they lead to.
    """

    source: str  # the indexer and its version
    documents: int
    definitions: int
    edges: int
    confirmed: int  # edges that the index has, too
    unknown: int
    misnamed: int
    left: tuple[LeftDocument, ...]  # the first of them
    left_total: int


class ImportedSource(NamedTuple):
    """An indexer whose edges are kept.

    `outdated` documents count no more, because their files changed.
    """

    source: str
    imported_at: float  # seconds since the epoch
    documents: int
    outdated: int
    edges: int


class SourcesAnswer(NamedTuple):
    sources: tuple[ImportedSource, ...]


class RemoveAnswer(NamedTuple):
    source: str
    removed: bool
