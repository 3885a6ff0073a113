"""The patterns of `statements`: what a sentence looks like that says something lasting. Data.

In the tables a space within an alternative is written `_`, so that lists of words can be read as lists.
"""

from __future__ import annotations

import re
from typing import Final

ORDERED: Final = 0.9
STATED: Final = 0.8
MENTIONED: Final = 0.6
"""Confidence of what somebody asks to be remembered, states as a rule or a property, or mentions as a habit."""


def alternatives(words: str) -> str:
    """One of several words, whole."""
    return rf"\b(?:{'|'.join(words.split())})(?!\w)".replace("_", " ")


def no(words: str) -> str:
    """What follows is none of these words."""
    return rf"(?!{alternatives(words)})"


# What is only understood from what was said before, or while it is looked at.
VAGUE: Final = no(
    """it this that these those them him her you one something anything everything nothing where how what when why
    getting having seeing the_(?:way|idea|look|first|second|third|last|latter|former|other|new|old|one)
    (?:option|version|approach|solution)_\\w+"""
)
# What is about the work at hand, and over with it.
PASSING: Final = no(
    """code tests? build branch question problem issues? bugs? guess point goal plan idea changes? pr patch commits?
    error errors output function functions script understanding mistake bad concern fix diff suggestion request
    message turn logs? pipeline terminal screen session thought impression assumption expectation hope job task
    file files line version"""
)
STATE: Final = (
    r"(?!\w+(?:ed|en)$)"
    + no(
        """failing broken red green slow flaky down up gone missing wrong right fine good bad great huge ready done
        behind ahead stuck empty full asking waiting working running_out that why whether how not still back here
        there being telling saying"""
    )
    + no("(?!running|using|listening)\\w+ing")
)
_ROLE: Final = alternatives(
    """engineer developer programmer designer manager scientist student founder consultant architect researcher
    freelancer contractor analyst teacher professor nurse doctor journalist writer maintainer sre beginner"""
)
_CONDITION: Final = alternatives(
    """allergic intolerant diabetic vegan vegetarian colou?r[-_]?blind dyslexic deaf left-handed hard_of_hearing
    pregnant"""
)
_ILLNESS: Final = alternatives("asthma adhd diabetes dyslexia migraines rsi carpal_tunnel celiac")
_PROJECT: Final = r"(?:this|the) (?:project|repo|repository|codebase|monorepo|package)"
_OFTEN: Final = "(?:always|never|usually|typically|normally)"
_NOT_HABIT: Final = no(
    "got? see saw had have_(?:to|an?) forget get thought wonder understood run_into end_up heard don't"
)
_LIKED: Final = alternatives("like love enjoy hate dislike can't_stand cannot_stand")
_DONE: Final = alternatives(
    "use deploy host ship release support target prefer follow run_on write name squash rebase require pay charge"
)
_BARRED: Final = alternatives("must(?:n't|_not)? may_not can't cannot are_not_allowed_to aren't_allowed_to")
_NOT_RULE: Final = no("be find reproduce see tell know just have do_(?:that|this|it) fix")
_NOT_ORDER: Final = (
    no("mind the an? again ever seen saw been false true none null empty zero wrong \\w+ed") + r"(?!\w*[^s\W]s )"
)
_DECIDED: Final = alternatives("to on against that")
_LATER: Final = no("look wait talk discuss check see think come_back it this that")
_PROPERTY: Final = alternatives(
    "must has_to needs_to only_supports supports uses targets follows is_(?:an?|written|licensed|built)"
)
_RUNS: Final = alternatives("is are isn't aren't runs? lives? listens? points? uses? sits? has have costs?")
_PLACE: Final = alternatives("runs lives listens uses is_hosted sits")
_ADDRESSED: Final = alternatives("handle user_?name e-?mail(?:_address)? phone_number birthday time_?zone")

_LIKES: Final = (
    (STATED, rf"i (?:(?:really|strongly|generally|usually|always) )?prefer {no('not_to to_(?:not|wait|see)')}{VAGUE}"),
    (STATED, rf"i(?:'d| would) rather {alternatives('use have work write keep not avoid')} {VAGUE}"),
    (MENTIONED, rf"i (?:(?:really|also) )?{_LIKED} {VAGUE}(?!to )(?:my|short|\S+s\b|\S+ing\b|\S+ \S+)"),
    (MENTIONED, rf"i (?:don't|do not|never) (?:really )?(?:like|want) {VAGUE}(?!to )"),
)
_HABITS: Final = (
    (STATED, rf"i {_OFTEN} {_NOT_HABIT}\w+,? {VAGUE}"),
    (STATED, rf"i (?:don't|do not|no longer) use {VAGUE}"),
    (
        MENTIONED,
        rf"i(?: (?:mainly|mostly|only))? {alternatives('use run develop_on deploy_(?:to|with) write')} {VAGUE}"
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
    (ORDERED, rf"call me {no('when if once as_soon back later crazy paranoid old')}\S+"),
    (ORDERED, rf"my (?:pronouns|(?:\w+ )?{_ADDRESSED}) (?:is|are) \S+"),
    (ORDERED, rf"i(?:'m| am) (?:an? )?(?:[\w-]+ ){{0,4}}{_ROLE}"),
    (STATED, rf"i work (?:for|at|as) {no('it this that home')}\S+"),
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
    (STATED, rf"we (?:always|never) {no('get got see had know')}\w+ \S+"),
    (
        STATED,
        rf"we (?:(?:mainly|mostly|only|also) )?{_DONE} {no('the cases')}{VAGUE}(?!.*\bin (?:\w+ )?places\b)\S+",
    ),
    (STATED, rf"we(?:'re| are) (?:still )?on {no('it the same track time hold')}\S+"),
    (
        STATED,
        rf"we (?:don't|do not|no longer) {alternatives('use support deploy ship allow merge write release')} "
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
