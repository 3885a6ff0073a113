"""Detection of credentials in text, by kind.

A credential is never repeated in a message. The rules are data (`credential_rules.py`). A token that names its issuer
is enough by itself. A value that is only *assigned* to a name like `token` must also look random, because notes about
code are full of `token = next_token()` and `password: see the vault`. Passwords in prose are in `passwords.py`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from codegraph.errors import CredentialError
from codegraph.memory.hygiene import credential_rules, passwords
from codegraph.memory.hygiene.credential_rules import Rule
from codegraph.memory.hygiene.literals import (
    compute_entropy,
    is_placeholder,
    is_random,
    is_wordlike,
    strip_sentence_end,
)
from codegraph.memory.memory_model import JsonValue

ASSIGNMENT: Final = "secret in an assignment"
PASSWORD: Final = "password"
URL: Final = "URL with a password"


class Credential(NamedTuple):
    """Position of a credential in a text.

    `start` and `end` are those of the secret itself, or of everything that reveals it.
    """

    kind: str
    start: int
    end: int


_RUN: Final = re.compile(r"[A-Za-z0-9_.~+/=$!:%@?-]{16,}")
"""Runs of characters that a token can stand in. Most texts have few of these, and rules for tokens look into them
alone."""

_HEAD: Final = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9].")
"""The first two characters of what may be a token: by these the rules that may match are looked up."""

_URL: Final = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,30}://(?P<user>[^\s:/@\"'<>]{0,128}):(?P<secret>[^\s@/\"'<>{}\[\]]{1,200})@[^\s@]",
    re.IGNORECASE,
)

_SECRET_MARKS: Final = ("key", "secret", "token", "pat ", "pat=", "credential")
_ASSIGNMENT: Final = re.compile(
    r"(?P<name>key|secret|token|credential|pat(?<![a-z0-9]pat)(?![a-z0-9]))(?P<tail>[a-z0-9_-]{0,40})[\"'`]?"
    r"(?:[ \t]{1,3}(?:for|of|on|to|in|at)(?:[ \t]{1,3}[\w.@'’-]{1,40}){1,4}?)?"  # the token for the old host is …
    r"(?P<sign>\s{0,3}(?::=|=>|->|=|:|\bis\b)|(?=[ \t]))\s{0,3}[\"'`]?(?P<secret>[^\s\"'`,;<>{}()\[\]&]{8,400})"
)
_KEY_OF: Final = re.compile(
    r"(?:api|app|access|secret|private|auth|encryption|signing|master|admin|account|license|service|shared|storage|write|"
    r"server|application|subscription|integration|rest|client|deploy|session|hmac|jwt|global)[ _-]?$"
)
"""Words that make a `key` one that opens something, as opposed to the key of a table, a cache or a keyboard."""

_OPEN: Final = re.compile(
    r"(?:public|publishable|anon|idempotency|next|page|continuation|pagination|csrf|xsrf|sync|cache)[ _-]?$"
)
_OTHER_THING: Final = re.compile(
    r"(?:s?[_-]?(?:id|name|hash|sha256|digest|url|uri|path|file|arn|ref|version|type|prefix|count|limit|ttl|expiry|expires\w*|"
    r"length|size|policy|manager|provider|class|field|header|endpoint|fingerprint|usage|budget))$|ize|word|board|note|stone"
)
_PROVIDER: Final = re.compile(rf"(?<![a-z])(?:{credential_rules.PROVIDERS})(?![a-z])[\w .'-]{{0,30}}$")
_HANDED: Final = re.compile(r"(?:login|init|auth|authtoken| -t)[ \t=]{1,2}(?P<secret>[a-z0-9_.-]{20,200})")
_HANDED_MARKS: Final = ("login ", "init ", "auth ", "authtoken", " -t ")
"""Keys that a tool of their issuer is given: `wandb login …`."""

_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")


@cache
def _compile_token(rule: Rule) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9])(?:{rule.pattern})")


@cache
def _compile_context(rule: Rule) -> re.Pattern[str]:
    return re.compile(rule.pattern)


def _group_by_head() -> dict[str, list[tuple[str, Rule]]]:
    found: dict[str, list[tuple[str, Rule]]] = {}
    for rule in credential_rules.TOKENS:
        for mark in rule.marks.split():
            found.setdefault(mark[:2], []).append((mark, rule))
    return found


_BY_HEAD: Final = _group_by_head()
_SHAPES: Final = tuple((mark, rule) for rule in credential_rules.SHAPES for mark in rule.marks.split())
_CONTEXTS: Final = tuple((mark, rule) for rule in credential_rules.CONTEXTS for mark in rule.marks.split(","))


def find_credentials(text: str) -> list[Credential]:
    """Find credentials in order of their position, without overlaps."""
    kept: list[Credential] = []
    for credential in sorted(_find_matches(text), key=lambda c: (c.start, -c.end)):
        if not kept or credential.start >= kept[-1].end:
            kept.append(credential)
    return kept


def _find_matches(text: str) -> Iterator[Credential]:
    lowered = _lower(text)
    yield from _find_tokens(text)
    for rule in dict.fromkeys(rule for mark, rule in _CONTEXTS if mark in lowered):
        yield from _find_in_context(text, lowered, rule)
    if "://" in text:
        for match in _URL.finditer(text):
            if not is_placeholder(match["secret"]):
                yield Credential(URL, *match.span())
    if any(mark in lowered for mark in _SECRET_MARKS):
        yield from _find_assignments(text, lowered)
    if any(mark in lowered for mark in _HANDED_MARKS):
        yield from _find_handed_over(text, lowered)
    if any(mark in lowered for mark in passwords.MARKS):
        for password in passwords.find_passwords(text, lowered):
            yield Credential(PASSWORD, password.start, password.end)


def _lower(text: str) -> str:
    """Return the text in lower case, each character at its position.

    Patterns of one case are several times as fast.
    """
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := c.lower()) == 1 else c for c in text)


def _find_tokens(text: str) -> Iterator[Credential]:
    shapes = [(mark, rule) for mark, rule in _SHAPES if mark in text]
    for run in _RUN.finditer(text):
        start, end = run.span()
        part = run[0]
        wanted = [rule for mark, rule in shapes if mark in part]
        for head in set(_HEAD.findall(part)):
            wanted += [rule for mark, rule in _BY_HEAD.get(head, ()) if mark in part]
        for rule in dict.fromkeys(wanted):
            for match in _compile_token(rule).finditer(text, start, end):
                if compute_entropy(match[0]) >= rule.bar and "EXAMPLE" not in match[0] and not is_placeholder(match[0]):
                    yield Credential(rule.kind, match.start(), match.end())


def _find_in_context(text: str, lowered: str, rule: Rule) -> Iterator[Credential]:
    for match in _compile_context(rule).finditer(lowered):
        groups = match.groupdict()
        group = next((name for name in ("secret", "word") if groups.get(name) is not None), None)
        if group is None:
            yield Credential(rule.kind, match.start(), match.end())
            continue
        start, end = match.span(group)
        value = text[start:end]
        if not is_placeholder(value) and compute_entropy(value) >= rule.bar and not (rule.bar and is_wordlike(value)):
            yield Credential(rule.kind, start, end)


def _find_assignments(text: str, lowered: str) -> Iterator[Credential]:
    for match in _ASSIGNMENT.finditer(lowered):
        if _OTHER_THING.search(match["tail"]):
            continue
        before = lowered[max(0, match.start() - 48) : match.start()]
        if _OPEN.search(before):
            continue
        start, end = match.span("secret")
        value = strip_sentence_end(text[start:end])
        issued = _PROVIDER.search(before) is not None
        opens = match["name"] != "key" or _KEY_OF.search(before) is not None
        signed = bool(match["sign"].strip())
        called = text[end : end + 1] in ("(", "[")  # the result of a call, not a literal
        if (opens or issued) and not called and _is_secret(value, random_only=not signed or not opens):
            yield Credential(ASSIGNMENT, start, start + len(value))


def _find_handed_over(text: str, lowered: str) -> Iterator[Credential]:
    for match in _HANDED.finditer(lowered):
        start, end = match.span("secret")
        if _PROVIDER.search(lowered[max(0, match.start() - 48) : match.start()]) and is_random(text[start:end]):
            yield Credential(ASSIGNMENT, start, end)


def _is_secret(value: str, *, random_only: bool) -> bool:
    """Return whether a value is a literal secret.

    It is random, or has three kinds of characters in an assignment.
    """
    if is_placeholder(value) or "://" in value:
        return False
    if random_only:
        return is_random(value, length=20)
    if re.fullmatch(r"[A-Za-z_][A-Za-z_]*(?:[./:-][A-Za-z_]+)*", value):
        return False  # words, a dotted name or a path: code, not a literal
    if is_random(value):
        return True
    kinds = sum(any(test(c) for c in value) for test in (str.islower, str.isupper, str.isdigit, _is_sign))
    return kinds >= 3 and not re.fullmatch(r"[A-Za-z_]\w*(?:\.\w+)*", value) and any(c.isdigit() for c in value)


def _is_sign(character: str) -> bool:
    return not character.isalnum() and character not in "._-/:#"


def _strip_disguise(text: str) -> str:
    """Remove what may hide a credential in a text.

    These are invisible characters and compatibility forms.
    """
    return text if text.isascii() else _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))


def screen(*texts: str) -> None:
    """Raise CredentialError if a text has a credential.

    The error names its kind, never its text. Invisible characters and compatibility forms do not hide a credential.
    """
    for text in texts:
        kinds = [credential.kind for credential in _find_matches(_strip_disguise(text))]
        if kinds:
            named = next((kind for kind in kinds if kind not in (ASSIGNMENT, PASSWORD)), kinds[0])
            raise CredentialError(
                f"the text holds a credential ({named}) and was not stored",
                hint="say where the secret is kept instead of what it is",
            )


def screen_metadata(metadata: Mapping[str, JsonValue]) -> None:
    """Screen every key and value, and each pair as an assignment.

    Raises CredentialError.
    """
    for key, value in metadata.items():
        for text in _iterate_strings(value):
            screen(text, f"{key}={text}")
        screen(key)


def _iterate_strings(value: JsonValue) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for item in value:
                yield from _iterate_strings(item)
        case dict():
            for key, item in value.items():
                yield key
                for text in _iterate_strings(item):
                    yield text
                    yield f"{key}={text}"
        case _:
            return


def redact_credentials(text: str) -> str:
    """Return the text with each credential replaced by a label of its kind."""
    found = find_credentials(text)
    plain = _strip_disguise(text)
    if plain != text and len(hidden := find_credentials(plain)) > len(found):
        text, found = plain, hidden
    parts: list[str] = []
    at = 0
    for credential in found:
        parts += (text[at : credential.start], f"[{credential.kind}]")
        at = credential.end
    parts.append(text[at:])
    return "".join(parts)
