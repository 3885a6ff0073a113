"""Krefs: addresses of items, of their revisions, and of files that belong to them.

    kref://PROJECT/SPACE/…/ITEM.KIND?r=NUMBER&a=ARTIFACT

`KIND` may be left out where the space has one item of that name. Without `r` the latest revision is meant. A space is a
path of names, and its first name is the project.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from codegraph.errors import InvalidError

SCHEME: Final = "kref://"
PROJECT: Final = "CognitiveMemory"
"""The project of what was written without one, and of every memory that was stored by another vocabulary."""

ENTRY: Final = "conversation"
"""Kind of an item that holds a memory."""

BUNDLE: Final = "bundle"
"""Kind of an item that holds other items."""

EXAMPLE: Final = "kref://CognitiveMemory/Skills/retry-policy.conversation?r=2"

LONGEST: Final = 512
"""Characters of a kref or a space path."""

_LONGEST_NAME: Final = 128
_DEEPEST: Final = 12
_BAD: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_NAME: Final = re.compile(r"[^\W_](?:[\w .@+:-]*[\w])?")
_EDGE: Final = re.compile(r"[A-Z][A-Z0-9_]{0,49}")
_BREAK: Final = re.compile(r"[^\w]+|_+")


@dataclass(frozen=True, slots=True)
class Kref:
    """Parts of a kref.

    An empty kind is any, a revision of 0 the latest, an empty artifact none.
    """

    space: str
    name: str
    kind: str = ""
    revision: int = 0
    artifact: str = ""

    @property
    def item(self) -> Kref:
        return Kref(self.space, self.name, self.kind)

    def __str__(self) -> str:
        parts = [f"r={self.revision}"] if self.revision else []
        parts += [f"a={self.artifact}"] if self.artifact else []
        kind = f".{self.kind}" if self.kind else ""
        return f"{SCHEME}{self.space}/{self.name}{kind}" + (f"?{'&'.join(parts)}" if parts else "")


def parse_kref(text: str, parameter: str = "kref") -> Kref:
    """Parse a kref.

    Raises InvalidError naming the parameter and showing a kref.
    """
    if not is_kref(text):
        raise _build_kref_error(parameter, text, f"does not begin with {SCHEME}")
    if len(text) > LONGEST:
        raise InvalidError(f"`{parameter}` has {len(text):,} characters; the limit is {LONGEST}", hint=_build_hint())
    if _BAD.search(text) or ".." in text or "%" in text or "\\" in text:
        raise _build_kref_error(parameter, text, "holds `..`, `%`, a backslash or a control character")
    path, _, query = text.removeprefix(SCHEME).partition("?")
    space, _, last = path.rpartition("/")
    if not space or not last:
        raise _build_kref_error(parameter, text, "needs a space and an item")
    for name in space.split("/"):
        _check_name(name, parameter, text)
    name, dot, kind = last.rpartition(".")
    name, kind = (name, kind) if dot else (last, "")
    _check_name(name, parameter, text)
    if kind:
        _check_name(kind, parameter, text)
    revision, artifact = 0, ""
    for part in filter(None, query.split("&")):
        key, _, value = part.partition("=")
        if key == "r" and value.isascii() and value.isdigit() and 0 < int(value) <= 1_000_000:
            revision = int(value)
        elif key == "a" and value:
            artifact = _check_name(value, parameter, text)
        else:
            raise _build_kref_error(
                parameter, text, f"has {part!r} behind the `?`, where `r=NUMBER` and `a=ARTIFACT` may stand"
            )
    return Kref(space, name, kind, revision, artifact)


def is_kref(text: str) -> bool:
    return text.startswith(SCHEME)


def normalize_space(text: str, parameter: str = "space_path") -> str:
    """Return a space path without slashes at its ends.

    Raises InvalidError.
    """
    path = text.strip().strip("/")
    if len(path) > LONGEST:
        raise InvalidError(
            f"`{parameter}` has {len(path):,} characters; the limit is {LONGEST}", hint=_build_space_hint()
        )
    if _BAD.search(path) or ".." in path or "%" in path or "\\" in path:
        raise InvalidError(
            f"`{parameter}` is {_quote(text)}: it holds `..`, `%`, a backslash or a control character",
            hint=_build_space_hint(),
        )
    names = path.split("/")
    if len(names) > _DEEPEST or not all(len(name) <= _LONGEST_NAME and _NAME.fullmatch(name) for name in names):
        raise InvalidError(f"`{parameter}` is {_quote(text)}", hint=_build_space_hint())
    return path


def get_project(space: str) -> str:
    return space.partition("/")[0]


def is_root(space: str) -> bool:
    """Return whether a space is a project itself.

    Items there were put in no particular space.
    """
    return "/" not in space


def build_slug(text: str, longest: int = 48) -> str:
    """Return a name made from a text, "" when no letters are left.

    It is in lower case, with words joined by dashes and letters of any script.
    """
    words = [word for word in _BREAK.split(unicodedata.normalize("NFKC", text).lower()) if word]
    found = ""
    for word in words:
        longer = f"{found}-{word}" if found else word[:longest]
        if len(longer) > longest:
            break
        found = longer
    return found


def normalize_edge_type(text: str, parameter: str = "edge_type") -> str:
    """Return the type of an edge in capitals.

    It has capitals, digits and underscores, at most 50. Raises InvalidError.
    """
    word = text.strip().upper()
    if not _EDGE.fullmatch(word):
        raise InvalidError(
            f"`{parameter}` is {_quote(text)}",
            hint="capital letters, digits and underscores, at most 50 of them, such as DERIVED_FROM or REFERENCED",
        )
    return word


def _check_name(name: str, parameter: str, text: str) -> str:
    if len(name) > _LONGEST_NAME or not _NAME.fullmatch(name):
        raise _build_kref_error(parameter, text, f"has the name {_quote(name)} in it")
    return name


def _build_kref_error(parameter: str, text: str, why: str) -> InvalidError:
    return InvalidError(f"`{parameter}` is {_quote(text)}: it {why}", hint=_build_hint())


def _build_hint() -> str:
    return f"such as {EXAMPLE}"


def _build_space_hint() -> str:
    return "names joined by slashes, at most 12 of them and 128 characters each, such as CognitiveMemory/Skills"


def _quote(text: str) -> str:
    found = repr(text[:61])
    return found if len(found) <= 64 else f"{found[:60]}…'"
