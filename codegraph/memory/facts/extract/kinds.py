"""What single rules ask for beside their slots. A rule names its kind after its predicate: `uses moved`."""

# ruff: noqa: E501 - expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract.values import Clause, Slot


class Filled(NamedTuple):
    """A rule that fits a clause: the groups of its pattern, the first subject, the first object."""

    clause: Clause
    groups: Mapping[str, str | None]
    subject: str
    value: str

    def raw(self, group: str) -> str:
        return self.groups.get(group) or ""


_NOT_DROPPED: Final = re.compile(
    r"\b(?:support|tests?|code|flag|option|unused|dead|checks?|files?|from|the \w+ \w+|python \d|node \d|before|after)\b",
    re.I,
)
_PARTS: Final = (" service", " server", " package", " crate", " library")
_NO_NEED: Final = re.compile(r"(?:work|time|attention|review|care|testing|sleep|coffee|access|love)\b")
_CODE: Final = re.compile(r"[a-z][A-Z]|_|\(|^[A-Z]\w+$")


def _running(f: Filled) -> bool:
    return not p.is_host(f.value) and (f.value[:1].isupper() or p.NAME_VERSION.match(f.value) is not None)


def _moved(f: Filled) -> bool:
    """A party that moves to a tool uses it; a person who moves goes to a place, a file to a path, a thing to a team."""
    text, value = f.clause.text, f.value
    named = re.search(r"[A-Z\d]", value) is not None or "-" in value
    if f.clause.commanding and re.fullmatch(r"(?:switch|migrate|convert) to [a-z][a-z0-9_.-]*[a-rt-z0-9]", text):
        named = named or re.search(r"(?:ly|main|master|default|manual|dark|async|light|lazy)$", value) is None
    named = named or re.search(r"\b(?:switch|switched|migrated?|converted) (?:over )?from\b", text) is not None
    person = f.subject == "user" or p.is_person(f.subject) or f.clause.commanding
    if person and re.search(r"\bmoved?\b", text):
        return False
    elsewhere = p.fits(value, Slot.PATH) or value[0].isdigit() or re.search(r"\b(?:team|group|squad)$", value, re.I)
    return named and not elsewhere


def _dropped(f: Filled) -> bool:
    text = f.clause.text
    if re.match(r"\w+ (?:an?|the|this|that|its|all|some) ", text, re.I) and not re.search(r"[A-Z]", f.value):
        return False
    return _NOT_DROPPED.search(text) is None


def _needed(f: Filled) -> bool:
    """What is needed is a thing with a name: no help, no restart, no two arguments."""
    raw = f.raw("o")
    if re.search(r"[A-Z\d_@/.-]", raw) or f.value.lower().endswith(_PARTS):
        return True
    return len(raw.split()) == 1 and _NO_NEED.match(raw) is None


def _arrow(f: Filled) -> bool:
    other = rf"\b(?:{p.QUALITY}|went|goes|up|down|from|moved|changed|rose|fell|dropped)\b"
    return re.search(other, f.subject, re.I) is None


_GROUP: Final = re.compile(
    r"\b(?:team|group|squad|guild|committee|department|chapter|crew|unit|tribe|division|rotation|board|council)$|^team [A-Z]",
    re.I,
)
_LEDGER: Final = re.compile(r"\b(?:project|effort|migration|rewrite|initiative|programme|program)$", re.I)
_PARTY_NAME: Final = re.compile(
    r"\b(?:team|group|squad|guild|committee|department|crew|unit|tribe|division|people|folks|us|me|maintainers|guys)$|^team ",
    re.I,
)


_SPOT: Final = re.compile(
    r"\b(?:offices?|site|branch|meeting|conference|desk|helpdesk|counter|school|home|lunch|door)$", re.I
)


def _grouped(f: Filled) -> bool:
    return _GROUP.search(f.value) is not None


def _party(f: Filled) -> bool:
    """Who owns something is a person or a group."""
    raw = re.sub(r"^(?:the|our)\s+", "", f.raw("s"), flags=re.I)
    return (
        p.is_person(f.subject)
        or _PARTY_NAME.search(raw) is not None
        or f.subject in ("user", "project")
        or re.search(r"-(?:team|infra|ops|eng|dev|core)$|^@", raw) is not None
    )


_NO_TOOL: Final = re.compile(
    r"^(?:support|ball|idea|plan|plans|table|column|tables?|tests?|code|flags?|options?|checks?|files?|hope|everything|feature|branch|branches|"
    r"effort|topic|subject|case|line|lines|row|rows|index|item|items|request|message|packets?|connection|out|it|them|name|title)$",
    re.I,
)


def _left(f: Filled) -> bool:
    """What a party gave up is a thing with a name, or a practice it stopped using."""
    if f.clause.commanding and not re.search(r"\b(?:rid of|using|away|out)\b", f.clause.text):
        return _dropped(f)
    if re.match(r"support\b", f.value, re.I) or _NO_TOOL.match(f.value.split(" ")[-1]):
        return False
    named = re.search(r"[A-Z\d_@-]", f.value) is not None
    return (
        named
        or re.search(r"\b(?:using|rid of|give up on|gave up on|away|ditch\w*)\b", f.clause.text) is not None
        or re.match(r"(?:the|a|an|our|my|its)\b", f.raw("o")) is None
    )


