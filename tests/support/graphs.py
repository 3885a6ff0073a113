"""Small graphs by hand, without parsing or resolving."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from codegraph.graph_model import Edge, EdgeKind, External, Graph, Resolution, Unresolved
from codegraph.store.layout import IndexFolder
from codegraph.store.reader import Reader
from codegraph.store.writer import RunInfo, StoredFile, commit
from codegraph_parsers.file_facts import FileFacts, FileStatus, Flag, Parameter, Symbol, SymbolKind

INFO = RunInfo(root="/nowhere", repository_id="path:/nowhere", fingerprint="f", parser="p")


def symbol(
    name: str,
    *,
    kind: SymbolKind = SymbolKind.FUNCTION,
    scope: str = "",
    parent: int = 0,
    line: int = 1,
    end: int = 0,
    types: Sequence[str] = (),
    doc: str = "",
    flags: int = Flag.NONE,
) -> Symbol:
    parameters = tuple(Parameter(f"p{i}", text, False, "") for i, text in enumerate(types))
    qualname = f"{scope}.{name}" if scope else name
    signature = f"{name}({', '.join(f'{p.name}: {p.type}' for p in parameters)})"
    return Symbol(
        kind,
        name,
        qualname,
        parent,
        line,
        4,
        line,
        end or line + 1,
        0,
        10,
        signature,
        parameters,
        doc,
        (),
        "public",
        flags,
    )


def facts(path: str, *symbols: Symbol, language: str = "python") -> FileFacts:
    stem = path.rsplit("/", 1)[-1].split(".", 1)[0]
    module = Symbol(SymbolKind.MODULE, stem, "", -1, 0, 0, 1, 100, 0, 1000, "", (), "", (), "public", 0)
    return FileFacts(path, language, "ab" * 20, size=1000, lines=100, symbols=[module, *symbols])


def graph(
    files: Sequence[FileFacts],
    edges: Sequence[tuple[int, int, EdgeKind, Resolution, tuple[int, ...]]] = (),
    externals: Sequence[External] = (),
    unresolved: Sequence[Unresolved] = (),
) -> Graph:
    offsets, total = [], 0
    for each in files:
        offsets.append(total)
        total += len(each.symbols)
    return Graph(list(files), offsets, list(externals), [Edge(*e) for e in edges], list(unresolved))


def rows(made: Graph, *others: StoredFile) -> list[StoredFile]:
    own = [StoredFile(f.path, f.language, f.status, "", f.digest, f.size, 1, f.lines, False) for f in made.files]
    return sorted([*own, *others])


def text_file(path: str) -> StoredFile:
    return StoredFile(path, "", FileStatus.TEXT, "", "cd" * 20, 10, 1, 1, False)


def committed(folder: Path, made: Graph, *others: StoredFile) -> Reader:
    """A reader of `made` committed as the newest generation in `folder`."""
    index = IndexFolder(folder)
    commit(index, made, rows(made, *others), INFO)
    return Reader.open(index)
