"""Tags of templates, and the names in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

RENDERS: Final = "renders"
LOADS: Final = "loads"
ASKS: Final = "asks"
TAG: Final = "tag"
FILTER: Final = "filter"
ATTRIBUTE: Final = "attribute"

AS_TEXT: Final = "__str__"
"""Member of a value that runs where the value is written."""

_PART: Final = re.compile(
    r"\{#.*?#\}|\{%[-+]?\s*(?:comment|verbatim|raw)\b.*?\{%[-+]?\s*end(?:comment|verbatim|raw)\b.*?%\}"
    r"|\{%[-+]?\s*(?P<tag>\w+)(?P<rest>.*?)[-+]?%\}|\{\{(?P<value>.*?)\}\}",
    re.DOTALL,
)
_TEXT: Final = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_FILTER: Final = re.compile(r"\|\s*([A-Za-z_]\w*)")
_ATTRIBUTE: Final = re.compile(r"(?<=[\w)\]])\.([A-Za-z_]\w*)")
_REVERSED: Final = re.compile(r"\burl_for\(\s*(?:\"([^\"]*)\"|'([^']*)')")
_LIBRARY: Final = re.compile(r"[\w.]+")

_RENDERING: Final = frozenset(("extends", "include", "import", "from"))
_CLOSING: Final = "end"


class TemplateName(NamedTuple):
    """A name in a template: what it is of, and the offset of its tag."""

    kind: str
    name: str
    offset: int


def list_template_names(text: str) -> Iterator[TemplateName]:
    """Yield what the tags of a template name."""
    for part in _PART.finditer(text):
        tag, value = part["tag"], part["value"]
        if tag is not None:
            yield from (TemplateName(kind, name, part.start()) for kind, name in _read_tag(tag, part["rest"]))
        elif value is not None:
            if value.strip():
                yield TemplateName(ATTRIBUTE, AS_TEXT, part.start())
            yield from (TemplateName(kind, name, part.start()) for kind, name in _read_value(value))


def _read_tag(tag: str, rest: str) -> Iterator[tuple[str, str]]:
    first = _TEXT.match(rest.strip())
    given = (first[1] or first[2] or "") if first is not None else ""
    if tag in _RENDERING and given:
        yield RENDERS, given
    elif tag == "url" and given:
        yield ASKS, given
    elif tag == "load":
        names: list[str] = _LIBRARY.findall(rest)
        yield from ((LOADS, name) for name in (names[-1:] if "from" in names else names))
        return
    elif not tag.startswith(_CLOSING):
        yield TAG, tag
    yield from _read_value(rest)


def _read_value(value: str) -> Iterator[tuple[str, str]]:
    for found in _REVERSED.finditer(value):
        yield ASKS, found[1] or found[2] or ""
    plain = _TEXT.sub("''", value)
    yield from ((FILTER, name) for name in _FILTER.findall(plain))
    yield from ((ATTRIBUTE, name) for name in _ATTRIBUTE.findall(plain))
