"""Whether a sentence tells a fact as news: something took the place of what was (`now`, `since May`, `took over`)."""

from __future__ import annotations

import re
from typing import Final

from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract.values import Extracted, News

_MOVED: Final = re.compile(
    r"\b(?:t(?:ake|akes|ook|aken|aking) (?:\S+ ){0,4}?over|takeover|inherit(?:s|ed)?|"
    r"hand(?:s|ed|ing)?(?: \S+){0,4} (?:over|off|to)|"
    r"pass(?:es|ed)(?: \S+){0,4} (?:on|to)|(?:re)?mov(?:e|es|ed|ing)|switch(?:e[sd]|ing)?|chang(?:e|es|ed|ing)|"
    r"migrat(?:e|es|ed|ing)|transfer(?:s|red|ring)?|replac(?:e|es|ed|ing)|succeed(?:s|ed)?|renam(?:e|es|ed|ing)|"
    r"upgrad(?:e|es|ed|ing)|downgrad(?:e|es|ed|ing)|bump(?:s|ed|ing)?|updat(?:e|es|ed|ing)|rais(?:e|es|ed|ing)|"
    r"lower(?:s|ed|ing)?|increas(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|reduc(?:e|es|ed|ing)|"
    r"go(?:es)? from|went from|becom(?:e|es|ing)|became|relocat(?:e|es|ed|ing)|swap(?:s|ped|ping)?|"
    r"convert(?:s|ed|ing)?|rewr(?:ite|ites|ote|itten|iting)|port(?:ed|ing) (?:\S+ ){0,3}to|promot(?:e|es|ed|ing)|"
    r"reassign(?:s|ed)?|step(?:s|ped) (?:in|up)|postpone[sd]?|delay(?:s|ed)|"
    r"push(?:es|ed)|slip(?:s|ped)|defer(?:s|red)|reschedul(?:es|ed)|pin(?:s|ned)?|set \S+ to|double[sd]?|halve[sd]?)\b",
    re.IGNORECASE,
)
_NOW: Final = re.compile(
    r"\b(?:now|nowadays|these days|from now on|from here on|since|as of|starting|instead|no longer|any ?more|"
    r"new (?:lead|head|leader|manager|boss|owner|maintainer|port|version|address|url|host|name|limit|default|date|"
    r"time|deadline|day|number|email|phone))\b"
    r"|, not \S+|\bno more\b",
    re.IGNORECASE,
)
_ONLY_NOW: Final = re.compile(r"\b(?:now|from now on|these days)\b", re.IGNORECASE)
_CORRECTS: Final = re.compile(
    r"^\W*(?:(?:no|oh|ah|hm+|oops|ok|okay|but|and|so)\W+)*"
    r"(?:wait|correction|actually|sorry|scratch that|my (?:bad|mistake)|strike that|"
    r"i was wrong|i (?:meant|misspoke|mixed|confused)|i got (?:that|it) wrong|that was wrong|that's wrong|not quite)\b",
    re.IGNORECASE,
)
_BESIDE: Final = re.compile(
    r"\b(?:also|too|as well|additionally|in addition|another|second|both|together with|along with|alongside|besides|"
    r"jointly|temporarily|for the moment|co-?(?:leads?|led|owns?|owned|maintains?|maintained|manages?))\b|\bplus\b",
    re.IGNORECASE,
)
_RELEASED: Final = re.compile(
    r"\b(?:releas(?:e|es|ed|ing)|shipp?(?:s|ed|ing)?|publish(?:es|ed)?|tagged|launched|landed|fix(?:es|ed)|"
    r"(?:is|are|went|goes|go) (?:now |finally |already )?"
    r"(?:out|live|available|on (?:pypi|npm|crates|rubygems|packagist)))\b",
    re.IGNORECASE,
)
"""How a version of something of ours is told that takes the place of the one before; others use what was released
when they upgrade."""

_WENT: Final = re.compile(r"\b(?:went|goes|go|jumps|jumped|rolled) (?:up |back |on )?to\b", re.IGNORECASE)

_OLD_LINE: Final = re.compile(r"\b(?:back-?port(?:s|ed)?|maintenance|lts|old|older|legacy)\b", re.IGNORECASE)
"""A release beside the newest one."""

