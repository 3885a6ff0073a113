"""Preludes: what a language offers without an import, declared in the language itself and read like any file."""

from __future__ import annotations

from functools import cache
from importlib import resources

from codegraph_parsers import lang
from codegraph_parsers.extract import parse
from codegraph_parsers.facts import FileFacts, SourceFile
from codegraph_parsers.languages import detect, spec


@cache
def load(language: str) -> FileFacts | None:
    """Facts of the prelude of a language; None when it has none. Languages that name one file share its facts."""
    name = spec(language).prelude
    if not name:
        return None
    kept: list[str] = [language]
    for part in name.split("/"):
        if part == "..":
            kept.pop()
        else:
            kept.append(part)
    return _read("/".join(kept))


@cache
def _read(path: str) -> FileFacts:
    content = resources.files(lang).joinpath(path).read_bytes()
    language = detect(path, content[:200])
    assert language is not None, f"prelude {path} has no language"
    return parse(SourceFile(f"<prelude>/{path}", content, language, ""))
