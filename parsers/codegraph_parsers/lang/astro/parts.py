"""Parts of a page: the server script, the browser scripts, and the markup.

The server runs the text between the first two `---`. Every `<script>` is a module of its own in a browser.
"""

from __future__ import annotations

import re
from functools import lru_cache

from codegraph_parsers.lang._components.code import find_closing_in_markup
from codegraph_parsers.lang._components.parts import Part, Parts, is_script, list_markup
from codegraph_parsers.lang._components.tags import iterate_tags

FENCE = re.compile(rb"\A\s*(?:<!--.*?-->\s*)*+---[ \t]*\r?\n(.*?)^[ \t]*---", re.DOTALL | re.MULTILINE)
RAW = frozenset({"script", "style"})


@lru_cache(maxsize=4)
def divide(source: bytes) -> Parts:
    scripts: list[Part] = []
    taken: list[tuple[int, int]] = []
    fence = FENCE.match(source)
    start = 0
    if fence is not None:
        start = fence.end()
        scripts.append(Part("script", fence.start(1), fence.end(1), {}, (0, start)))
        taken.append((0, start))
    begun: tuple[int, int, dict[str, str]] | None = None
    for tag in iterate_tags(source, start, len(source), find_closing_in_markup):
        if tag.name not in RAW:
            continue
        if tag.kind == "open" and not tag.is_self_closing:
            begun = (tag.start, tag.end, {each.name: each.text for each in tag.attributes})
        elif tag.kind == "close" and begun is not None:
            first, inner, given = begun
            taken.append((first, tag.end))
            if tag.name == "script" and inner < tag.start and is_script(given):
                scripts.append(Part("client", inner, tag.start, given, (first, tag.end)))
            begun = None
    return Parts(tuple(scripts), list_markup(source, taken))
