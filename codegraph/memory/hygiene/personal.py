"""Removal of personal data from texts to be summarized.

It covers mail addresses, phone, social security and card numbers, and IPv4 addresses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph.memory.hygiene.credentials import redact_credentials


class PersonalKind(StrEnum):
    EMAIL = "email"
    CARD = "card number"
    SSN = "social security number"
    PHONE = "phone number"
    ADDRESS = "IP address"


class PersonalData(NamedTuple):
    kind: PersonalKind
    start: int
    end: int


_EMAIL: Final = re.compile(r"(?<![\w.+-])[\w.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}")
_CARD: Final = re.compile(r"(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])")
_SSN: Final = re.compile(r"(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])")
_PHONE: Final = re.compile(
    r"(?<![\w.-])(?:\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}|"
    r"\(\d{3}\) ?\d{3}[ .-]\d{4}|\d{3}[ .-]\d{3}[ .-]\d{4})(?![\w-])"
)
_IPV4: Final = re.compile(r"(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]*\d)")


def find_personal(text: str) -> list[PersonalData]:
    """Find personal data in the order of its position, without overlaps."""
    kept: list[PersonalData] = []
    for found in sorted(_find_matches(text), key=lambda f: (f.start, -f.end)):
        if not kept or found.start >= kept[-1].end:
            kept.append(found)
    return kept


def _find_matches(text: str) -> Iterator[PersonalData]:
    for kind, pattern in (
        (PersonalKind.EMAIL, _EMAIL),
        (PersonalKind.SSN, _SSN),
        (PersonalKind.PHONE, _PHONE),
    ):
        for match in pattern.finditer(text):
            yield PersonalData(kind, match.start(), match.end())
    for match in _CARD.finditer(text):
        if is_luhn_valid("".join(c for c in match[0] if c.isdigit())):
            yield PersonalData(PersonalKind.CARD, match.start(), match.end())
    for match in _IPV4.finditer(text):
        if not match[0].startswith(("127.", "0.")):  # says nothing about anybody
            yield PersonalData(PersonalKind.ADDRESS, match.start(), match.end())


def is_luhn_valid(digits: str) -> bool:
    """Return whether the check digit of a card number is right (ISO/IEC 7812-1)."""
    total = 0
    for i, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + i % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def redact(text: str) -> str:
    """Replace personal data and credentials by labels of their kinds."""
    text = redact_credentials(text)
    parts: list[str] = []
    at = 0
    for found in find_personal(text):
        parts += (text[at : found.start], f"[{found.kind.value}]")
        at = found.end
    parts.append(text[at:])
    return "".join(parts)
