"""Parts of a component's file: its scripts, its styles, and markup as the rest."""

from __future__ import annotations

from functools import lru_cache

from codegraph_parsers.lang._components.parts import Part, Parts, is_script, list_markup
from codegraph_parsers.lang._components.tags import iterate_tags

RAW = frozenset({"script", "style"})


@lru_cache(maxsize=4)
def divide(source: bytes) -> Parts:
    """Divide a file into scripts and markup.

    Scripts and styles inside elements or blocks are the page's own.
    """
    scripts: list[Part] = []
    taken: list[tuple[int, int]] = []
    depth = 0
    begun: tuple[int, int, dict[str, str]] | None = None
    for tag in iterate_tags(source, 0, len(source)):
        name = tag.name
        if name in RAW and tag.kind == "open":
            begun = (tag.start, tag.end, {each.name: each.text for each in tag.attributes})
        elif name in RAW and begun is not None:
            start, inner, given = begun
            taken.append((start, tag.end))
            if name == "script" and not depth and is_script(given):
                scripts.append(Part("script", inner, tag.start, given, (start, tag.end)))
            begun = None
        elif tag.kind == "code":
            mark = source[tag.start : tag.start + 1]
            depth += (mark == b"#") - (mark == b"/")
        elif not tag.is_self_closing:
            depth = max(0, depth + (1 if tag.kind == "open" else -1))
    return Parts(tuple(scripts), list_markup(source, taken))
