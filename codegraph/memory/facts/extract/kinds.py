"""What may stand in a place of a frame: one test a kind."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from codegraph.memory.facts.extract import catalogue, sorts
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.parties import (
    NOBODY,
    ONLY_TEAMS,
    PRONOUNS,
    VALUES,
    boss,
    determined,
    group,
    maker,
    org,
    owner,
    party,
    person,
    team,
)
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind

COMPONENTS: Final = w.words(
    "service services server crate package library module agent api compiler database daemon plugin "
    "broker queue cache gateway "
    "engine runtime driver client exporter sdk headers toolchain interpreter proxy registry store backend "
    "subsystem component extension binary kernel framework worker scheduler app bus index resolver mailer layer sidecar "
    "addon add-on bridge adapter shim emulator middleware firmware hypervisor vm runtimes compilers headers lambda toolkit plugin plugins libraries packages"
)
VAGUE: Final = n.GENERIC_NOUNS | n.QUALITIES | n.PROGRAM_NOUNS
PROPOSALS: Final = w.words(
    "proposal motion idea plan request change suggestion pr patch offer bid draft rfc vote whatever it"
)
NO_ROLE: Final = w.words("case rule exception priority problem")


def known_name(found: Phrase) -> bool:
    """A name of something that runs: code, known software, a capital, or a spelling that no word has."""
    if any(t.kind in VALUES for t in found.tokens) and not any(c.isalpha() for c in found.text):
        return False
    if found.kind in (Kind.EMAIL, Kind.PHONE, Kind.URL):
        return False
    if any(t.kind in (Kind.CODE,) for t in found.tokens) or n.is_software(found.text) or n.is_software(found.head):
        return True
    if found.head in n.INSTALLED and any(n.is_software(t.text) for t in found.tokens[:-1]):
        return True
    if any(
        t.text[:1].isupper() and not (t.start == 0 and _lower_behind(found))
        for t in found.tokens
        if t.kind is Kind.WORD
    ):
        return True
    if len(found.tokens) == 1 and re.fullmatch(r"lib\w{2,}|\w{2,}(?:lib|js|py|db|sql|ctl)", found.text.lower()):
        return True
    return re.search(r"[a-z]\d|\w[-_.]\w|\d[a-z]", found.text) is not None and found.head not in n.TEAMS


def _lower_behind(found: Phrase) -> bool:
    """Whether a phrase begins a sentence and goes on as common nouns do: its capital says nothing."""
    return len(found.tokens) > 1 and found.tokens[1].kind is Kind.WORD and found.tokens[1].text[:1].islower()


def tool(found: Phrase) -> bool:
    if (
        not found.text
        or len(found.tokens) > 5
        or found.kind in (Kind.URL, Kind.EMAIL, Kind.PHONE, Kind.DATE, Kind.ADDRESS)
    ):
        return False
    if any(t.kind is Kind.NUMBER for t in found.tokens) or found.kind is Kind.VERSION:
        return False
    low = found.text.lower()
    if (
        low in PRONOUNS
        or low in NOBODY
        or found.determiner in ("no", "this", "that", "these", "those", "neither", "any", "some", "your", "his", "her")
    ):
        return False
    if found.head in ONLY_TEAMS and found.text.rpartition(" ")[2].islower():
        return False
    if found.opening in (
        "anywhere",
        "everywhere",
        "somewhere",
        "whatever",
        "wherever",
        "anything",
        "everything",
        "whoever",
    ):
        return False
    product = len(found.tokens) > 1 and n.is_software(found.opening) and found.tokens[-1].text[:1].isupper()
    if found.head in _NO_TOOLS and found.kind is Kind.WORD and not product:
        return False
    if found.opening in _NUMERALS or re.match(r"(?:he|she|they|xe|ze)/", low):
        return False
    if found.head in ("dependency", "dependencies") and len(found.tokens) == 1:
        return False
    if known_name(found):
        return found.head not in n.TITLES or found.text[:1].isupper() is False or not sorts.is_title(found)
    if found.head in VAGUE or sorts.is_team(found) or found.head in n.PERSONAL:
        return False
    if (
        sorts.ABSTRACT.search(found.head)
        and len(found.tokens) == 1
        and not found.determiner
        and not re.search(r"(?:ing|s|set)$", found.head)
    ):
        return False
    return not determined(found)


_NUMERALS: Final = w.words("one two three four five six seven eight nine ten several many few multiple various own")
_NO_TOOLS: Final = w.words(
    "option options flag flags argument arguments parameter parameters method methods function "
    "functions test tests endpoint endpoints "
    "command commands page pages section readme pr prs issue ticket branch field column row header "
    "headers comment comments button "
    "dialog menu error errors exception warning message type types case cases value values variable "
    "variables check checks "
    "user users name names file files folder directory port ports api apis cli ui url urls id ids "
    "utc gmt ci cd lowercase uppercase strings login whitespace recursion caching threading "
    "authentication json_schema http https tcp udp const let var async await final static self super null true false"
)


_MEANS: Final = w.words(
    "funding timing staffing hiring planning budget money time luck weather mood taste context demand legal management"
)


def leaned_on(found: Phrase) -> bool:
    """What something may depend on: with that verb any part of a system is meant."""
    if any(t.text.endswith("ing") and t.text.islower() for t in found.tokens[1:-1]):
        return False
    if found.text.lower() in _MEANS:
        return False
    return tool(found) or (found.head in ("api", "ui", "cli", "auth", "authentication") and not determined(found))


def plain_tool(found: Phrase) -> bool:
    """As `tool`, and named: what has an article and no name is a thing of the program."""
    return tool(found) and (known_name(found) or not found.determiner)


def dependency(found: Phrase) -> bool:
    """What something may need: named, or called a part of a system."""
    if found.owner in ("its", "their") and not known_name(found):
        return False
    if found.determiner in ("no", "any", "some", "your", "this", "these") or not found.text:
        return False
    if found.kind in VALUES or any(t.kind is Kind.NUMBER for t in found.tokens):
        return False
    if found.head in ("dependency", "dep", "dependencies", "requirement", "prerequisite") and len(found.tokens) > 1:
        return True
    if found.head in _NO_TOOLS and found.kind is Kind.WORD:
        return False
    return (
        (known_name(found) and (n.is_software(found.text) or not sorts.is_title(found)))
        or bool(found.version)
        or found.head in COMPONENTS
    )


def named_tool(found: Phrase) -> bool:
    place = found.text.lower() in n.GAZETTEER
    return tool(found) and known_name(found) and not sorts.is_path(found) and not place


def thing(found: Phrase) -> bool:
    low = found.text.lower()
    return (
        bool(found.text)
        and low not in NOBODY
        and low not in ("i", "me", "he", "she", "us")
        and found.kind not in (Kind.NUMBER, Kind.DATE)
        and found.determiner not in ("no", "neither")
    )


def lang(found: Phrase) -> bool:
    text = re.sub(r"^(?:plain|pure|vanilla|modern|idiomatic|standard) (?=\S)", "", found.text)
    if found.version and f"{text}".lower() in n.LANGUAGES:
        return True
    if text.lower() in n.LANGUAGES and (
        text[:1].isupper() or found.kind is Kind.CODE or text.lower() in ("bash", "awk", "golang")
    ):
        return True
    if (
        text.lower() in n.LANGUAGES
        and not found.determiner
        and len(found.tokens) == 1
        and text.lower() not in ("basic", "logo", "reason", "less")
    ):
        return True
    return re.fullmatch(r"C\+\+\d*|C#|C\d\d|F#|ES\d+", text) is not None or (
        found.kind is Kind.WORD
        and text[:1].isupper()
        and not found.determiner
        and len(found.tokens) <= 2
        and not sorts.is_path(found)
        and text.lower() not in NATURAL
    )


NATURAL: Final = w.words(
    "english french german spanish italian dutch portuguese japanese chinese korean russian polish "
    "latin utc capitals british american"
)


def host(found: Phrase) -> bool:
    if found.text.lower() in ("github", "gitlab", "bitbucket", "gitea", "sourcehut", "codeberg", "launchpad"):
        return True
    return sorts.is_host(found)


def port(found: Phrase) -> bool:
    tokens = [t for t in found.tokens if t.low not in ("port", "ports", "tcp", "udp", "the")]
    return (
        len(tokens) == 1
        and tokens[0].kind in (Kind.VERSION, Kind.ADDRESS)
        and (
            len(tokens) < len(found.tokens)
            or len(tokens[0].text) > 2
            or tokens[0].text in ("21", "22", "23", "25", "53", "69", "70", "79", "80", "88")
        )
        and (tokens[0].kind is Kind.ADDRESS or tokens[0].text.isdigit())
        and (tokens[0].kind is Kind.ADDRESS or sorts.is_port(tokens[0]))
    )


def port_number(found: Phrase) -> bool:
    return port(found) and (
        found.tokens[0].low in ("port", "ports", "tcp", "udp", "http", "https", "grpc") or found.kind is Kind.ADDRESS
    )


def address(found: Phrase) -> bool:
    return found.kind is Kind.ADDRESS and not found.text.startswith(":")


def path(found: Phrase) -> bool:
    if found.text.lower() in n.STORES and not found.version:
        return True
    return sorts.is_path(found) and not sorts.is_host(found)


def place(found: Phrase) -> bool:
    if found.kind is Kind.PATH:
        return False
    return (
        (
            found.kind is Kind.WORD
            and found.text[:1].isupper()
            and not found.version
            and not sorts.is_title(found)
            and found.text.lower() not in w.PRONOUNS
            and (not n.is_software(found.text) or found.text.lower() in n.GAZETTEER)
        )
        or (found.head == "building")
        or bool(re.fullmatch(r"building \w+", found.text.lower()))
    )


def title(found: Phrase) -> bool:
    return sorts.is_title(found) or (
        found.of is not None and found.head in w.words("head director vp chief president chair founder")
    )


def value(found: Phrase) -> bool:
    return bool(found.tokens) and found.tokens[0].kind in VALUES and len(found.tokens) <= 4


def duration(found: Phrase) -> bool:
    return (
        found.kind is Kind.NUMBER
        and re.search(r"(?:ms|s|min|h|d|second|minute|hour|day|week|month|year|sec)s?$", found.text.lower()) is not None
    )


def count(found: Phrase) -> bool:
    return (
        found.kind is Kind.NUMBER
        and re.search(r"(?:times|attempts?|retries|tries|twice)$", found.text.lower()) is not None
    )


def name(found: Phrase) -> bool:
    low = found.text.lower()
    if any(t.kind is Kind.CODE and re.search(r"[\[\]{}|]", t.text) for t in found.tokens):
        return False
    return (
        bool(found.text)
        and low not in w.PRONOUNS
        and found.kind not in (Kind.NUMBER, Kind.DATE, Kind.URL)
        and not determined(found)
        and len(found.tokens) <= 5
    )


def code_name(found: Phrase) -> bool:
    return name(found) and (
        found.tokens[0].kind is Kind.CODE or re.search(r"[A-Z]|_|\(|::|-|/|\.\w|^[#@]", found.text) is not None
    )


def taste(found: Phrase) -> bool:
    low = found.text.lower()
    return (
        bool(found.text)
        and low not in w.PRONOUNS
        and found.determiner not in ("this", "that", "your", "these", "those")
        and found.kind not in (Kind.DATE,)
        and low not in NOBODY
        and found.head not in w.words("idea ideas way look sound feeling thought it division")
        and found.determiner not in ("the",)
    )


def me(found: Phrase) -> bool:
    return found.text.lower() in ("i", "me", "we", "user") or sorts.is_person(found)


def anyone(found: Phrase) -> bool:
    return found.text.lower() in ("i", "me", "us", "we", "it", "they", "he", "she") or person(found) or thing(found)


def proper(found: Phrase) -> bool:
    return bool(found.text) and (found.text[:1].isupper() or found.kind in (Kind.CODE, Kind.QUOTE))


def licence(found: Phrase) -> bool:
    return (
        any(t.text[:1].isupper() for t in found.tokens)
        and re.search(
            r"licen[cs]e|MIT|GPL|BSD|Apache|MPL|ISC|Unlicense|CC|EUPL|Zlib|WTFPL|domain|terms", found.text, re.I
        )
        is not None
    )


TESTS: Final[Mapping[str, Callable[[Phrase], bool]]] = {
    "any": lambda f: bool(f.text),
    "person": person,
    "party": party,
    "owner": owner,
    "thing": thing,
    "org": org,
    "team": team,
    "tool": tool,
    "dependency": dependency,
    "lang": lang,
    "group": group,
    "host": host,
    "port": port,
    "portnumber": port_number,
    "address": address,
    "path": path,
    "place": place,
    "title": title,
    "value": value,
    "duration": duration,
    "count": count,
    "name": name,
    "taste": taste,
    "me": me,
    "city": lambda f: f.text.lower() in n.GAZETTEER,
    "seat": lambda f: (
        f.head
        in w.words(
            "office offices headquarters hq team company firm startup lab studio branch warehouse "
            "factory desk foundation datacenter datacentre colo"
        )
        or f.text.lower().endswith(("data center", "data centre"))
    ),
    "i": lambda f: f.text.lower() in ("i", "he", "she"),
    "anyone": anyone,
    "boss": boss,
    "license": licence,
    "maker": maker,
    "choice": lambda f: (
        bool(f.text)
        and f.text.lower() not in w.PRONOUNS
        and f.determiner not in ("that", "this", "every", "each", "my", "your", "his", "her", "any", "no")
    ),
    "url": lambda f: f.kind is Kind.URL,
    "email": lambda f: f.kind is Kind.EMAIL,
    "phone": lambda f: f.kind is Kind.PHONE,
    "version": lambda f: (
        (f.kind is Kind.VERSION and len(f.tokens) == 1)
        or (f.kind is Kind.VERSION and f.tokens[0].low in ("version", "release", "v"))
    ),
    "versionnumber": lambda f: (
        (f.kind is Kind.VERSION and f.tokens[0].low in ("version", "release", "v"))
        or (f.kind is Kind.VERSION and len(f.tokens) == 1)
    ),
    "versioned": lambda f: (bool(f.version) and name(f) and known_name(f)) or (bool(f.version) and not f.determiner),
    "bounded": lambda f: bool(f.version) and bool(f.bound),
    "minimum": lambda f: True,
    "upperbound": lambda f: f.kind is Kind.VERSION,
    "target": lambda f: True,
    "practice": lambda f: f.text.lower() in catalogue.PRACTICES,
    "rolenoun": lambda f: True,
    "body": lambda f: True,
    "office": lambda f: f.head in w.words("office offices headquarters hq home base site branch"),
}
