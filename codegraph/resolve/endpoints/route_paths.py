"""Paths of routes and requests: spellings, prefixes, and which fit one another.

Paths of routes have one form here: `/users/{id}`, with a converter where the framework names one, `/{rest:path}`.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final, NamedTuple

from codegraph.resolve.endpoints.endpoint_rows import ENVIRONMENT, HOLE, make_variable
from codegraph_parsers.frameworks.framework_model import ENVIRONMENT_BASE, UNKNOWN_BASE, RequestModel

WHOLE: Final = "path"
"""Converter of a parameter that takes the rest of a path, with its slashes."""

_ANGLE: Final = re.compile(r"<(?:(\w+)(?:\([^()<>]*\))?:)?(\w+)>")
_BRACE: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")
_COLON: Final = re.compile(r":(\w+)")
_COLON_STAR: Final = re.compile(r"(?<=/)\*(\w+)$|:(\w+)")
_RULE: Final = r"(?::(?:[^{}]|\{[^{}]*\})*)?"
"""A pattern that a parameter must match, which is not kept."""

_BRACE_STAR: Final = re.compile(rf"\{{(\w+){_RULE}\}}")
_BRACE_DOUBLE_STAR: Final = re.compile(rf"\{{(\*?)(\w+){_RULE}\}}")
_BRACE_CONSTRAINT: Final = re.compile(r"\{(\*{0,2})(\w+)(?::(\w+)(?:\([^(){}]*\))?)?(?::[^{}]*)?(?:=[^{}]*)?\??\}")
_TYPES: Final = {"int": "int", "long": "int", "guid": "uuid", "decimal": "float", "double": "float", "float": "float"}
_BRACE_ANGLE: Final = re.compile(r"\{!?(\w+)(?::\w+)?(?:<[^<>]*>)?(?:\?[^{}]*)?\}")
_BRACE_DOTS: Final = re.compile(r"\{(\w+)(\.\.\.)?\}")
_VARIABLE: Final = re.compile(r"\{[^{}/]*\}")
_METHOD: Final = re.compile(r"([A-Z]+)[ \t]+")
_CONVERTERS: Final = {
    "int": re.compile(r"\d+"),
    "float": re.compile(r"\d+(?:\.\d+)?"),
    "uuid": re.compile(r"[0-9A-Fa-f-]{32,36}"),
}
_VALUES: Final = ("x", "1", "00000000-0000-0000-0000-000000000000")
"""Values of parameters, one for each kind of converter."""
_PATTERN: Final = re.compile(r"[*()?+\[\]^$\\|<>]")
"""Characters that make a path a pattern of which no more is known."""


def normalize_path(path: str, spelling: str) -> str | None:
    """Return a route's path in the one form, None for a pattern that has none."""
    if spelling == "angle":
        found = _ANGLE.sub(lambda m: _make_parameter(m[2], m[1] or ""), path)
    elif spelling == "brace":
        found = _BRACE.sub(lambda m: _make_parameter(m[1], m[2] or ""), path)
    elif spelling == "colon-star":
        found = _COLON_STAR.sub(lambda m: _make_parameter(m[1] or m[2], WHOLE if m[1] else ""), path)
    elif spelling == "brace-star":
        found = _name_rest(_BRACE_STAR.sub(lambda m: _make_parameter(m[1], ""), path), "*")
    elif spelling == "brace-double-star":
        found = _name_rest(_BRACE_DOUBLE_STAR.sub(lambda m: _make_parameter(m[2], WHOLE if m[1] else ""), path), "**")
    elif spelling == "brace-constraint":
        found = _BRACE_CONSTRAINT.sub(
            lambda m: _make_parameter(m[2], WHOLE if m[1] else _TYPES.get(m[3] or "", "")), path
        )
    elif spelling == "brace-angle":
        found = _BRACE_ANGLE.sub(lambda m: _make_parameter(m[1], ""), path)
    elif spelling == "brace-dots":
        found = _BRACE_DOTS.sub(lambda m: _make_parameter(m[1], WHOLE if m[2] else ""), _name_rest(path, ""))
        found = found.replace("/{$}", "/")
    else:
        if "{" in path or "}" in path:
            return None
        found = _COLON.sub(lambda m: _make_parameter(m[1], ""), path)
        if found in ("*", "/*"):
            return "/{rest:path}"
    plain = _BRACE.sub("", found)
    return None if _PATTERN.search(plain) or "{" in plain or "}" in plain else found


def _name_rest(path: str, sign: str) -> str:
    """Return a path with a parameter for the rest behind its last slash.

    There a sign stands for it."""
    return f"{path.removesuffix(sign)}{{rest:{WHOLE}}}" if path.endswith(f"/{sign}") else path


def split_method(pattern: str) -> tuple[str, str]:
    """Return the method and path of a pattern such as `GET example.org/users`.

    The method is "" for none."""
    found = _METHOD.match(pattern)
    place = pattern[found.end() :] if found is not None else pattern
    at = place.find("/")
    return found[1] if found is not None else "", place[at:] if at >= 0 else place


def _make_parameter(name: str, converter: str) -> str:
    return f"{{{name}:{converter}}}" if converter in _CONVERTERS or converter == WHOLE else f"{{{name}}}"


def fill_template(path: str) -> str:
    """Return a path with a hole for each of its variables in braces."""
    return _VARIABLE.sub(HOLE, path)


