"""When a clause holds: its dates taken out of it, and whether it says that it is over."""

# ruff: noqa: E501 - expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract.values import DATE, RELEASE, Clause

_MILESTONE: Final = (
    rf"(?:the (?:[\w-]+ ){{1,2}}(?:in|of) {DATE}|the (?:end of the [\w-]+|split|merger|move|reorg(?:ani[sz]ation)?|launch|"
    r"migration|acquisition|rewrite|release|freeze))"
)
_WHEN: Final = rf"(?:{DATE}|{RELEASE}|{_MILESTONE})"
_RECENT: Final = (
    r"(?:(?:last|this) (?:week|month|year|spring|summer|autumn|fall|winter|quarter|sprint)|yesterday|today"
    r"|\w+ (?:days|weeks|months|years) ago|a (?:week|month|year) ago)"
)
_END: Final = r"(?=$|[\s,.;)])"


def _dating(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_FROM_TO: Final = _dating(
    rf"(?:,\s*)?\b(?:from|between)\s+(?P<a>{DATE})\s+(?:to|until|till|and|through)\s+(?P<b>{DATE}){_END}(?:,\s*)?"
)
_DATING: Final = (
    (
        _dating(
            rf"^(?:since|as of|starting (?:in|with|from)|from|in|with|after)\s+(?:the\s+)?(?P<d>{_WHEN})(?:,\s*|\s+(?=\S))"
        ),
        "from",
    ),
    (_dating(rf"^on\s+(?:the\s+)?(?P<d>{DATE})(?:,\s*|\s+(?=\S))"), "from"),
    (_dating(rf"^(?:until|till|up to|before|through)\s+(?P<d>{_WHEN})(?:,\s*|\s+(?=\S))"), "to"),
    (_dating(rf"^(?P<d>{_RECENT})(?:,\s*|\s+(?=\S))"), "from"),
    (_dating(rf"(?<!\d)(?:,\s*|\s+)(?:until|till|up to|through|before)\s+(?P<d>{_WHEN}){_END}"), "to"),
    (
        _dating(
            rf"(?:,\s*|\s+)(?:since|as of|starting(?: (?:in|with|from|on))?|effective|back in)\s+(?P<d>{_WHEN}){_END}"
        ),
        "from",
    ),
    (_dating(rf"(?:,\s*|\s+)in\s+(?P<d>{_WHEN}){_END}"), "from"),
    (_dating(rf"(?:,\s*|\s+)(?:on|with|at)\s+(?P<d>{DATE}){_END}"), "from"),
    (_dating(rf"\s+(?P<d>{_RECENT}){_END}"), "from"),
)


def dated(clause: Clause) -> Clause:
    """The clause without the words that date it. A release dates nothing in an instruction: there it is a value."""
    text, began, over = clause.text, "", ""
    both = _FROM_TO.search(text)
    if both:
        began, over = both["a"], both["b"]
        text = f"{text[: both.start()]} {text[both.end() :]}".strip()
    for pattern, end in _DATING:
        found = pattern.search(text)
        if found is None or (over if end == "to" else began):
            continue
        if clause.commanding and re.fullmatch(RELEASE, found["d"], re.I):
            continue
        date = re.sub(r"^the (?=\d)", "", found["d"])
        began, over = (began, date) if end == "to" else (date, over)
        between = " " if found.start() and found.end() < len(text) else ""
        text = f"{text[: found.start()]}{between}{text[found.end() :]}".strip()
    return replace(clause, text=text.strip(" ,"), valid_from=began, valid_to=over)


_OVER: Final = (
    (re.compile(r"\bused to be\b", re.I), "was"),
    (re.compile(r"\bused to (?=\w+ )", re.I), ""),
    (re.compile(r"\b(is|are|am|was|were) no longer\b|('s|'re|'m) no longer\b", re.I), r"\1\2"),
    (re.compile(r"\bno longer\s+", re.I), ""),
    (re.compile(r"\b(?:don't|doesn't|do not|does not|didn't)\s+(?=.*\bany ?(?:more|longer)\b)", re.I), ""),
    (
        re.compile(
            r"\b(is|are|am)(?:n't| not)\b(?=.*\bany ?(?:more|longer)\b)|('s|'re|'m) not\b(?=.*\bany ?(?:more|longer)\b)",
            re.I,
        ),
        r"\1\2",
    ),
    (re.compile(r"\s+any ?(?:more|longer)\b", re.I), ""),
)


def ended(clause: Clause) -> Clause:
    """`no longer`, `used to` and `not … any more` as the plain statement, marked as over."""
    text = clause.text
    if re.search(
        r"\b(?:is|are|am|was|were|'m|'re|'s) used to\b|\bused to (?:the|this|that|it|my|a)\b|'(?:m|re|s) used to\b",
        text,
        re.I,
    ):
        return clause
    over = False
    for pattern, plain in _OVER:
        told = pattern.sub(plain, text)
        over |= told != text
        text = told
    return replace(clause, text=" ".join(text.split()), over=True) if over else clause
