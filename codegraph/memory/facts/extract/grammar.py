"""Clauses read as grammar: the verb with its places, each frame of that verb, what it says filled in."""

# ruff: noqa: E501 - expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from codegraph.memory.facts.extract.frames import DATES, FRAMES, LEXICON, Frame
from codegraph.memory.facts.extract.lexicon import Form
from codegraph.memory.facts.extract.phrases import is_person
from codegraph.memory.facts.extract.values import Clause, Rule
from codegraph.memory.facts.extract.verbs import Group, Phrase, groups, phrases

_BY_VERB: Final[dict[str, list[tuple[Frame, str]]]] = {}
for _frame in FRAMES:
    for _lemma, _words in sorted(_frame.verbs):
        _BY_VERB.setdefault(_lemma, []).append((_frame, _words))
_DATED: Final[dict[str, list[tuple[Frame, str]]]] = {}
for _frame in DATES:
    for _lemma, _words in sorted(_frame.verbs):
        _DATED.setdefault(_lemma, []).append((_frame, _words))

_SOFT: Final = frozenset(["will", "shall"])
_PARTY: Final = re.compile(
    r"^(?:i|we|they|he|she|[\w ]*(?:team|group|squad|crew|maintainers|authors|company|board))$", re.I
)


_PORT: Final = re.compile(
    r"(?:(?:^|(?<=:))\d{3,5}|(?<=port )\d{2,5}|(?<=ports )\d{2,5})(?: \(\w+\))?(?:(?:,| and| and on) (?:port )?:?\d{2,5}(?: \(\w+\))?)*(?![\d.%])(?!\s*(?:ms|s|seconds?|minutes?|%|GB|MB)\b)",
    re.I,
)
_WITHOUT_PORT: Final = re.compile(r"(?::|,? (?:on )?(?:port )?)\d{2,5}$", re.I)


_AND: Final = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|&|plus|as well as)\s+", re.I)


_FOUND: Final = frozenset(["reach", "find", "access", "contact", "open", "see", "view", "locate", "download", "browse"])
_PRESENT: Final = re.compile(
    r"\s+(?:present|installed|available|in place|around|at hand|on the path|running)\b.*$", re.I
)
_TOLD: Final = ("uses moved", "owns party", "renamed_to", "replaced_by", "depends_on needed", "uses left")


class Reading(NamedTuple):
    """A frame that fits a clause: `groups` as a pattern's would be, `s` and `o`."""

    rule: Rule
    groups: Mapping[str, str | None]


def readings(clause: Clause) -> Iterator[list[Reading]]:
    """What each reading of a clause states, the leftmost verb first."""
    for group in groups(clause.text, LEXICON, clause.commanding):
        if group.modal and not _possible(group):
            return
        yield list(_of(group, _BY_VERB, clause.commanding))


def on_dates(clause: Clause) -> Iterator[list[Reading]]:
    """The same of deadlines, releases, beginnings and ends, where plans are facts."""
    for group in groups(clause.text, LEXICON, clause.commanding):
        if group.modal and group.modal not in _SOFT:
            return
        yield list(_of(group, _DATED, clause.commanding))


def _acts(subject: str) -> bool:
    return _PARTY.match(subject) is not None or is_person(subject)


def _possible(group: Group) -> bool:
    """Modals that state what is: where something can be reached, what it cannot do without, what it must have."""
    if group.modal == "can":
        return group.negated or (group.passive and group.lemma in _FOUND)
    return (group.modal == "will" and group.negated) or (
        group.modal == "must" and _PRESENT.search(group.rest) is not None
    )


def _of(group: Group, table: Mapping[str, list[tuple[Frame, str]]], commanding: bool) -> Iterator[Reading]:
    taken: set[str] = set()
    longest = ""
    for frame, words in sorted(table.get(group.lemma, ()), key=lambda one: -len(one[1])):
        if len(words) < len(longest):
            return
        if frame.passive != group.passive or frame.lacking != group.negated:
            continue
        if (frame.must and (group.modal != "must" or group.lemma != "have")) or frame.must < bool(
            group.modal == "must"
        ):
            continue
        if (frame.coming and group.past) or (frame.gone and not (group.past or group.perfect)):
            continue
        bare = not group.subject and not commanding
        if commanding and not (frame.ours or frame.rule.predicate in _TOLD):
            continue
        if frame.ours and not (commanding or bare or _acts(group.subject)):
            continue
        rest = group.rest
        if words:
            literal = re.match(rf"(?:\w+ly )?{re.escape(words)}(?:\s+|$)", rest, re.I)
            if literal is None:
                continue
            rest = rest[literal.end() :]
        filled = _filled(frame, group, rest, commanding or bare)
        if filled is not None and frame.rule.predicate.startswith("uses") and "replaced_by" in taken:
            continue
        if filled is not None:
            taken.add(frame.rule.predicate)
            longest = longest or words
            yield filled


