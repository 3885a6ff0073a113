"""Patterns of `find_statements`: sentences that state something lasting.

This module has only data. In the tables a space within an alternative is written `_`, so that lists of words can be
read as lists.
"""

from __future__ import annotations

import re
from typing import Final

ORDERED: Final = 0.9
STATED: Final = 0.8
MENTIONED: Final = 0.6
"""Confidence of what somebody asks to be remembered, states as a rule or a property, or mentions as a habit."""


def build_alternatives(words: str) -> str:
    """Build a pattern of one of several whole words."""
    return rf"\b(?:{'|'.join(words.split())})(?!\w)".replace("_", " ")


def exclude_words(words: str) -> str:
    """Build a pattern that fails before any of these words."""
    return rf"(?!{build_alternatives(words)})"


# What is only understood from what was said before, or while it is looked at.
VAGUE: Final = exclude_words(
    """it this that these those them him her you one something anything everything nothing where how what when why
    getting having seeing the_(?:way|idea|look|first|second|third|last|latter|former|other|new|old|one)
    (?:option|version|approach|solution)_\\w+"""
)
# What is about the work at hand, and over with it.
PASSING: Final = exclude_words(
    """code tests? build branch question problem issues? bugs? guess point goal plan idea changes? pr patch commits?
    error errors output function functions script understanding mistake bad concern fix diff suggestion request
    message turn logs? pipeline terminal screen session thought impression assumption expectation hope job task
    file files line version"""
)
STATE: Final = (
    r"(?!\w+(?:ed|en)$)"
    + exclude_words(
        """failing broken red green slow flaky down up gone missing wrong right fine good bad great huge ready done
        behind ahead stuck empty full asking waiting working running_out that why whether how not still back here
        there being telling saying"""
    )
    + exclude_words("(?!running|using|listening)\\w+ing")
)
_ROLE: Final = build_alternatives(
    """engineer developer programmer designer manager scientist student founder consultant architect researcher
    freelancer contractor analyst teacher professor nurse doctor journalist writer maintainer sre beginner"""
)
_CONDITION: Final = build_alternatives(
    """allergic intolerant diabetic vegan vegetarian colou?r[-_]?blind dyslexic deaf left-handed hard_of_hearing
    pregnant"""
)
_ILLNESS: Final = build_alternatives("asthma adhd diabetes dyslexia migraines rsi carpal_tunnel celiac")
_PROJECT: Final = r"(?:this|the) (?:project|repo|repository|codebase|monorepo|package)"
_OFTEN: Final = "(?:always|never|usually|typically|normally)"
_NOT_HABIT: Final = exclude_words(
    "got? see saw had have_(?:to|an?) forget get thought wonder understood run_into end_up heard don't"
)
_LIKED: Final = build_alternatives("like love enjoy hate dislike can't_stand cannot_stand")
_DONE: Final = build_alternatives(
    "use deploy host ship release support target prefer follow run_on write name squash rebase require pay charge"
)
_BARRED: Final = build_alternatives("must(?:n't|_not)? may_not can't cannot are_not_allowed_to aren't_allowed_to")
_NOT_RULE: Final = exclude_words("be find reproduce see tell know just have do_(?:that|this|it) fix")
_NOT_ORDER: Final = (
    exclude_words("mind the an? again ever seen saw been false true none null empty zero wrong \\w+ed")
    + r"(?!\w*[^s\W]s )"
)
_DECIDED: Final = build_alternatives("to on against that")
_LATER: Final = exclude_words("look wait talk discuss check see think come_back it this that")
_PROPERTY: Final = build_alternatives(
    "must has_to needs_to only_supports supports uses targets follows is_(?:an?|written|licensed|built)"
)
_RUNS: Final = build_alternatives("is are isn't aren't runs? lives? listens? points? uses? sits? has have costs?")
_PLACE: Final = build_alternatives("runs lives listens uses is_hosted sits")
_ADDRESSED: Final = build_alternatives("handle user_?name e-?mail(?:_address)? phone_number birthday time_?zone")

