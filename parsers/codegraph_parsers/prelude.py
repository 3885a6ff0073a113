"""Preludes: the names that a language offers without an import.

They are declared in the language itself and read like any file.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from codegraph_parsers import lang
from codegraph_parsers.extract import parse
from codegraph_parsers.file_facts import FileFacts, SourceFile
from codegraph_parsers.languages import detect, load_spec


@cache
def load(language: str) -> FileFacts | None:
    """Load the facts of a language's prelude, None when it has none.

    Languages that name one file share its facts.
    """
    name = load_spec(language).prelude
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
