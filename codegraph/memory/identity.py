"""Ids of memories (UUIDv7: sortable by time) and the namespaces a place can read."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def uuid7(at: int, noise: bytes) -> str:
    """A version 7 UUID (RFC 9562) for the time `at` in microseconds. `noise` is 10 random bytes; the 12 bits after the
    milliseconds hold the fraction of a millisecond, so ids of one process sort by time."""
    milliseconds, fraction = divmod(at, 1000)
    number = (milliseconds & (1 << 48) - 1) << 80
    number |= 0x7 << 76
    number |= (fraction * 4096 // 1000) << 64
    number |= 0b10 << 62
    number |= int.from_bytes(noise, "big") & (1 << 62) - 1
    text = f"{number:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def is_uuid(text: str) -> bool:
    return _UUID.fullmatch(text) is not None


def content_hash(content: str) -> str:
    """SHA-256 of the text, hexadecimal."""
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def scope_word(namespace: str) -> str:
    """One word of letters and digits for a namespace, for full-text queries confined to it."""
    return "ns" + hashlib.blake2b(namespace.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def parents(namespace: str) -> tuple[str, ...]:
    """Namespaces a namespace inherits reads from, nearest first: the folders above a folder, the repository of a part.

    `commit:abc#packages/app` → `commit:abc#packages`, `commit:abc`."""
    repository, mark, below = namespace.partition("#")
    found: list[str] = []
    while "/" in below:
        below = below.rpartition("/")[0]
        found.append(f"{repository}#{below}")
    if mark:
        found.append(repository)
        return tuple(found)
    path = namespace
    while path.count("/") > 1 and path.startswith("/"):
        path = path.rpartition("/")[0]
        found.append(path)
    return tuple(found)


def readable(namespaces: Iterable[str]) -> tuple[str, ...]:
    """The namespaces themselves and what they inherit from, each once."""
    wanted = list(namespaces)
    return tuple(dict.fromkeys([*wanted, *(p for name in wanted for p in parents(name))]))