_TOOLS: Final = re.compile(
    r"(?:etcd|redis|sqlite|s3|postgres(?:ql)?|mysql|mariadb|memcached|rocksdb|leveldb|kafka|rabbitmq|nats|mongo(?:db)?|vault|consul|minio|duckdb|"
    r"elasticsearch|opensearch|git|zookeeper|cassandra|clickhouse|dynamodb|influxdb|valkey|lmdb|hdf5|parquet)$",
    re.I,
)
_MANNER: Final = re.compile(
    r"(?:care|caution|love|ease|success|default|hand|pride|respect|confidence|precision|speed|effort|design|accident|chance|mistake|"
    r"email|mail|post|request|demand|time|hours|purpose|others|root|sudo|permission|consent|water|data|text|input|output|zeros?|null)$|.*(?:ing|ly|ss|ion|ity)$",
    re.I,
)


def _handled(f: Filled) -> bool:
    """With what something is done: a tool by its name, which may be written small."""
    raw = f.raw("o").split(",")[0].strip()
    if p.is_person(f.value) and " " in f.value and p.is_title(f.value):
        return False
    if f.value[:1].isupper() or p.NAME_VERSION.match(f.value):
        return not p.is_host(f.value)
    single = (
        re.fullmatch(r"[a-z][a-z0-9_.+-]+", raw) is not None
        and re.search(r"\b(?:with|using|via)\s", f.clause.text) is not None
    )
    return (
        single
        and not _MANNER.match(raw)
        and not (raw.endswith("s") and not re.search(r"\d|[-_.]|ss$|is$|us$|js$", raw))
    )


def _linked(f: Filled) -> bool:
    """What something relies on is no state of mind and no sum."""
    raw = f.raw("o")
    if re.match(r"(?:my|your|his|her)\b", f.raw("s"), re.I) and not re.search(r"[A-Z\d_@/.-]", raw):
        return False
    return (
        re.search(
            r"\b(?:number|size|amount|weather|mood|context|case|luck|order|time|day|situation|use case|settings?|value|choice|result)\b",
            raw,
            re.I,
        )
        is None
    )


KINDS: Final[Mapping[str, Callable[[Filled], bool]]] = {
    "running": _running,
    "firm": lambda f: (
        _GROUP.search(f.value) is None and _LEDGER.search(f.value) is None and _SPOT.search(f.value) is None
    ),
    "picked": lambda f: (
        re.match(r"(?:my|our|his|her|their)\b", f.raw("o"), re.I) is None
        and (
            not f.clause.commanding
            or re.match(r"(?:an?|the|any|one)\b", f.raw("o"), re.I) is None
            or re.search("[A-Z]", f.value) is not None
        )
    ),
    "led": lambda f: _grouped(f) or _LEDGER.search(f.value) is not None,
    "grouped": _grouped,
    "handler": lambda f: (
        f.value[:1].isupper() and not (p.is_person(f.value) and " " in f.value) and not _PARTY_NAME.search(f.value)
    ),
    "crew": lambda f: _PARTY_NAME.search(f.raw("s")) is not None or (p.is_person(f.subject) and " " in f.subject),
    "linked": _linked,
    "known": lambda f: f.value[:1].isupper() or _TOOLS.match(f.value) is not None,
    "settled": lambda f: (
        (p.is_person(f.subject) or f.subject == "project")
        and not re.search(r"\d", f.value)
        and not re.fullmatch("[A-Z]{2,}", f.value)
    ),
    "formerly": lambda f: (
        not p.is_title(f.subject)
        and not p.is_person(f.value)
        and not re.match(r"(?:an?|the|at|in|on|with|of|from) ", f.raw("s"), re.I)
    ),
    "handled": _handled,
    "left": _left,
    "event": lambda f: f.subject != "user" and not (p.is_person(f.subject) and " " in f.subject),
    "teamed": lambda f: _GROUP.search(f.value) is not None,
    "party": _party,
    "person": lambda f: p.is_person(f.value),
    "maker": lambda f: p.is_person(f.value) and re.match(r"(?:the|our|my|this|that)\b", f.raw("s"), re.I) is not None,
    "gone": lambda f: bool(re.search(r"[A-Z\d]", f.value)),
    "host": lambda f: p.is_host(f.value) and "://" not in f.value,
    "moved": _moved,
    "dropped": _dropped,
    "needed": _needed,
    "arrow": _arrow,
    "named": lambda f: re.search(r"(?:manager|boss|email|name|phone|number)$", f.raw("k")) is None,
    "dated": lambda f: bool(f.clause.valid_from) or f.clause.now,
    "bare": lambda f: re.match(r"(?:an?|the|this|that|its)\b", f.raw("o"), re.I) is None,
    "titled": lambda f: p.is_title(p.trimmed(f.raw("r"))),
    "chosen": lambda f: re.match(r"(?:my|our|his|her|their)\b", f.raw("o"), re.I) is None,
    "proper": lambda f: (
        f.value[:1].isupper()
        and not p.is_host(f.value)
        and not (
            p.is_person(f.value)
            and " " in f.value
            and f.value.split()[0].istitle()
            and f.value.split()[-1].istitle()
            and " by " in f.clause.text
        )
    ),
    "version": lambda f: f.value[:1].isupper() and p.NAME_VERSION.match(f.value) is not None,
    "name": lambda f: (
        (f.value[:1].isupper() and f.subject[:1].isupper()) or all(_CODE.search(n) for n in (f.subject, f.value))
    ),
    "code": lambda f: all(_CODE.search(name) for name in (f.subject, f.value)),
    "over": lambda f: f.clause.over or bool(f.clause.valid_to),
    "plain": lambda f: re.search(rf"\b(?:{p.QUALITY})$", f.subject, re.I) is None and "." in f.value,
}


def fits(kind: str, filled: Filled) -> bool:
    """Whether a filled rule of a kind states a fact; a rule without a kind always does."""
    asks = KINDS.get(kind)
    return asks is None or asks(filled)
