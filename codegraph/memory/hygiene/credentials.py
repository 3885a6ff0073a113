"""Credentials in text: found by kind, never repeated.

A pattern that names its issuer is enough by itself. What is only *assigned* to a name like `token` must also look
random, because notes about code are full of `token = next_token()` and `password: see the vault`.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from codegraph.errors import CredentialError
from codegraph.memory.model import JsonValue


class CredentialKind(StrEnum):
    AWS = "AWS key"
    BEARER = "bearer token"
    BASIC = "basic authorization header"
    JWT = "JSON web token"
    GOOGLE = "Google key"
    SLACK = "Slack token"
    GITHUB = "GitHub token"
    GITLAB = "GitLab token"
    PROVIDER = "secret key of a provider"
    AZURE = "Azure key"
    PEM = "private key"
    DATABASE_URL = "URL with a password"
    ASSIGNMENT = "secret in an assignment"


class Credential(NamedTuple):
    kind: CredentialKind
    start: int
    end: int


_K = CredentialKind

_NAMED: Final = (
    # A private key's block is taken whole; one whose end is missing reaches to the end of the text.
    (
        _K.PEM,
        r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?s:.*?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|.*)",
    ),
    (_K.AWS, r"(?<![A-Za-z0-9])(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    (_K.JWT, r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{6,}"),
    (_K.GOOGLE, r"(?<![A-Za-z0-9_-])(?:AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{20,}|ya29\.[A-Za-z0-9_-]{20,})"),
    (_K.SLACK, r"(?<![A-Za-z0-9])(?:xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{10,})"),
    (_K.SLACK, r"https://hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,}"),
    (_K.GITHUB, r"(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,})"),
    (_K.GITLAB, r"(?<![A-Za-z0-9])gl(?:pat|dt|rt|cbt)-[A-Za-z0-9_-]{20,}"),
    (
        _K.PROVIDER,
        r"(?<![A-Za-z0-9])(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|npm_[A-Za-z0-9]{36}|pypi-AgEI[A-Za-z0-9_-]{20,})",
    ),
    (
        _K.PROVIDER,
        r"(?<![A-Za-z0-9])(?:SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|hf_[A-Za-z0-9]{30,}|dop_v1_[a-f0-9]{40,})",
    ),
    (_K.AZURE, r"(?i:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{32,}={0,2}"),
)
_NAMED_PATTERNS: Final = tuple((kind, re.compile(pattern)) for kind, pattern in _NAMED)

_MARKS: Final = {
    _K.PEM: ("PRIVATE KEY",),
    _K.AWS: ("AKIA", "ASIA", "AGPA", "AIDA", "AROA", "ANPA"),
    _K.JWT: ("eyJ",),
    _K.GOOGLE: ("AIza", "GOCSPX", "ya29"),
    _K.SLACK: ("xox", "xapp-", "hooks.slack"),
    _K.GITHUB: ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat"),
    _K.GITLAB: ("glpat", "gldt", "glrt", "glcbt"),
    _K.PROVIDER: ("k_live", "k_test", "npm_", "pypi-", "SG.", "hf_", "dop_", "sk-", "pk-", "rk-"),
}
"""Texts of which one is in every credential of a kind. Looking for them first makes a screening ten times as fast."""

# What follows these must look random to count.
_MARKED_PATTERNS: Final = (
    (_K.BEARER, "bearer", re.compile(r"(?i:\bbearer)[ \t:]+([A-Za-z0-9._~+/-]{16,}=*)")),
    (
        _K.BASIC,
        "basic",
        re.compile(r"(?i:\bauthorization[\"']?\s*[:=]\s*[\"']?basic)[ \t]+([A-Za-z0-9+/]{12,}={0,2})"),
    ),
    (_K.PROVIDER, "k-", re.compile(r"(?<![A-Za-z0-9])((?:sk|pk|rk)-[A-Za-z0-9_-]{20,})")),
)

_URL: Final = re.compile(r"\b[a-z][a-z0-9+.:-]{1,30}://([^\s:/@\"'<>]*):([^\s@/\"'<>]+)@[^\s@]", re.IGNORECASE)

_ASSIGNMENT: Final = re.compile(
    r"(?i:[a-z0-9_.-]*(?:api[_-]?key|secret|token|passwd|password|passphrase|pwd|credential|private[_-]?key|"
    r"access[_-]?key|auth[_-]?key|encryption[_-]?key|signing[_-]?key)[a-z0-9_-]*)"
    r"[\"'`]?(?:[ \t]+(?:for|of|on|to|in|at)(?:[ \t]+[\w.@'’-]+){1,4}?)?"  # the password for the old host is …
    r"\s*(?::=|=>|=|:|\bis\b)\s*[\"'`]?([^\s\"'`,;<>{}()\[\]]{8,})"
)

_SECRET_NAMES: Final = ("key", "secret", "token", "pass", "pwd", "credential")

_PLACEHOLDER: Final = re.compile(
    r"(?i)^(?:[x*.•_-]+|\$.*|%.*|<.*|\{.*|your[_-].*|.*(?:example|placeholder|changeme|redacted|dummy|secret|password|"
    r"passwd|pass|token|\*\*\*).*|user|username|admin|test|none|null|true|false)$"
)
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")


def find_credentials(text: str) -> list[Credential]:
    """Credentials in order of their place, without overlaps."""
    found = sorted(_matches(text), key=lambda c: (c.start, -c.end))
    kept: list[Credential] = []
    for credential in found:
        if not kept or credential.start >= kept[-1].end:
            kept.append(credential)
    return kept


def _matches(text: str) -> Iterator[Credential]:
    lowered = text.lower()
    for kind, pattern in _NAMED_PATTERNS:
        if kind in _MARKS and not any(mark in text for mark in _MARKS[kind]):
            continue
        for match in pattern.finditer(text):
            yield Credential(kind, match.start(), match.end())
    for kind, mark, pattern in _MARKED_PATTERNS:
        for match in pattern.finditer(text) if mark in lowered else ():
            if _random(match[1], length=16):
                yield Credential(kind, match.start(), match.end())
    for match in _URL.finditer(text) if "://" in text else ():
        if not _PLACEHOLDER.match(match[2]):
            yield Credential(_K.DATABASE_URL, match.start(), match.end())
    for match in _ASSIGNMENT.finditer(text) if any(name in lowered for name in _SECRET_NAMES) else ():
        if _looks_secret(match[1]):
            yield Credential(_K.ASSIGNMENT, match.start(), match.end())


def _looks_secret(value: str) -> bool:
    """Whether an assigned value is a literal secret: random, or a password with three kinds of characters."""
    value = value.rstrip(".,!?")
    if _PLACEHOLDER.match(value) or "://" in value:
        return False
    if re.fullmatch(r"[A-Za-z_][A-Za-z_]*(?:[./:-][A-Za-z_]+)*", value):
        return False  # words, a dotted name or a path: code, not a literal
    if _random(value, length=16):
        return True
    kinds = sum(any(test(c) for c in value) for test in (str.islower, str.isupper, str.isdigit, _symbol))
    return kinds >= 3 and not re.fullmatch(r"[A-Za-z_]\w*(?:\.\w+)*", value) and any(c.isdigit() for c in value)


def _symbol(character: str) -> bool:
    return not character.isalnum() and character not in "._-/:"


def _random(value: str, *, length: int) -> bool:
    """Long enough, of letters and digits, and with at least 3 bits a character (Shannon, over its own characters)."""
    if len(value) < length or not any(c.isdigit() for c in value) or not any(c.isalpha() for c in value):
        return False
    return entropy(value) >= 3.0


def entropy(text: str) -> float:
    """Shannon entropy of the text's characters, in bits a character."""
    size = len(text)
    return -sum(n / size * math.log2(n / size) for n in Counter(text).values())


