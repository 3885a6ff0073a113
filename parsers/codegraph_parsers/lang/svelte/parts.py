"""The scripts of a component's file; all that is neither script nor style is markup."""

from __future__ import annotations

from functools import lru_cache

from codegraph_parsers.lang._components.parts import Part, Parts, between, is_script
from codegraph_parsers.lang._components.tags import tags

RAW = frozenset({"script", "style"})


@lru_cache(maxsize=4)
def divide(source: bytes) -> Parts:
    """Scripts and styles inside elements or blocks are the page's own."""
    scripts: list[Part] = []
    taken: list[tuple[int, int]] = []
    depth = 0
    begun: tuple[int, int, dict[str, str]] | None = None
    for tag in tags(source, 0, len(source)):
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
        elif not tag.alone:
            depth = max(0, depth + (1 if tag.kind == "open" else -1))
    return Parts(tuple(scripts), between(source, taken))