_TO_COME: Final = re.compile(
    r"\b(?:goes|moves|switches|changes|becomes|takes|starts|begins|joins|leaves|gets|hands|migrates|upgrades|retires|"
    r"quits|steps|ends|opens|closes|returns|comes|passes|replaces|succeeds|"
    r"(?:is|are|am) \w+ing|['’](?:s|re|m) \w+ing)\b",
    re.IGNORECASE,
)
_FROM: Final = re.compile(r"\b(?:from|as of|starting|beginning|effective|until|till)(?: on| in)? $", re.IGNORECASE)
_HAPPENED: Final = re.compile(
    r"\b(?:since|was|were|had|has|have|did|been|went|took|became|left|began|ran|led|got|gave|came|made|"
    r"(?!need|speed|feed|seed|embed|shed|red|bed)\w{2,}ed)\b|['’]ve\b",
    re.IGNORECASE,
)
_NEW_HOME: Final = re.compile(r"\b(?:a|its) new home\b", re.IGNORECASE)
_PARTS: Final = re.compile(r"[;:]|,(?!\s*not\b|\d)|\b(?:and|but|while|whereas)\b", re.IGNORECASE)


_ARTICLE: Final = r"(?:the|our|my|their|its|your)"


_IN_OFFICE: Final = (
    r"\b{a} (?:new|acting|interim|current) {t}\b",
    r"\b(?:took|takes|taken|taking) over as (?:{a} )?{t}\b",
    r"\bas (?:{a} )?new {t}\b",
    r"\bis (?:{a} )?{t} (?:now|these days|as of|since)\b",
    r"\bis now (?:{a} )?{t}\b",
    r"\bnew {t}(?: of [\w ]+)? is\b",
)


def _office(fact: Extracted, sentence: str) -> bool:
    """Whether a title is told as the one that somebody has now: `is the new product owner`, `took over as captain`,
    `is treasurer now`. `a new engineer` is one of several."""
    title = re.escape(fact.object)
    return any(re.search(wording.format(a=_ARTICLE, t=title), sentence, re.IGNORECASE) for wording in _IN_OFFICE)


def corrects(sentence: str) -> bool:
    """Whether a sentence takes back what was said before: `no wait, the port is 5439`."""
    return _CORRECTS.match(sentence) is not None


def news_of(fact: Extracted, sentence: str, *, correcting: bool = False, commit: str = "") -> News:
    """How a sentence tells a fact, by the words in the part of it that names the fact's object and those of the whole
    where it has one part only. What is said to be so *as well* takes nothing's place. `commit`: the type of a commit,
    which changes what it speaks of unless it only documents it."""
    if fact.ended or fact.valid_to:
        return News.NONE
    said = _part(fact, sentence)
    if _BESIDE.search(said):
        return News.BESIDE
    if fact.predicate == "runs_on_host" and _NEW_HOME.search(sentence):
        return News.MOVED
    if fact.predicate == "has_role":
        return News.MOVED if _office(fact, sentence) else News.NONE
    if fact.predicate == "has_version" and _is_next(fact, said):
        return News.MOVED
    if (commit and commit != "docs") or _MOVED.search(said) or (fact.predicate == "owns" and _ONLY_NOW.search(said)):
        return News.MOVED
    told = correcting or corrects(sentence) or _NOW.search(said) or ahead(fact, sentence)
    return News.NOW if told else News.NONE


def _is_next(fact: Extracted, said: str) -> bool:
    """Whether a version is told as the one that followed."""
    if _WENT.search(said):
        return True
    return not n.is_software(fact.subject) and _RELEASED.search(said) is not None and not _OLD_LINE.search(said)


def ahead(fact: Extracted, sentence: str) -> bool:
    """Whether the date of a fact may be one to come: of a change told in the present, or `from` which on it is so."""
    words = fact.valid_to or fact.valid_from
    at = sentence.casefold().find(words.casefold()) if words else -1
    if at < 0:
        return False
    said = next((part for part in _PARTS.split(sentence) if words.casefold() in part.casefold()), sentence)
    if _HAPPENED.search(said):
        return False
    return _TO_COME.search(said) is not None or _FROM.search(sentence[:at]) is not None


def _part(fact: Extracted, sentence: str) -> str:
    """The parts of a sentence that name the fact's object or, where none does, its subject."""
    parts = _PARTS.split(sentence)
    if len(parts) == 1:
        return sentence
    for name in (fact.object.casefold(), fact.subject.casefold()):
        named = [part for part in parts if name in part.casefold()]
        if named:
            return " ".join(named)
    return ""