_LIKES: Final = (
    (
        STATED,
        rf"i (?:(?:really|strongly|generally|usually|always) )?prefer "
        rf"{exclude_words('not_to to_(?:not|wait|see)')}{VAGUE}",
    ),
    (STATED, rf"i(?:'d| would) rather {build_alternatives('use have work write keep not avoid')} {VAGUE}"),
    (MENTIONED, rf"i (?:(?:really|also) )?{_LIKED} {VAGUE}(?!to )(?:my|short|\S+s\b|\S+ing\b|\S+ \S+)"),
    (MENTIONED, rf"i (?:don't|do not|never) (?:really )?(?:like|want) {VAGUE}(?!to )"),
)
_HABITS: Final = (
    (STATED, rf"i {_OFTEN} {_NOT_HABIT}\w+,? {VAGUE}"),
    (STATED, rf"i (?:don't|do not|no longer) use {VAGUE}"),
    (
        MENTIONED,
        rf"i(?: (?:mainly|mostly|only))? {build_alternatives('use run develop_on deploy_(?:to|with) write')} {VAGUE}"
        r"(?!the |to |into |out |my own|an? \w+ to)(?!.*\b(?:here|because|and it)\b)",
    ),
    (MENTIONED, rf"i(?:'m| am) using {VAGUE}(?=.*\b(?:as my|for (?:all|everything|my)|by default)\b)"),
)
_RULES: Final = (
    (
        STATED,
        rf"(?:you (?:should|must) )?(?:always|never) {_NOT_ORDER}\w{{2,}} \S",
    ),
    (STATED, r"(?:don't|do not) ever \w+"),
    (STATED, rf"{_PROJECT} {_PROPERTY} {STATE}\w+"),
    (STATED, rf"we {_BARRED} {_NOT_RULE}(?!.*\b(?:this|it|yet|that)\b)(?:\w+ )+{VAGUE}\w+"),
)
_PERSON: Final = (
    (ORDERED, r"my (?:(?:full|first|last) )?name(?:'s| is) \S+"),
    (ORDERED, rf"call me {exclude_words('when if once as_soon back later crazy paranoid old')}\S+"),
    (ORDERED, rf"my (?:pronouns|(?:\w+ )?{_ADDRESSED}) (?:is|are) \S+"),
    (ORDERED, rf"i(?:'m| am) (?:an? )?(?:[\w-]+ ){{0,4}}{_ROLE}"),
    (STATED, rf"i work (?:for|at|as) {exclude_words('it this that home')}\S+"),
    (STATED, r"(?:i|we) live in \S+"),
    (STATED, r"(?:i'm|i am|we're|we are) (?:based|located) in \S+"),
    (ORDERED, rf"i(?:'m| am) (?:(?:severely|slightly|very) )?{_CONDITION}"),
    (ORDERED, rf"i have {_ILLNESS}"),
)
_THEIRS: Final = (
    (STATED, rf"(?:my|our) {PASSING}(?:[\w./-]+(?:'s)? ){{1,5}}?{_RUNS} {STATE}\S+"),
    (STATED, rf"(?:the )?(?:production|staging|prod|ci|dev)(?: \w+)? {_PLACE} (?:(?:on|in|at|with|from) )?{VAGUE}\S+"),
)
_TEAM: Final = (
    (STATED, rf"we (?:always|never) {exclude_words('get got see had know')}\w+ \S+"),
    (
        STATED,
        rf"we (?:(?:mainly|mostly|only|also) )?{_DONE} {exclude_words('the cases')}{VAGUE}(?!.*\bin (?:\w+ "
        rf")?places\b)\S+",
    ),
    (STATED, rf"we(?:'re| are) (?:still )?on {exclude_words('it the same track time hold')}\S+"),
    (
        STATED,
        rf"we (?:don't|do not|no longer) {build_alternatives('use support deploy ship allow merge write release')} "
        rf"{VAGUE}\S+",
    ),
    (STATED, rf"we(?:'ve| have)? (?:decided|agreed) {_DECIDED} {_LATER}\S+"),
    (STATED, rf"we(?:'ve| have)? (?:switched|moved|migrated|standardi[sz]ed) (?:to|on) {VAGUE}\S+"),
)

PATTERNS: Final = tuple(
    (re.compile("^" + pattern, re.I), confidence)
    for confidence, pattern in (*_LIKES, *_HABITS, *_RULES, *_PERSON, *_THEIRS, *_TEAM)
)
"""Each matches from the beginning of a sentence."""
