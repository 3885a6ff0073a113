"""Candidates of dead code in a tree that a test writes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.requests import DeadCodeRequest
from codegraph.settings.config import Config


def unused(
    folder: Path, sources: Mapping[str, str], path: str = "", *, exported: bool = False, lines: bool = False
) -> list[str]:
    """Qualified names of the candidates below `path`, in order; `lines`: each with its line, as `Shop.lost:8`."""
    for name, text in sources.items():
        (folder / "repo" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "repo" / name).write_text(text)
    config = Config(folder / "home", workers=1, vectors=False)
    index_repository(folder / "repo", config)
    context = Context(folder / "repo", config)
    found = load_handler(BY_NAME["dead-code"])(context, DeadCodeRequest(path, exported=exported)).results
    context.close()
    return [f"{d.symbol.qualname}:{d.symbol.line}" if lines else d.symbol.qualname for d in found.symbols]
