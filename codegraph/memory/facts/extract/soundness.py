"""What is refused, whoever found it: facts of nothing that is named, and of sentences that only seem to state them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.values import Extracted

_LONGEST: Final = 200  # characters of an object; what is longer is a text and no name
_NOBODY: Final = w.words(
    "i me it itself this that these those them they he she him her his hers its himself herself themselves one ones "
    "something anything nothing whatever whoever thing things folks people successor predecessor latter former same "
    "other others before after then here there"
)
"""Words that stand for what another word names."""

_TAKEN_FOR_NAMES: Final = w.words("sits lives runs listens stands stays goes comes gets does")
"""Verbs that also are plurals."""

_WEEKDAYS: Final = w.words("mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends mornings")
_EXAMPLE: Final = re.compile(
    r"\bas an? (?:\w+ )?(?:example|illustration)\b|\bin (?:this|the) (?:example|chapter|guide|tutorial|walkthrough)\b"
    r"|\bthis (?:example|chapter|guide|tutorial|walkthrough)\b",
    re.I,
)
_CLOCK: Final = re.compile(r"(?<![\w.:/])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])")
_OF_HOSTS: Final = frozenset(["listens_on", "runs_on_host"])
_PORT: Final = re.compile(r"\bports?\b|\blisten|\bbinds?\b|\bbound\b|\bserv(?:es|ing|ed)\b|\bexpos", re.I)
_SETTING: Final = re.compile(
    r"(?:^|_)(?:max|min|num|n|limit|size|count|conn\w*|timeout|ttl|pool|rate|depth|workers?)(?:_|$)", re.I
)
_USER_PORTS: Final = 1024
_KNOWN_PORTS: Final = frozenset(
    (21, 22, 23, 25, 53, 67, 69, 80, 88, 110, 111, 123, 135, 139, 143, 161, 179, 194, 389, 443, 445, 465, 500, 514, 515,
     530, 543, 546, 554, 587, 631, 636, 640, 666, 873, 902, 989, 990, 993, 995)
)  # fmt: skip
_HELD: Final = frozenset(["owns", "leads", "works_at", "has_role", "member_of", "reports_to"])
_TO_COME: Final = re.compile(r"\b(?:will|shall|is going to|are going to|is about to)\b|['’]ll\b", re.I)
_OF_USE: Final = frozenset(["uses", "depends_on", "has_version", "written_in"])
_NOT_USED: Final = re.compile(
    r"\bthe last (?:release|version|one) (?:that|to|which)\b|\bto the list of\b|^next stop\b|^no way\b"
    r"|\b(?:bug|crash|error|failure|hang|it) (?:happens?|occurs?)(?: only)? on\b|\bfall(?:s|ing)? back (?:to|on)\b"
    r"|\bget (?:[\w-]+ ){1,4}(?:green|working|running|to (?:pass|run|build|compile))\b",
    re.I,
)
_STANDING_FOR_MORE: Final = w.words("references mentions occurrences calls links usages")
_CREDENTIALS: Final = w.words("user username login password account")
_FORMER: Final = ("old ", "former ", "previous ")
_LIVING: Final = w.words(
    "dog cat pet kid kids child children baby son daughter mother father mum mom dad parents wife husband partner "
    "sister brother horse"
)
_SERVED: Final = w.words(
    "insurance policy mortgage loan pension account subscription booking reservation appointment meeting interview "
    "call lunch dinner"
)
_WITH: Final = re.compile(r"\b(?:is|are|was|were|stays?|stayed|staying|lives?|sits?|remains?)(?: \w+)? with\b", re.I)
_GIVES_UP: Final = re.compile(r"\bg(?:ive[sn]?|ave|iving) up(?: on)? (?!the\b|my\b|our\b|his\b|her\b|their\b)", re.I)
_BEGINS: Final = re.compile(r"[A-Z][a-z]{3,}ed$")
_LIKED: Final = re.compile(r"\bliked (?:their|his|her|your|the)\b", re.I)
_BY_CHOICE: Final = re.compile(
    r"\b(?:in the end|eventually|finally|it was|it's|vote|poll|out|prevailed|decid\w+|settled)\b", re.I
)
_DAYS: Final = re.compile(r"(?:(?:my|his|her|their) )?(?:first|last) day$", re.I)
_VERBS_OF_NAMES: Final = re.compile(r"_(?:get|gets|got|is|are|was|were|has|have|had|be|been)(?:_|$)")
_ADDRESS: Final = re.compile(r"(?:10|127|172|192)(?:\.\d{1,3}){3}")
_ADDRESSED: Final = re.compile(r"^(?:dr|mr|mrs|ms|prof|professor)\.? ", re.I)
_NO_BOSS: Final = re.compile(
    r"(?<![\w'’])(?!my|our|your|his|her|their|the|new|line|direct|general|senior|current|acting|former|hiring|engineering|product|"
    r"project|account|office|people|regional|area|department|team|store|shop|plant|sales|marketing|operations|it|dev|"
    r"qa|support|programme|program|technical|data|research)[a-z]+ manager\b"
)
_GOES: Final = re.compile(r"\b(?:he|she|they) (?:went|moved|goes|left) (?:over )?(?:to|for)\b", re.I)


def _owned(fact: Extracted, text: str) -> bool:
    """Whether it can be in somebody's charge: a dog stays *with* somebody, an insurance is *with* a company, and who
    gives up coffee drank it."""
    thing = fact.object.casefold().rpartition(" ")[2]
    if thing in _LIVING | _SERVED and _WITH.search(text):
        return False
    gone = fact.ended and _GIVES_UP.search(text) is not None and "owner" not in text
    return not (gone and fact.object.islower())


def _port(fact: Extracted, text: str) -> bool:
    """Whether a number may be a port: it is called one, or it is one that services have."""
    if _PORT.search(text) or f":{fact.object}" in text:
        return True
    return int(fact.object) >= _USER_PORTS or int(fact.object) in _KNOWN_PORTS


def _of_another(fact: Extracted, text: str) -> bool:
    """Whether a name is that of what somebody has: `Ada has a cat named Miso`; or a tool that of what it is said to be
    for: `Godot for the client, the server is …`."""
    said = re.escape(fact.object)
    if fact.predicate == "has_name":
        kept = rf"\b{re.escape(fact.subject)}\b[^.;]*? an? (?:[\w-]+ ){{1,4}}?(?:named|called|by the name of) {said}\b"
        return re.search(kept, text) is not None
    found = re.search(rf"\b{said}(?: v?\d[\w.]*)? for (?:the|our|my) (?P<what>\w+)\W*(?:,|;|\band\b|$)", text, re.I)
    whose = fact.subject.casefold()
    return found is not None and whose not in ("user", "project") and found["what"].casefold() not in whose


_REGISTRIES: Final = w.words("pypi npm npmjs crates.io rubygems packagist hackage luarocks cpan nuget")


def as_setting(fact: Extracted, text: str) -> Extracted:
    """A number that was taken for a port, and is the value of a setting: `max_client_conn is at 650 now`."""
    if fact.predicate != "listens_on" or not fact.object.isdigit() or " " in fact.subject or _PORT.search(text):
        return fact
    if "_" not in fact.subject or _SETTING.search(fact.subject) is None:
        return fact
    return replace(fact, subject="project", predicate=f"has_{fact.subject.lower()}")


def sound(fact: Extracted) -> bool:
    """Whether both parts of a fact name something, not the same thing, and of a kind that the predicate takes."""
    subject, object_ = fact.subject.casefold(), fact.object.casefold()
    if not subject or not object_ or subject == object_ or len(object_) > _LONGEST:
        return False
    if {subject, object_} & (_NOBODY | _TAKEN_FOR_NAMES) or object_ in _WEEKDAYS or object_.startswith("thing called "):
        return False
    if fact.predicate.startswith("has_") and _VERBS_OF_NAMES.search(fact.predicate):
        return False
    match fact.predicate:
        case "works_at":
            return subject != "project"
        case "has_version":
            return _ADDRESS.fullmatch(object_) is None
        case "uses" | "depends_on" if _ADDRESSED.match(object_):
            return False
        case "replaced_by":
            return subject not in _STANDING_FOR_MORE
        case "due_on" | "started_on":
            return _DAYS.match(subject) is None
        case "uses":
            return not (" " in subject and subject.rpartition(" ")[2] in _CREDENTIALS)
        case "located_in":
            return fact.ended or bool(fact.valid_to) or not subject.startswith(_FORMER)
        case _:
            return True


def stated_by(fact: Extracted, text: str) -> bool:
    """Whether a sentence that a fact was found in speaks of what is so, and not of an example, an hour or a fault."""
    if fact.predicate in _OF_USE and (_EXAMPLE.search(text) or _NOT_USED.search(text)):
        return False
    if fact.predicate == "due_on" and f"as of {fact.object.casefold()}" in text.casefold():
        return False
    if fact.predicate == "reports_to" and _NO_BOSS.search(text):
        return False
    if fact.predicate in _OF_HOSTS and fact.object.isdigit() and _CLOCK.search(text):
        return False
    if fact.predicate == "listens_on" and fact.object.isdigit() and not _port(fact, text):
        return False
    if fact.weighed and fact.predicate in _HELD and _TO_COME.search(text):
        return False
    if fact.predicate == "uses" and fact.object.casefold() in _REGISTRIES and f" on {fact.object}" in text:
        return False  # there it can be had
    if (fact.predicate == "has_name" or (fact.weighed and fact.predicate == "uses")) and _of_another(fact, text):
        return False
    if fact.predicate == "uses" and fact.subject not in ("user", "project") and _GOES.search(text):
        return False
    if fact.predicate == "owns" and not _owned(fact, text):
        return False
    if fact.subject == "Please" or (_BEGINS.match(fact.subject) and text.startswith(fact.subject)):
        return n.is_software(fact.subject) and fact.subject != "Please"  # `Renewed x, it expires on …`
    if fact.predicate == "decided" and f"{fact.object} won" in text:
        return n.is_software(fact.object) or _BY_CHOICE.search(text) is not None  # people win, too
    if fact.predicate == "prefers" and _LIKED.search(text):
        return False
    return f"half {fact.object}" not in text and not (fact.predicate == "expires_on" and "'s last day" in text)
