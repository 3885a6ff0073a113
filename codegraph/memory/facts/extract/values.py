"""Values of extraction."""

# ruff: noqa: E501 - expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


@dataclass(frozen=True, slots=True)
class Extracted:
    """A fact as a text states it. Dates are words of the text, such as `last week` or `v4`, "" where there are none."""

    subject: str
    predicate: str
    object: str
    valid_from: str = ""
    valid_to: str = ""
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement without its dates. `subject` is what a statement without a subject is about."""

    text: str
    valid_from: str = ""
    valid_to: str = ""
    commanding: bool = False  # the imperative of a commit message
    standing: bool = False  # an instruction that holds from now on
    over: bool = False  # it says that it is no longer so
    now: bool = False  # it says that it is so now


class Slot(StrEnum):
    """What may fill a place of a rule."""

    ANY = "any"
    PERSON = "person"
    THING = "thing"  # not a person's pronoun
    NAME = "name"  # a proper name: of an organisation, a place
    TITLE = "title"  # of a job
    PATH = "path"
    PLACE = "place"  # a proper name or a path
    HOST = "host"
    TOOL = "tool"
    PORT = "port"
    VERSION = "version"
    VALUE = "value"  # a number, with its unit
    DATE = "date"
    CHOICE = "choice"  # what was decided: a phrase
    EMAIL = "email"
    PHONE = "phone"
    URL = "url"


@dataclass(frozen=True, slots=True)
class Rule:
    """`pattern` has groups `s` and `o`, or the subject is `of`. `{…}` in a predicate is another group."""

    pattern: re.Pattern[str]
    predicate: str
    subject: Slot = Slot.ANY
    object: Slot = Slot.ANY
    of: str = ""
    ends: bool = False  # it says that something is over
    lists: str = ""  # `s`, `o`: sides that may be lists
    commanding: bool = False  # only in the imperative of a commit message
    versioned: str = ""  # predicate of a version that follows the object's name
    what: str = ""  # the object, where the pattern has no place for it
    final: bool = False  # nothing further is read from a clause that fits


def rule(pattern: str, predicate: str, subject: Slot = Slot.ANY, object: Slot = Slot.ANY, **more: object) -> Rule:
    return Rule(re.compile(pattern, re.IGNORECASE), predicate, subject, object, **more)  # type: ignore[arg-type]


MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
DATE: Final = (
    rf"(?:\d{{4}}-\d\d(?:-\d\d)?|(?:(?:early|mid|late|the end of|end of)[ -])?(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? )?{MONTH}\b"
    rf"(?: \d{{1,2}}(?:st|nd|rd|th)?\b(?!\.\d))?(?:,? \d{{4}})?|(?:early |mid-?|late |end of )?(?:19|20)\d\d\b|Q[1-4](?: \d{{4}})?"
    rf"|(?:last|next|this|coming) (?:week|month|year|spring|summer|autumn|fall|winter|quarter|sprint|night|{WEEKDAY})"
    rf"|{WEEKDAY}|yesterday|today|tomorrow|a (?:week|month|year) ago|\w+ (?:days|weeks|months|years) ago)"
)
VERSION: Final = r"v?\d+(?:\.(?:\d+|x))*(?:[-.]?(?:rc|beta|alpha|dev|lts|post)[-.]?\d*)?"
RELEASE: Final = (
    rf"(?:(?:version|release) {VERSION}|(?:the )?v?\d+(?:\.\d+)* release|v\d+(?:\.\d+)*|\d+\.\d+(?:\.\d+)*)"
)