def _filled(frame: Frame, group: Group, rest: str, commanding: bool) -> Reading | None:
    """The places of a frame, None where one is empty or what it asks for is missing."""
    if frame.must:
        rest = _PRESENT.sub("", rest)
    if re.search(r"\b(?:first|initially|once|originally) as\b", rest):
        return None
    behind = phrases(rest)
    if group.lemma == "be" and rest == group.rest and behind and not behind[0].preposition:
        return None
    if frame.needs and not any(p.preposition in frame.needs for p in behind):
        return None
    made: dict[str, str | None] = {}
    for name, places in (("s", frame.subject), ("o", frame.object)):
        if places == ("",):
            continue
        text = _place(places, group, rest, behind)
        if (
            name == "o"
            and text
            and "o" in frame.rule.lists
            and frame.rule.predicate[:4] != "list"
            and frame.object != ("s",)
        ):
            text = _listed(text, rest)
        elif name == "o" and frame.object != ("clause",) and frame.rule.predicate[:4] not in ("list", "runs"):
            text = re.split(r",\s", text)[0]
        if not text and name == "s" and commanding and "s" in places:
            continue
        if not text:
            return None
        made[name] = text
    if frame.rule.predicate.startswith("located_in") and re.match("https?:", made.get("o") or ""):
        return None
    if frame.rule.predicate == "listens_on port":
        port = _PORT.search(made["o"] or "")
        made["o"] = port[0] if port else None
        if "://" in text:
            return None
    elif frame.rule.predicate == "runs_on_host host":
        made["o"] = _WITHOUT_PORT.sub("", made["o"] or "")
    if not made.get("o"):
        return None
    if commanding and "s" not in made and not frame.rule.of:
        return Reading(_SCOPED[frame] if not group.past else frame.rule, made)
    return Reading(frame.rule, made)


def _place(places: Iterable[str], group: Group, rest: str, behind: list[Phrase]) -> str:
    for place in places:
        if place == "s":
            if group.subject:
                return group.subject
        elif place == "clause":
            return rest
        elif place == "against":
            return f"against {rest}"
        elif place == "o":
            direct = next((p for p in behind if not p.preposition), None)
            if direct is not None and direct.text:
                return direct.text
        else:
            found = next((p.text for p in behind if p.text and _is(p.preposition, place)), "")
            if found:
                return found
    return ""


def _is(preposition: str, place: str) -> bool:
    """Whether a preposition is the asked one, or that behind an adverb: `over at` is `at`."""
    ahead, _, last = preposition.rpartition(" ")
    return preposition == place or (
        last == place and ahead in ("over", "up", "down", "out", "back", "off", "along", "through")
    )


def _listed(first: str, rest: str) -> str:
    """A list whose members have phrases of their own: `uv for packaging, ruff for linting` as `uv, ruff`."""
    found = []
    at = rest.find(first)
    preposition = rest[:at].split()[-1:] if at > 0 else []
    for number, part in enumerate(_AND.split(rest[max(at, 0) :])):
        words = part.split()
        if number and words[:1] == preposition:
            words = words[1:]
        behind = phrases(" ".join(words))
        if (
            number
            and words
            and Form.BASE in {form for forms in LEXICON.get(words[0].lower(), {}).values() for form in forms}
        ):
            break
        if not behind or behind[0].preposition or len(behind[0].text.split()) > 6:
            break
        found.append(behind[0].text)
        extra = next((one for one in behind[1:2] if one.preposition == "with"), None)
        if extra is not None and re.match(r"(?!(?:an?|the|its|our)\b)[\w.-]+(?: [\w.-]+)?(?: as .*)?$", extra.text):
            found.append(re.sub(r" as .*", "", extra.text))
        if part is not None and len(behind) > 1 and re.search(r"\b(?:because|so|when|while|where|which)\b", part):
            break
    return ", ".join(found) or first


_SCOPED: Final = {frame: replace(frame.rule, of="scope") for frame in (*FRAMES, *DATES)}
