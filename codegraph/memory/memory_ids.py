"""Ids of memories (UUIDv7: sortable by time) and the namespaces a place can read."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

USER = "user"
"""The namespace of what holds for a person wherever they work. Every repository reads it after its own."""

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def generate_uuid7(at: int, noise: bytes) -> str:
    """Generate a version 7 UUID (RFC 9562) for the time `at` in microseconds.

    `noise` is 10 random bytes. The 12 bits after the milliseconds hold the fraction of a millisecond, so ids of one
    process sort by time.
    """
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


_BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_FACT = re.compile(rf"kf_[0-7][{_BASE32}]{{25}}")


def format_fact_id(uuid: str) -> str:
    """Return the id of a memory in the form of facts.

    It is `kf_` and the 128 bits in Crockford's base 32. It sorts by time, as the UUID does.
    """
    number = int(uuid.replace("-", ""), 16)
    return "kf_" + "".join(_BASE32[number >> shift & 31] for shift in range(125, -1, -5))


def parse_fact_id(text: str) -> str:
    """Return the UUID that a `kf_…` id stands for, "" for anything else."""
    upper = "kf_" + text[3:].upper()
    if not text.lower().startswith("kf_") or not _FACT.fullmatch(upper):
        return ""
    number = 0
    for letter in upper[3:]:
        number = number << 5 | _BASE32.index(letter)
    digits = f"{number:032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def hash_content(content: str) -> str:
    """Return the SHA-256 of a text in hexadecimal."""
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def build_scope_word(namespace: str) -> str:
    """Return a word of letters and digits that stands for a namespace.

    Full-text queries use it to search one namespace only.
    """
    return "ns" + hashlib.blake2b(namespace.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def list_parents(namespace: str) -> tuple[str, ...]:
    """Return the namespaces that a namespace inherits reads from, nearest first.

    They are the folders above a folder, and the repository of a part.

    `commit:abc#packages/app` → `commit:abc#packages`, `commit:abc`.
    """
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


def list_readable(namespaces: Iterable[str]) -> tuple[str, ...]:
    """Return the namespaces and those they inherit from, each once."""
    wanted = list(namespaces)
    return tuple(dict.fromkeys([*wanted, *(p for name in wanted for p in list_parents(name))]))
