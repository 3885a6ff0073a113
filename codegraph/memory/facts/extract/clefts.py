"""Sentences that put forward one part of what they say: `what we use is x`, `the person who owns x is y`, as plain ones."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

_WE: Final = (
    r"(?P<who>we|i)(?:'re|'m| are| am|'ve| have)?(?: all| both| mostly| currently| still| now| actually| usually)?"
)
_DO: Final = (
    r"(?P<do>us(?:e|ing)|run(?:ning)?|rely(?:ing)? on|depend(?:ing)? on|prefer|went with|go(?:ing)? with|chose|picked|settled on|decided on|decided|like|"
    r"build (?:on|with)|work with|deploy (?:to|on|with)|host(?:ing)? (?:on|with)|stick(?:ing)? (?:to|with)|standardi[sz]ed on|agreed on|avoid)"
)
_FOR: Final = r"(?P<for> (?:for|in|on|as|to) [^,]+?)?"
_IS: Final = r"(?: is|'s| are| was| were)(?: now| still| currently| actually| just| simply)?"
_NAME: Final = r"(?P<x>(?!not\b|what\b|that\b|this\b|it\b|how\b|why\b|up\b)[^,.;:]{2,60}?)"
_END: Final = r"(?P<rest>(?:,| since| because| so| and| but) .*)?[.!]?$"
_PERSON: Final = (
    r"the (?:one|person|people|guy|woman|man|team|group|folks|ones|company|dev|engineer|squad) (?:who|that|which)(?:'s)? "
    r"(?P<does>(?:\w+ )?(?:owns?|maintains?|runs?|leads?|wrote|created|started|built|designed|manages?|looks? after|takes? care of|uses?|"
    r"invented|decided|chose|picked|authored|founded|handles?|heads?|oversees?|developed|came up with|in charge of|responsible for) [^,]+?)"
)


class _Rewriting(NamedTuple):
    pattern: re.Pattern[str]
    made: Callable[[re.Match[str]], str]


def _we(found: re.Match[str]) -> str:
    return f"{found['who']} {_present(found['do'])} {found['x']}{found['for'] or ''}{found['rest'] or ''}"


def _present(verb: str) -> str:
    return {"using": "use", "running": "run"}.get(verb, verb)


def _does(found: re.Match[str]) -> str:
    does = re.sub(r"^(?=in charge|responsible)", "is ", found["does"])
    return f"{found['x']} {does}{found['rest'] or ''}"


def _there(found: re.Match[str]) -> str:
    return f"the {found['x']} {found['be'] or 'is'} {found['where']}"


_ROWS: Final = tuple(
    _Rewriting(re.compile(pattern, re.I), made)
    for pattern, made in (
        (rf"^what {_WE} {_DO}{_FOR}{_IS} {_NAME}{_END}", _we),
        (rf"^{_NAME}{_IS} what {_WE} {_DO}{_FOR}{_END}", _we),
        (rf"^the (?:only )?(?:[\w-]+ ){{1,3}}(?:that |which )?{_WE} {_DO}{_FOR}{_IS} {_NAME}{_END}", _we),
        (rf"^(?:it's|it is|that's|that is) {_NAME} (?:that )?{_WE} {_DO}{_FOR}{_END}", _we),
        (rf"^{_PERSON}{_IS} {_NAME}{_END}", _does),
        (rf"^{_NAME}{_IS} {_PERSON}{_END}", _does),
        (
            r"^(?:it's|it is|it was) (?P<x>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?|the [\w -]{2,30}? (?:team|squad|group)) (?:who|that)(?:'s)? "
            rf"(?P<does>(?:\w+ )?(?:owns?|maintains?|runs?|leads?|wrote|created|started|built|designed|manages?|decided|chose|picked|founded|invented) [^,]+?){_END}",
            _does,
        ),
        (r"^(?:fully |also )?compatible with (?P<o>\S.*)$", lambda found: f"works with {found['o']}"),
        (
            r"^(?:two|three|four|five|six|seven|eight|several|these|\d+) (?:people|of us|folks|engineers|devs|developers|teams|services|apps|packages|modules|"
            r"repos|projects|things|tools) (?P<does>\w[^:]{3,60}): (?P<list>[^:]+?)[.!]?$",
            lambda found: f"{found['list']} {found['does']}",
        ),
        (
            r"^(?P<x>[^,]{2,50}?) (?:(?:may|must|can|shall|should) not|cannot|can't|mustn't) (?:exceed|be (?:larger|longer|bigger|greater|higher|more) than|go over) "
            r"(?P<v>\d.*)$",
            lambda found: f"{found['x']} is limited to {found['v']}",
        ),
        (
            r"^(?P<x>[^,]{1,50}?) (?P<be>is|are) (?:(?:free|open source|open-source)(?: software)? and )?(?:dual[- ])?(?P<l>(?-i:[A-Z])[\w.-]*?)[- ]licen[sc]ed(?P<rest>.*)$",
            lambda found: f"{found['x']} {found['be']} licensed under {found['l']}{found['rest']}",
        ),
        (
            r"^set (?P<key>[\w.-]+)\s*[:=]\s*(?P<value>[\w.-]+)(?P<rest>.*)$",
            lambda found: f"set {found['key']} to {found['value']}{found['rest']}",
        ),
        (
            r"^(?P<x>[^,]{2,40}?) (?:assumes?|expects?|presupposes?|presumes?)(?: that)? (?P<o>[^,]{2,40}?) (?:is|are|to be|being|be) "
            r"(?:on the (?:path|\$?PATH)|installed|available|present|around|reachable|in place|set up)\b.*$",
            lambda found: f"{found['x']} requires {found['o']}",
        ),
        (
            r"^there(?P<be> is| are)?(?:'s)? (?:an?|one|another|also an?) (?P<x>(?!(?:\w+ )?(?:dependency|need|limit|bug|problem|issue|error|typo)\b)[\w-]+(?: [\w-]+){0,2}?) "
            r"(?P<where>(?:running |sitting |living )?(?:on|at|under) [^\s,]+?)(?: (?:that|which|for|doing|to)\b.*)?[.!]?$",
            _there,
        ),
    )
)


def plain(text: str) -> str:
    """The sentence with its parts in their common order."""
    for pattern, made in _ROWS:
        found = pattern.match(text)
        if found is not None:
            return made(found)
    return text