def format_path(path: str) -> str:
    """Return a path as people read it: without converters."""
    return _BRACE.sub(r"{\1}", path)


def fill_path(path: str) -> str:
    """Return a path of which the parameters are given, but not known."""
    return _BRACE.sub(HOLE, path)


def join_paths(prefix: str, path: str, *, is_slashed: bool) -> str:
    """Return a path below a prefix, joined by one slash or as they are."""
    if not is_slashed:
        return prefix + path
    if not prefix:
        return path if path.startswith("/") else f"/{path}"
    return f"{prefix.rstrip('/')}/{path.lstrip('/')}" if path else prefix


class Fit(IntEnum):
    """Fits of a request's path with a route."""

    NO = 0
    OPEN = 1  # it depends on a part of which nothing is known
    YES = 2


class Segment(NamedTuple):
    """A segment of a route's path: a text, or one with parameters.

    `pattern` is what it matches, None for a plain text; `is_whole`: it takes the rest of the path."""

    text: str
    pattern: re.Pattern[str] | None
    is_whole: bool
    rank: int  # how particular it is, least first


def split_route(path: str, *, is_case_sensitive: bool = True) -> tuple[Segment, ...]:
    """Return the segments of a route's path, in lower case where case is ignored."""
    texts = path.removeprefix("/").split("/")
    return tuple(_make_segment(text, re.NOFLAG if is_case_sensitive else re.IGNORECASE) for text in texts)


def _make_segment(text: str, flags: re.RegexFlag) -> Segment:
    parameters = list(_BRACE.finditer(text))
    if not parameters:
        return Segment(text.lower() if flags else text, None, False, 0)
    parts: list[str] = []
    at = 0
    for each in parameters:
        parts.append(re.escape(text[at : each.start()]))
        converter = _CONVERTERS.get(each[2] or "")
        parts.append(".*" if each[2] == WHOLE else converter.pattern if converter is not None else "[^/]+")
        at = each.end()
    parts.append(re.escape(text[at:]))
    is_whole = any(each[2] == WHOLE for each in parameters)
    alone = len(parameters) == 1 and parameters[0][0] == text
    rank = 4 if is_whole else 1 if not alone else 2 if parameters[0][2] else 3
    return Segment(text, re.compile("".join(parts), flags), is_whole, rank)


def fit_path(route: tuple[Segment, ...], path: str) -> Fit:
    """Say whether a request's path, which may have holes, is one of a route."""
    given = path.removeprefix("/").split("/")
    result = Fit.YES
    for position, segment in enumerate(route):
        if segment.is_whole:
            rest = "/".join(given[position:])
            return min(result, _fit_segment(segment, rest)) if position < len(given) else Fit.NO
        if position >= len(given):
            return Fit.NO
        result = min(result, _fit_segment(segment, given[position]))
        if result is Fit.NO:
            return result
    return result if len(given) == len(route) else Fit.NO


def _fit_segment(segment: Segment, given: str) -> Fit:
    if segment.pattern is None:
        if HOLE not in given:
            return Fit.YES if given == segment.text else Fit.NO
        pattern = ".+".join(re.escape(part) for part in given.split(HOLE))
        return Fit.OPEN if re.fullmatch(pattern, segment.text) else Fit.NO
    if given == HOLE:
        return Fit.YES
    if HOLE not in given:
        return Fit.YES if segment.pattern.fullmatch(given) else Fit.NO
    is_like = segment.rank < 2 and any(segment.pattern.fullmatch(given.replace(HOLE, each)) for each in _VALUES)
    return Fit.YES if segment.rank == 3 or is_like else Fit.OPEN


def rank_route(route: tuple[Segment, ...]) -> tuple[int, ...]:
    """Return how particular a route is: texts before parameters, from the left."""
    return tuple(segment.rank for segment in route)


_URL: Final = re.compile(r"(?:https?:)?//([^/?#]*)(.*)", re.S)
LOCAL: Final = re.compile(r"(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|test|testserver|test\.local)(?::[\d\0]*)?")
"""Hosts that stand for the tree's own applications."""


class Target(NamedTuple):
    """The target of a request.

    `host` is "" for none; `path` has neither query nor fragment."""

    host: str
    path: str


def read_target(url: str) -> Target:
    """Return the host and path of a request's URL, which may have holes."""
    found = _URL.match(url)
    host, rest = (found[1], found[2] or "/") if found is not None else ("", url)
    return Target(host, re.split(r"[?#]", rest, maxsplit=1)[0])


def place_below_base(paths: tuple[str, ...], rule: RequestModel) -> tuple[str, ...]:
    """Return paths below the base URL of a request, nothing where that is not known."""
    if rule.base == ENVIRONMENT_BASE:
        return tuple(map(_put_below_environment, paths))
    has_base = rule.base != UNKNOWN_BASE or all("://" in path or path.startswith(ENVIRONMENT) for path in paths)
    return paths if has_base else ()


def _put_below_environment(path: str) -> str:
    """Return a path below a base URL that the environment sets.

    Whole URLs are below none, and what is not known at all remains so.
    """
    if "://" in path or path == HOLE:
        return path
    return f"{make_variable()}{path}" if path.startswith(("/", HOLE)) else f"{make_variable()}/{path}"
