"""Routes of web applications, as the text that registers a handler writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_ROUTE: Final = re.compile(
    r"""(?:^|[.@\s])(?P<verb>get|post|put|patch|delete|head|options|route|api_route|websocket|request|all|handle|handlefunc|use|query)
        (?:mapping)?\(\s*(?:(?:path|value)\s*=\s*)?[brf]?["'`](?P<path>/[^"'`\s]*|[\w{:-][\w/{}:.-]*|)["'`]""",
    re.IGNORECASE | re.VERBOSE,
)
_OF_ROUTER: Final = re.compile(
    r"""\b(?:\w*router|app|api|server|fastify|blueprint|bp)\s*\.\s*(?P<verb>get|post|put|patch|delete|all)
        (?:<[^>()]*>)?\(\s*["'`](?P<path>[^"'`\s]+)["'`]""",
    re.IGNORECASE | re.VERBOSE,
)
"""Calls of something named as a router, whose routes may be written without a slash."""

_WITH_METHOD: Final = re.compile(r"""\.handle(?:func)?\(\s*["`](?P<verb>[A-Z]+)\s+(?P<path>/[^"`\s]*)["`]""", re.I)
_DJANGO: Final = re.compile(r"""\b(?:path|re_path|url)\(\s*r?["'](?P<path>[^"'\s]*)["']\s*,""")
_TOP: Final = re.compile(r"[\w@]")
_BEFORE: Final = 2
"""Lines before that of a handler on which its route may stand."""

_LONGEST_HANDLER: Final = 300
"""Lines of a handler without a name that are gone back over to its route."""


def parse_route(text: str) -> str:
    """Return `GET /items` of what registers a handler, "" where it is no route.

    Of several on one line it is the last."""
    for match in reversed(list(_WITH_METHOD.finditer(text))):
        return f"{match['verb'].upper()} {match['path']}"
    for match in reversed(list(_ROUTE.finditer(text))):
        if match["path"].startswith("/") or text.startswith("@"):
            return _format(match)
    for match in reversed(list(_OF_ROUTER.finditer(text))):
        return _format(match)
    for match in reversed(list(_DJANGO.finditer(text))):
        return f"/{match['path'].lstrip('^/').rstrip('$')}"
    return ""


def _format(match: re.Match[str]) -> str:
    verb = match["verb"].upper() if match["verb"].lower() in (*METHODS, "query") else ""
    return f"{verb} {match['path']}".strip()


def find_registered_route(lines: Sequence[str], line: int) -> str:
    """Return the route with which a line mentions its handler, "" where it is none.

    The route may stand on one of the lines before, in the same call."""
    for first in range(line - 1, max(-1, line - 2 - _BEFORE), -1):
        before = "\n".join(lines[first : line - 1])
        is_inside = first == line - 1 or before.count("(") > before.count(")")
        if is_inside and line <= len(lines) and (found := parse_route("\n".join(lines[first:line]).strip())):
            return found
    return ""


def list_routes(text: str) -> list[str]:
    """List the routes that the statements of a module register, in order."""
    lines = text.split("\n")
    tops = (at for at, line in enumerate(lines) if _TOP.match(line))
    found = (parse_route(" ".join(each.strip() for each in lines[at : at + _BEFORE])) for at in tops)
    return [route for route in dict.fromkeys(found) if route]


def find_enclosing_route(lines: Sequence[str], line: int) -> str:
    """Return the route whose handler has a line, "" where there is none.

    Such a handler is a function without a name."""
    for first in range(min(line, len(lines)) - 1, max(-1, line - _LONGEST_HANDLER), -1):
        if _TOP.match(lines[first]):
            return parse_route(" ".join(each.strip() for each in lines[first : first + _BEFORE + 1]))
    return ""
