"""Of what sort a noun phrase is: a person, a title, a group, a machine, a path."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from typing import Final

from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind, Token


def personal(found: Phrase) -> Phrase | None:
    """`my coworker Kwame` is Kwame: the name behind what somebody is."""
    tokens = found.tokens
    cut = next((k for k in range(1, len(tokens)) if tokens[k].text[:1].isupper()), 0)
    if (
        not cut
        or any(t.text[:1].isupper() for t in tokens[:cut])
        or not all(t.text[:1].isupper() for t in tokens[cut:])
    ):
        return None
    last = tokens[cut - 1].low
    if not (last in n.PERSONAL or last in n.TITLES or last.endswith("-in-law")) or (
        last in ("editor", "driver", "controller", "manager") and not found.determiner
    ):
        return None
    name = Phrase(p.joined(tokens[cut:]), tokens[cut:])
    return name if is_person_name(name) else None


def is_person(found: Phrase) -> bool:
    if personal(found) is not None:
        return True
    text = found.text
    low = found.head
    if text in ("user", "I", "me", "i") or low in ("he", "she", "who", "him", "her"):
        return True
    if low in n.PERSONAL or low.endswith("-in-law"):
        return True
    return is_person_name(found)


def is_person_name(found: Phrase) -> bool:
    parts = [t for t in found.tokens if t.low not in n.HONORIFICS and t.text != "."]
    if not parts or len(parts) > 5 or found.determiner in ("the", "a", "an") or found.version:
        return False
    if re.fullmatch(r"[\u4e00-\u9fff]{2,4}", found.text):
        return True
    for one in parts:
        if one.kind is not Kind.WORD:
            return False
        if one.low in n.PARTICLES_OF_NAMES and one is not parts[0]:
            continue
        if not one.text[:1].isupper() or re.search(r"\d|[_/()+#]", one.text):
            return False
        if one.text.isupper() and len(one.text) > 1:
            return False
        if re.search(r"[a-z][A-Z]", one.text) and not re.match(r"(?:Mc|Mac|De|Di|La|Le|Van|O')[A-Z]", one.text):
            return False
    if (
        len(parts) == 1
        and "-" not in parts[0].text
        and ABSTRACT.search(parts[0].low)
        and parts[0].low not in ("frances", "harding", "fielding", "golding")
    ):
        return False
    several = len(parts) > 1
    if any(n.is_software(t.text) and t.low not in n.ALSO_PEOPLE and not (several and t.low in n.COMMON) for t in parts):
        return False
    return parts[-1].low not in _NOT_NAMES and parts[0].low not in _NOT_NAMES


_NOT_NAMES: Final = (
    frozenset(word for word in n.TOOL_KINDS if " " not in word) | n.TEAMS | n.MACHINES | n.PLACES_OF_FILES | n.QUALITIES | n.GENERIC_NOUNS | n.PROGRAM_NOUNS | n.ORGANISATIONS
    | w.words("project api service services server client library docs documentation readme changelog everything app application system "
              "version release support github sdk cli ui requests jobs uploads tokens sessions users "
              "names data logs metrics "
              "gmbh inc ltd ag labs systems analytics partners monday tuesday wednesday thursday "
              "friday saturday sunday "
              "authentication configuration deployment persistence search static charts messages "
              "templates plugins backups "
              "certificates snapshots tests migrations secrets retries house tabs development admin "
              "background compiled "
              "requests maximum minimum default internally translations search reports uploaded graph gRPC runtime")
)  # fmt: skip


ABSTRACT: Final = re.compile(
    r".{4,}(?:ions?|ments?|ings?|ences?|ances?|ties|ity|ness|tures?|ages|ables|ics|ware|ships?|isms?|sets|lists|ories|aries|oards|ects|aints|odes|iles|ates|icates|ugs|ocs|orks|ows|nals|cies|uests|eries)$"
)


def is_title(found: Phrase) -> bool:
    if len(found.tokens) == 2 and found.tokens[0].low in ("vp", "svp", "evp", "avp") and found.text[:1].isupper():
        return True
    if found.head not in n.TITLES or n.is_software_title(found.text) or found.kind is not Kind.WORD:
        return False
    return len(found.tokens) <= 6 and found.determiner not in ("this", "that", "each", "every", "no", "any")


def is_team(found: Phrase) -> bool:
    return found.head in n.TEAMS or found.head.startswith("team-") or found.head.endswith(("-team", "-squad", "-wg"))


def is_port(token: Token) -> bool:
    text = token.text.lstrip(":")
    return text.isdigit() and 1 <= int(text) <= 65_535


_HOSTNAME: Final = re.compile(r"^(?=.*[a-z])(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+|[a-z]+(?:-[a-z]+)*-?\d+)$", re.I)
_FILE: Final = re.compile(r"\.(?:py|js|ts|tsx|md|toml|json|ya?ml|txt|sql|rs|go|c|h|cpp|rb|sh|html|css|xml|ini|cfg|conf|lock|csv)$")  # fmt: skip


def is_host(found: Phrase) -> bool:
    text = found.text
    low = text.lower()
    if n.GENERIC_MACHINES.fullmatch(low) and not (found.owner in ("project", "user") and len(found.tokens) > 1):
        return False
    if low in n.PLATFORMS or any(low == f"{p}" for p in ()):
        return True
    if found.opening in n.PLATFORMS and 1 < len(found.tokens) < 4 and all(t.text[:1].isupper() for t in found.tokens):
        return True
    if (
        len(found.tokens) == 1
        and (_HOSTNAME.match(text) is not None and not _FILE.search(low))
        and found.kind in (Kind.WORD, Kind.CODE, Kind.PATH)
    ):
        return "." in text or "-" in text or bool(re.search(r"\d", text))
    if re.fullmatch(r"\d{1,3}(?:\.\d{1,3}){3}|localhost", low):
        return True
    if low == "nas" and found.determiner:
        return True
    return (found.head in n.MACHINES and len(found.tokens) > 1) or hostname(found) != ""


def hostname(found: Phrase) -> str:
    """`build runner hetz-3` is hetz-3: the name behind what kind of machine it is, "" where none is."""
    if len(found.tokens) < 2 or found.tokens[-2].low not in n.MACHINES or found.tokens[-1].kind is not Kind.WORD:
        return ""
    return found.tokens[-1].text if re.search(r"[\d.-]", found.tokens[-1].text) else ""


def is_path(found: Phrase) -> bool:
    if found.kind in (Kind.PATH,):
        return True
    if len(found.tokens) == 1 and found.kind in (Kind.CODE, Kind.QUOTE, Kind.URL):
        return re.fullmatch(r"[\w.@{}<>$*~/:-]+", found.text) is not None and (
            "/" in found.text or "." in found.text or found.kind is Kind.CODE
        )
    if found.head in ("root", "top", "top-level") and found.of is not None and found.determiner == "the":
        return True
    if found.head in n.PLACES_OF_FILES and "own" not in [t.low for t in found.tokens]:
        return (
            len(found.tokens) > 1
            and (found.head not in _CONTAINERS or any(t.kind is not Kind.WORD for t in found.tokens))
        ) or (bool(found.determiner) and found.head in ("wiki", "vault", "repo", "repository", "monorepo"))
    return len(found.tokens) == 1 and found.text.lower() in (
        "wiki",
        "vault",
        "monorepo",
        "readme",
        "handbook",
        "runbook",
        "changelog",
        "intranet",
    )


_CONTAINERS: Final = w.words(
    "module package namespace table database tree branch volume share disk partition archive registry submodule"
)
