# ruff: noqa: E501 - patterns that are broken over lines are harder to read
"""Names in sentences: things, parties that own, persons and organisations."""

from __future__ import annotations

import re
from typing import Final

_NO_NAME: Final = re.compile(
    r"\b(?:it|its|this|that|these|those|they|them|their|he|she|his|her|him|you|your|who|which|what|there|here|everyone|"
    r"everybody|someone|somebody|anyone|something|everything|anything|nothing|one|each|every|any|all|some|another|both|(?:uses?|runs?|listens?)(?!\S)|moved|latest|ownership|"
    r"and|or|but|because|so|is|are|was|were|be|been|being|has|have|had|does|did|do|than|then|like|just|even|only|nobody|got|reports|says|went|should|could|may|might|must|can|will|would|shall|"
    r"while|after|before|as|by|from|also|now|still)\b|^(?:to|at|on|in|with|for|thanks) |\b(?:upgraded|updated|bumped|renamed|migrated|"
    r"pinned|downgraded|switched|released|shipped|installed|deployed|took|handed|joined|left|hired|works|owns|maintains|lives|answers) ",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(r"^(?:(?:the|our|my)\s+)+", re.IGNORECASE)
_INDEFINITE: Final = re.compile(
    r"^(?:an?|some|any|every|each|most|many|all|no|another|your|his|her|their)\b", re.IGNORECASE
)
GROUP: Final = re.compile(
    r"\b(?:team|group|squad|guild|crew|department|chapter|tribe|unit|committee|office|engineering)s?$", re.I
)
_SELF: Final = {"i": "user", "me": "user", "we": "project", "us": "project"}
_CAPITAL: Final = re.compile(r"(?:^|[ @])[A-ZÀ-ÞĀ-Ž]|^@\w|^[a-z\d]+[A-Z]")
_KIN: Final = re.compile(
    r"my ((?:older |younger |big |little )?(?:sister|brother|wife|husband|partner|mother|father|mum|mom|dad|son|daughter|"
    r"cousin|aunt|uncle|friend|boss|manager|flatmate|neighbou?r|girlfriend|boyfriend))",
    re.IGNORECASE,
)
_TIME_WORD: Final = re.compile(
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|March|April|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|"
    r"Dec(?:ember)?|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Christmas|Easter)"
)


def read_name(words: str | None) -> str:
    """Return a name without its article, "" for words that name nothing."""
    text = _ARTICLE.sub("", (words or "").strip(" ,.;:!`*")).replace("`", "")
    text = re.sub(r"['’]s?$", "", text)
    if not text or text.lower() in _SELF:
        return ""
    if _INDEFINITE.match(text) or _NO_NAME.search(text) or "§" in text or text.replace(".", "").isdigit():
        return ""
    return text


def read_party(words: str | None) -> str:
    """Return a name that can own something or work somewhere, "" for any other."""
    text = (words or "").strip(" ,.;:!`")
    if text.lower() in _SELF:
        return _SELF[text.lower()]
    name = read_name(text)
    first = name.split(" ")[0] if name else ""
    return name if name and not _TIME_WORD.fullmatch(first) and (GROUP.search(name) or _CAPITAL.search(name)) else ""


def read_person(words: str | None) -> str:
    if kin := _KIN.fullmatch(words or ""):
        return kin[1]
    name = read_party(words)
    return (
        name
        if name != "project"
        and all(_CAPITAL.match(part) or part in ("user", "van", "von", "de", "der", "da") for part in name.split())
        else ""
    )


def read_organisation(words: str | None) -> str:
    name = read_name(words)
    proper = name and _CAPITAL.match(name) and not _TIME_WORD.fullmatch(name.split(" ")[0])
    possessive = re.search(r"['’]s$", (words or "").strip(" ,.;:!"))
    return f"{name}{possessive[0] if possessive else ''}" if proper and not GROUP.search(name) else ""


def read_parties(words: str) -> list[str]:
    """Return the parties of a list of names.

    The result is empty when one of them is not a party.
    """
    found = [read_party(part) for part in re.split(r",? and |, ", words)]
    return found if all(found) else []


def is_code_like(name: str) -> bool:
    """Return whether a name is spelt as an identifier, a path or a proper name."""
    return re.search(r"[A-ZÀ-Þ\d_./@-]", name) is not None
