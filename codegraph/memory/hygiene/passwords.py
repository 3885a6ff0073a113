"""Passwords as people write them.

Examples are `the password for staging is …`, `user admin / …` and `PIN: …`. Most sentences with the word mention
passwords without revealing one, so the value in the position of the password decides: it must look like a password, or
be quoted where a description would not be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from codegraph.memory.hygiene.literals import is_placeholder, is_wordlike, strip_sentence_end


class Password(NamedTuple):
    start: int
    end: int


_NAME: Final = (
    r"(?:password|passwort|passwd|passcode|passphrase|kennwort|contraseña|mot de passe|pass(?=[\"'`]?=)|"
    r"(?:pass|pwd?)(?<![a-z]pass)(?<![a-z]pwd)(?<![a-z]pw)(?![a-z]))"
)
_WHOSE: Final = (
    r"(?:[ \t]{1,3}(?:for|of|on|to|in|at|from|für|zum|des|der|von|pour|del?)"
    r"(?:[ \t]{1,3}[\w.@'’()/-]{1,40}){1,7}?)?"
)
_SIGN: Final = (
    r"\s{0,3}(?::=|=>|->|→|=|:|\b(?:is|was|remains|ist|lautet|est|es)\b(?:[ \t](?:now|still|currently|jetzt))?:?|"
    r"\b(?:set|changed|reset) to\b|\bwill be\b)\s{0,3}"
)
_VALUE: Final = (
    r"(?:\"(?P<double>[^\"\n]{4,80})\"|'(?P<single>[^'\n]{4,80})'|`(?P<tick>[^`\n]{4,80})`|"
    r"(?P<bare>[^\s\"'`,;<>{}()\[\]]{4,100}))"
)

_SAID: Final = re.compile(rf"{_NAME}(?P<tail>[a-z0-9_-]{{0,30}})[\"'`]?{_WHOSE}(?P<sign>{_SIGN}){_VALUE}")
_QUOTED: Final = re.compile(rf"(?!pass\b){_NAME}[ \t]{{1,2}}(?=[\"'`]){_VALUE}")
_CHANGED: Final = re.compile(
    r"(?:change|set|reset|rotate|update)[a-z]{0,2}[ \t]{1,2}(?:(?:the|its|my|our)[ \t])?(?:[\w-]{1,20}[ \t])?"
    rf"{_NAME}{_WHOSE}[ \t]{{1,2}}to[ \t]{{1,2}}{_VALUE}"
)
_USER: Final = re.compile(
    r"(?:user(?:name)?|login|account|usr)\b[:= \t]{1,3}[\"'`]?[\w.@+-]{2,60}[\"'`]?[\s,;/|]{1,4}"
    rf"(?:and |with )?(?:the )?(?:password|passwd|pass|pwd|pw)\b[:= \t]{{1,3}}{_VALUE}"
)
_PAIR: Final = re.compile(
    r"(?:log(?:ging|ged)? ?in|sign(?:ing|ed)? ?in|log ?on|credentials?|creds|logins?)\b[^\n.]{0,60}?"
    r"(?:\b(?:with|as|are|is|use|using)\b|[:=])\s{0,3}[\"'`]?[\w.@+-]{2,60}[\"'`]?"
    rf"(?:\s{{0,3}}[/|:]\s{{0,3}}|,? (?:and|with) (?:the )?(?:password )?){_VALUE}"
)
_DIGITS: Final = re.compile(
    r"(?:pin(?<![a-z]pin)(?:[ -]code)?|passcode|"
    r"(?:door|alarm|gate|access|entry|unlock|lock|safe|security|garage)[ -]code)\b"
    rf"{_WHOSE}{_SIGN}[\"'`]?(?P<bare>\d{{4,8}}#?)(?![\w-]|[.,:]\d)"
)
_PHRASE: Final = re.compile(
    rf"pass[ -]?phrase{_WHOSE}{_SIGN}[\"'`]?(?P<bare>[a-z]{{3,12}}(?:[ -][a-z]{{3,12}}){{3,11}})(?![ \w-])"
)
_SENTENCE_WORDS: Final = (
    "the and for with from that this are was not but you your our its can may must will has have had been when where "
    "which who into only also then than them they there here before after every each all any use used set see read "
    "asked taken kept made stored enter known"
)
_STOP_WORDS: Final = frozenset(_SENTENCE_WORDS.split())

_WORDS: Final = ("pass", "pw", "kennwort", "contraseña")
_PATTERNS: Final = (
    (_WORDS, _SAID),
    (_WORDS, _QUOTED),
    (("change", "set ", "reset", "rotate", "update"), _CHANGED),
    (("user", "login", "account", "usr"), _USER),
    (("login", "log in", "sign", "log on", "logon", "logg", "cred"), _PAIR),
)
"""Patterns with words of which one is in every text that they match."""

MARKS: Final = (*_WORDS, "pin", "code", "login", "log in", "sign", "logon", "log on", "logg", "cred")
"""Of these one stands, in lower case, in every text that holds a password."""

_FOR_WHAT: Final = re.compile(r"(?:password|pwd|pw)\s+(?:for|of|on|to|at)\b")
_GROUPS: Final = ("double", "single", "tick", "bare")

# What a password is called like, and is not: `password_hash: …`, `passwordField = …`.
_OTHER_THING: Final = re.compile(
    r"(?i)[_-]?(?:hash|digest|salt|file|path|id|name|field|url|uri|policy|reset|length|type|hint|ref|key|arn|version|"
    r"encoder|manager|less|auth\w*|protected|spraying|strength)"
)
_ALGORITHM: Final = re.compile(
    r"(?i)(?:sha|md|aes|rsa|pbkdf|b?crypt|scrypt|argon|base|utf|hs|rs|es|oauth|oidc|saml|nist|iso|rfc|u2f|fido|http|tls|"
    r"ssl|ipv|v|web|x|kv|bip|sms|mfa|ldap|kerberos|hmac|ed)-?\d.*"
)
_AMOUNT: Final = re.compile(
    r"(?i)[<>≥≤~]?\d+[-–+]?(?:[a-z]{1,12}|[–-]\d+)?[+%]?|0x[0-9a-f]+|\d{4}-\d\d-\d\d.*|v?\d+(?:\.\d+)+"
)
_WEAK: Final = (
    "letmein qwerty qwertz iloveyou swordfish dragon monkey sunshine hunter trustno1 toor sesame opensesame admin root "
    "postgres superuser abc123 football baseball princess"
)
_COMMON: Final = frozenset(_WEAK.split())
_STATE: Final = re.compile(
    r"(?i).*(?:ed|en|ing|able|ible|ive|ory|ary|al|ful|less|ent|ant|ous|ic|ly|wn|er|or|ion|ity|ness|s)|.{1,4}|"
    r"string|bytes|wrong|right|correct|weak|empty|blank|short|plain|secret|private|public|safe|secure|unique|valid|"
    r"invalid|missing|unset|unsafe|obsolete|constant|random|enough|below|above|inside|there|known|elsewhere|somewhere|"
    r"vault|later|never|always|maybe|prompt|value|input|false|undefined|unclear|disable|enable|write|create"
)


def find_passwords(text: str, lowered: str) -> Iterator[Password]:
    """Yield the positions of passwords; the same position may come twice.

    `lowered` is the text in lower case.
    """
    for marks, pattern in _PATTERNS:
        if not any(mark in lowered for mark in marks):
            continue
        for match in pattern.finditer(lowered):
            group = next(name for name in _GROUPS if match[name] is not None)
            start, end = match.span(group)
            value = text[start:end]
            if pattern is _SAID and _OTHER_THING.match(match["tail"]):
                continue
            bare = group == "bare"
            asked = pattern is not _SAID or _has_purpose(match)
            if _is_password(value, quoted=not bare, asked=asked, ends=_is_line_end(text, match.end())):
                yield Password(start, start + len(strip_sentence_end(value) if bare else value))
    if "pin" in lowered or "code" in lowered:
        for match in _DIGITS.finditer(lowered):
            yield Password(*match.span("bare"))
    if "phrase" in lowered:
        for match in _PHRASE.finditer(lowered):
            if not _STOP_WORDS.intersection(re.split("[ -]", match["bare"])):
                yield Password(*match.span("bare"))


def _has_purpose(match: re.Match[str]) -> bool:
    """Return whether the text says with a verb what the password opens.

    An example is `the password for staging is`."""
    return "is" in match["sign"] and _FOR_WHAT.search(match[0]) is not None


def _is_line_end(text: str, end: int) -> bool:
    rest = text[end : end + 3].lstrip(" \t")
    return not rest or rest[0] in ".!\n" or text[end - 1 : end] == "."


def _is_password(value: str, *, quoted: bool, asked: bool, ends: bool) -> bool:
    """Return whether a value in the position of a password is one."""
    value = value if quoted else strip_sentence_end(value)
    if len(value) < 4 or " " in value or is_placeholder(value) or "://" in value:
        return False
    if value.lower() in _COMMON:
        return True
    if _ALGORITHM.fullmatch(value) or (_AMOUNT.fullmatch(value) and not (value.isdigit() and len(value) >= 6 and ends)):
        return False
    letters = any(c.isalpha() for c in value)
    digits = any(c.isdigit() for c in value)
    signs = any(c in "!@#$%^&*+?~" for c in value[1:].rstrip("?"))
    if value.startswith(("$", "/", "~", "--", "%", "*", "\\", ":", "&", "|", "./", "=", ">", "!")):
        return False
    if value.isalpha():
        if quoted and not value.islower() and not value.istitle() and not value.isupper():
            return not is_wordlike(value) or len(value) > 6
        return asked and value.islower() and len(value) >= 6 and (quoted or ends) and not _STATE.fullmatch(value)
    if re.fullmatch(r"[A-Za-z_][\w]*(?:(?:\.|::|->|/)[\w-]+)+", value) or value.endswith((".py", ".md", ".sh", "()")):
        return False  # a dotted name, a path
    if re.fullmatch(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+", value):
        return False  # the name of a variable
    if letters and signs and len(value) >= 6:
        return True
    if letters and digits:
        return not re.fullmatch(r"[a-z]+(?:_[a-z0-9]+)+", value)  # a name in code
    return bool(re.fullmatch(r"[a-z]{3,12}(?:-[a-z]{3,12}){3,9}", value))