def screen(*texts: str) -> None:
    """Raises CredentialError naming the kind of a credential found, never its text.

    Invisible characters and compatibility forms do not hide one."""
    for text in texts:
        plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)) if not text.isascii() else text
        kinds = [credential.kind for credential in _matches(plain)]
        if kinds:
            named = next((kind for kind in kinds if kind is not _K.ASSIGNMENT), _K.ASSIGNMENT)
            raise CredentialError(
                f"the text holds a credential ({named.value}) and was not stored",
                hint="say where the secret is kept instead of what it is",
            )


def screen_metadata(metadata: Mapping[str, JsonValue]) -> None:
    """Screen every key and value, and each pair as the assignment it is. Raises CredentialError."""
    for key, value in metadata.items():
        for text in _strings(value):
            screen(text, f"{key}={text}")
        screen(key)


def _strings(value: JsonValue) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for item in value:
                yield from _strings(item)
        case dict():
            for key, item in value.items():
                yield key
                for text in _strings(item):
                    yield text
                    yield f"{key}={text}"
        case _:
            return


def redact_credentials(text: str) -> str:
    """The text with each credential replaced by a label of its kind."""
    parts: list[str] = []
    at = 0
    for credential in find_credentials(text):
        parts += (text[at : credential.start], f"[{credential.kind.value}]")
        at = credential.end
    parts.append(text[at:])
    return "".join(parts)
