"""Sentences spelt out from `fact_templates.txt`, with the fact that each states, as further texts to fit weights on.

A line is `subject·predicate·object || sentence`, with `·X` where the fact is over and `-` where none is stated. In the
sentence `[a|b]` stands for one of several wordings, `{S}` for a name of a sort, `{the }` for an article.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Final

from scripts.eval_facts import Label, Text, folded

TEMPLATES: Final = Path(__file__).with_name("fact_templates.txt")
NAMES: Final = Path(__file__).with_name("fact_names.txt")
TIMES: Final = 30
"""Sentences of a line at least; one and a half of each wording of its longest choice."""

_CHOICE: Final = re.compile(r"\[([^\[\]]*)\]")
_SLOT: Final = re.compile(r"\{(the |\w+)\}")
_ALIASES: Final = {"M": "P", "T2": "T"}
_DATED: Final = ("due_on", "released_on", "started_on", "expires_on")
_VERSIONS: Final = ("has_version", "min_version", "max_version")
_COMMANDS: Final = re.compile(
    r"(?:add|use|rename|bump|move|drop|remove|replace|switch|adopt|fix|handle|test|set|pin|support|allow|deploy|host"
    r"|rewrite|port)\b",
    re.I,
)
_SCOPES: Final = ("feat", "refactor", "chore", "docs", "build", "ci", "deps", "infra")


def spelt_out(seed: int = 1) -> list[Text]:
    """Always the same sentences for a seed."""
    chance = random.Random(seed)
    names = dict(_line.split(" = ") for _line in NAMES.read_text(encoding="utf-8").splitlines() if _line)
    sorts = {sort: tuple(listed.split("|")) for sort, listed in names.items()}
    found: list[Text] = []
    for line in TEMPLATES.read_text(encoding="utf-8").splitlines():
        stated, template = line.split(" || ", 1)
        most = max((choice.count("|") + 1 for choice in _CHOICE.findall(template)), default=1)
        for _ in range(max(TIMES, most * 3 // 2)):
            text, slots = _sentence(template, sorts, chance)
            text, command = _dressed(text, chance)
            labels = _labels(stated, slots, command)
            if labels is not None:
                found.append(Text(f"s{len(found)}", text, None, labels))
    return found


def _sentence(template: str, sorts: dict[str, tuple[str, ...]], chance: random.Random) -> tuple[str, dict[str, str]]:
    while "[" in template:
        template = _CHOICE.sub(lambda choice: chance.choice(choice[1].split("|")), template)
    slots: dict[str, str] = {}
    article = chance.choice(("the ", "the ", "our ", ""))

    def named(slot: re.Match[str]) -> str:
        if slot[1] == "the ":
            return article
        while slot[1] not in slots:
            name = chance.choice(sorts[_ALIASES.get(slot[1], slot[1])])
            if name not in slots.values():
                slots[slot[1]] = name
        return slots[slot[1]]

    text = _SLOT.sub(named, template)
    text = re.sub(r"\b(?:a|an) (?=(\w))", lambda m: "an " if m[1].lower() in "aeiou" else "a ", text)
    text = re.sub(r" +([,:)])", r"\1", text)
    return text + ")" * (text.count("(") - text.count(")")), slots


def _dressed(text: str, chance: random.Random) -> tuple[str, bool]:
    """As a turn, a page or a commit has it; whether it is a commit."""
    if _COMMANDS.match(text):
        if chance.random() < 0.3:
            return f"{chance.choice(_SCOPES)}: {text[0].lower()}{text[1:]}", True
        return text[0].upper() + text[1:], True
    if chance.random() < 0.5:
        return text, False
    text = text[0].upper() + text[1:]
    return (f"{text}." if text[-1].isalnum() and chance.random() < 0.7 else text), False


def _labels(stated: str, slots: dict[str, str], command: bool) -> tuple[Label, ...] | None:
    """None where the wording that was chosen names no object or subject."""
    if stated == "-":
        return ()
    subject, predicate, object_, *over = stated.split("·")
    if object_ not in slots or (subject not in slots and subject not in ("user", "project")):
        return None
    who = slots.get(subject, subject)
    subjects = {folded(who), "project"} if command else {folded(who)}
    dated = "D" in slots and predicate not in _DATED
    label = Label(
        predicate,
        frozenset(subjects),
        frozenset({predicate}),
        frozenset({folded(slots[object_])}),
        None,
        None,
        bool(over) if over or not dated else None,
        False,
    )
    if predicate not in _VERSIONS:
        return (label,)
    use = frozenset({"uses", "depends_on"})
    return label, Label("use", frozenset({"project", "user"}), use, frozenset({folded(who)}), None, None, False, True)
