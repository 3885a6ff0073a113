"""What single rows of the lexicon ask for beside the kinds of their places: one test a mark, one a predicate."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from codegraph.memory.facts.extract import dating, kinds, sorts, spelt, wordings
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.fit import Fit
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind

_DEPENDENCIES: Final = ("dependency", "dependencies", "dep", "deps", "requirement", "prerequisite")
_NOT_REMOVED: Final = w.words(
    "support test tests code flag option check checks file files import imports method function "
    "class workaround branch "
    "line lines comment comments hack row rows duplicate duplicates call calls endpoint page change changes need use uses "
    "example examples logic config param params parameter parameters property properties arg args argument arguments api apis "
    "reference references warning warnings note notes usage usages link links section block label badge badges header"
)
_WHOLES: Final = w.words("bundle build stack image project codebase repo repository toolchain pipeline ci tree")
_NEEDLESS: Final = w.words(
    "unnecessary unused redundant obsolete extra duplicate dead stale old needless useless superfluous unneeded last more"
)
_DROPS: Final = w.words("drop remove retire discontinue sunset deprecate")
_CONNECTIONS: Final = w.words(
    "connection connections request requests traffic clients calls messages packets data uploads queries"
)
_LISTS_OF_DEPENDENCIES: Final = w.words(
    "dependencies requirements deps dependency requirement pyproject.toml package.json requirements.txt cargo.toml "
    "gemfile environment"
)
_MOVES: Final = w.words("switch migrate move go convert change jump shift transfer")
_BY_PEOPLE: Final = w.words("handle manage run support check cover release deploy do organise")


def fits(fit: Fit) -> bool:
    """Whether every mark of the frame, and its predicate, agree with the clause."""
    of_predicate = _PREDICATES.get(fit.frame.predicate)
    if of_predicate is not None and not of_predicate(fit):
        return False
    if fit.frame.subject_kind == "target" and not _target(fit):
        return False
    return all(_MARKS[mark](fit) for mark in sorted(fit.frame.marks) if mark in _MARKS)


# -- by predicate


def _listens(fit: Fit) -> bool:
    """`the worker exposes metrics on 9102`: the worker listens, not the metrics."""
    if (
        fit.clause.role("to") is not None
        and fit.frame.object[0] != "to"
        and fit.verb.lemma in ("talk", "speak", "connect")
    ):
        return False
    told = fit.frame.subject[0] == "P" and not fit.verb.passive and not fit.clause.command and bool(fit.clause.subjects)
    return not told or fit.clause.subjects[0].text.lower() in ("we", "i")


def _leads(fit: Fit) -> bool:
    return fit.first is not None and fit.first.determiner not in ("a", "an")


def _owns(fit: Fit) -> bool:
    first = fit.first
    if first is not None and first.determiner in ("a", "an"):
        return False
    if fit.verb.lemma not in ("run", "operate", "administer", "tend"):
        return True
    return first is not None and bool(first.determiner) and not n.is_software(first.text) and not fit.subject_is("we")


def _located(fit: Fit) -> bool:
    """`we moved to x`: a place only when it is known as one; else it may be a tool."""
    if fit.subjects and fit.subjects[0].head in ("version", "versions") and fit.verb.lemma not in ("store", "keep"):
        return False
    if (
        fit.first is not None
        and fit.first.text.lower() in n.STORES
        and (kinds.TESTS["seat"](fit.subjects[0]) or sorts.is_person(fit.subjects[0]) or kinds.person(fit.subjects[0]))
    ):
        return False
    if fit.frame.object_kind != "place" or not fit.subject_is("we", "project"):
        return True
    known = fit.first is not None and fit.first.text.lower() in n.GAZETTEER
    return known or fit.verb.lemma not in ("move", "shift", "relocate")


def _started(fit: Fit) -> bool:
    made = fit.verb.lemma in ("create", "conceive", "initiate") and fit.clause.role("by") is not None
    return not made and dating.not_a_job(fit)


def _created(fit: Fit) -> bool:
    made, verb = fit.subjects[0], fit.verb
    if not (verb.past or verb.perfect or verb.participle):
        return False
    return not n.is_software(made.text) and made.determiner not in ("a", "an")


def _uses(fit: Fit) -> bool:
    first, lemma = fit.first, fit.verb.lemma
    if first is None:
        return True
    direct = fit.frame.object[0] in ("P", "A")
    if _somebody_met(fit, first):
        return False
    if first.head in ("licence", "license"):
        return False
    if fit.frame.object_kind == "practice":
        return True
    if (
        not direct
        and first.text.lower() in n.SYSTEMS
        and lemma in ("test", "check", "support", "compile", "work", "run", "verify")
    ):
        return False
    if (lemma == "change" or kinds.host(first)) and not n.is_software(first.text) and not direct:
        return False
    if fit.clause.command and lemma != "use" and spelt.identifier(first) and not direct:
        return False
    if _some_things(first) and "with" in fit.frame.object and fit.verb.lemma in ("use", "run", "combine", "pair"):
        return False
    if _some_things(first) and direct and (fit.clause.command or not _we(fit)):
        return fit.clause.role("instead of", "rather than", "in place of", "over") is not None
    commanded = fit.clause.command and lemma == "use" and direct and not n.is_software(first.text)
    if commanded and (spelt.identifier(first) or first.owner or first.of is not None):
        return False
    if fit.clause.command and lemma == "use" and first.kind is Kind.CODE and not n.is_software(first.text):
        other = fit.clause.role("instead of", "rather than", "in place of", "over") is not None
        return other or fit.clause.role("in", "to", "as", "when", "on", "at", "from", "inf") is None
    if first.determiner in ("a", "an") and not (n.is_software(first.head) or first.head in n.INSTALLED):
        return False
    if lemma == "run" and fit.frame.object[0] == "P" and not kinds.known_name(first):
        return False
    if lemma == "port" and first.text.lower() in n.LANGUAGES:
        return False
    by = fit.clause.role("by")
    name = sorts.is_person_name(first)
    named = name and (len(first.tokens) > 1 or lemma in _BY_PEOPLE)
    if named and "by" in fit.frame.object and by is not None and first in by.phrases:
        return False
    if direct:
        return True
    if (
        "by" in fit.frame.object
        and not n.is_software(first.text)
        and lemma in ("build", "develop", "write", "design", "make", "implement", "create")
    ):
        return False
    if not (fit.clause.command or kinds.known_name(first) or "named" in fit.frame.marks or "with" in fit.frame.object):
        return False
    return not (fit.verb.progressive and lemma in ("move", "switch", "migrate", "go"))


def _somebody_met(fit: Fit, first: Phrase) -> bool:
    """`works with Ada`, `Ada moved to Orbis`: people, and where they go, are no tools."""
    lemma, several = fit.verb.lemma, len(first.tokens) > 1
    if not sorts.is_person_name(first) or n.is_software(first.text):
        return False
    if fit.frame.object[0] in ("P", "A"):
        known = several and lemma in ("use", "employ", "adopt", "have")
    else:
        known = (several and "to" in fit.frame.object) or lemma in ("work", "pair", "live", "speak", "talk")
    mover = bool(fit.subjects) and (sorts.is_person_name(fit.subjects[0]) or fit.subject_is("he", "she"))
    return known or (mover and lemma in _MOVES)


def _some_things(found: Phrase) -> bool:
    """`dimensions`: several of a kind, and no name."""
    head = found.tokens[-1].text
    lower = found.kind is Kind.WORD and head.islower() and not n.is_software(found.text) and not n.is_software(head)
    return (
        lower
        and found.head.endswith("s")
        and not found.head.endswith(("ss", "us", "is", "js", "os"))
        and "-" not in found.text
    )


def _we(fit: Fit) -> bool:
    return not fit.subjects or any(
        one.text.lower() in ("we", "i", "they", "project") or sorts.is_person(one) or sorts.is_team(one)
        for one in fit.subjects
    )


def _has_version(fit: Fit) -> bool:
    if fit.frame.object_kind != "version":
        return True
    if not fit.subjects:
        return True
    name = fit.subjects[0]
    low = name.text.lower()
    if low in ("msrv", "minimum", "i", "we") or name.head in ("timeout", "limit"):
        return False
    if sorts.is_person_name(name):
        return True
    known = kinds.known_name(name) or fit.clause.command or name.head not in kinds.VAGUE
    return kinds.name(name) and name.kind is not Kind.VERSION and known and not sorts.is_person(name)


def _target(fit: Fit) -> bool:
    target = fit.subjects[0]
    packages = target.head in ("package", "crate", "gem", "project", "image")
    return (
        target.head in _LISTS_OF_DEPENDENCIES
        or packages
        or (target.kind is Kind.PATH and "/" not in target.text and target.text.endswith((".toml", ".txt", "file")))
    )


# -- by mark


def _dropped(fit: Fit) -> bool:
    """What is dropped is a tool, and no part of the code."""
    first = fit.first
    if first is None:
        return True
    if first.kind is Kind.PATH or first.opening in _NEEDLESS:
        return False
    last = first.tokens[-1]
    if (
        first.determiner == "the"
        and last.kind is Kind.WORD
        and last.text.islower()
        and not any(n.is_software(t.text) for t in first.tokens)
    ):
        return False
    if fit.clause.command and spelt.identifier(first) and first.kind is not Kind.CODE:
        return False
    if first.kind is Kind.CODE and re.search(r"[a-z][A-Z]|::|\(|\.\w|^-", first.text):
        return False
    source = fit.clause.role("from", "before")
    ours = source is not None and bool(source.phrases) and source.phrases[0].head in _WHOLES
    if first.head in _NOT_REMOVED or (source is not None and not ours):
        return False
    if fit.clause.command and (first.version or (first.kind is Kind.CODE and first.text.startswith("-"))):
        return False
    return kinds.known_name(first) or (_lower_tool(first) and len(fit.objects) == 1)


def _lower_tool(found: Phrase) -> bool:
    """A bare word that may be the name of a tool."""
    bare = not found.determiner and len(found.tokens) == 1 and not found.head.endswith("s")
    return bare and kinds.plain_tool(found)


def _ends(fit: Fit) -> bool:
    """`drop Python 3.8` ends support, not use."""
    return not (fit.first is not None and fit.first.version and fit.verb.lemma in _DROPS)


def _as_dependency(fit: Fit) -> bool:
    first = fit.first
    return (first is not None and first.head in _DEPENDENCIES) or fit.head("as") in _DEPENDENCIES


def _is_dependency(fit: Fit) -> bool:
    return fit.first is not None and fit.first.head in _DEPENDENCIES


def _in_favour(fit: Fit) -> bool:
    return fit.clause.command or fit.verb.passive


def _back(fit: Fit) -> bool:
    if fit.verb.lemma in ("return", "revert") or "back" in fit.clause.particles:
        return True
    return fit.clause.role("back to") is not None


def _off_hands(fit: Fit) -> bool:
    hands = re.search(r"\b(?:off|over|from) \w+ (?:hands|plate|shoulders)\b", fit.clause.text)
    return "off" in fit.clause.particles or hands is not None


def _owned(fit: Fit) -> bool:
    to = fit.subjects[0]
    named = sorts.is_team(to) or sorts.is_person(to) or to.text.startswith("@") or to.text.lower() in kinds.PRONOUNS
    if fit.verb.lemma in ("pass", "give", "move", "return", "assign") and not (named or fit.clause.particles):
        return False
    return kinds.owner(fit.subjects[0]) and (fit.clause.role("P") is not None or fit.verb.passive)


def _ownership(fit: Fit) -> bool:
    idioms = ("ownership", "responsibility", "stewardship", "charge")
    return fit.clause.text.startswith(("care of", *idioms)) or fit.head("P") in idioms


def _make_minimum(fit: Fit) -> bool:
    second = fit.clause.role("P2")
    return second is not None and re.search(r"\b(?:minimum|minimal|lowest|oldest)\b", second.text, re.I) is not None


def _shares(fit: Fit) -> bool:
    return bool(fit.objects) and fit.objects[0].head in (
        "ownership",
        "maintainership",
        "maintenance",
        "responsibility",
        "stewardship",
        "codeowners",
        "codeownership",
    )


def _connections(fit: Fit) -> bool:
    return fit.head("P") in _CONNECTIONS


def _called_now(fit: Fit) -> bool:
    """Whether a name is said to be a new one, of a thing."""
    clause, name = fit.clause, fit.subjects[0]
    if fit.until() or fit.verb.over:
        return False
    said = re.search(r"\b(?:now|nowadays|these days|today|currently|since|from now on|henceforth)\b", clause.whole)
    if not (clause.dates or clause.role("since", "as of") or said or fit.verb.perfect or fit.verb.lemma == "go"):
        return False
    thing = not fit.subject_is("i", "we", "he", "she", "they") and not sorts.is_person(name)
    return kinds.name(name) and (thing or (name.proper and fit.verb.lemma != "go"))


def _called_before(fit: Fit) -> bool:
    once = re.search(r"\b(?:originally|once|formerly|previously|initially|first)\b", fit.clause.whole)
    return fit.verb.over or fit.until() or (fit.verb.past and once is not None)


def _liked(fit: Fit) -> bool:
    """`I like x better`; `I like x` where x is a kind of thing."""
    if re.search(r"\b(?:better|more|best|most|over|rather)\b", fit.clause.text.lower()):
        return True
    first = fit.first
    if first is None or fit.subject_is("we") or fit.verb.lemma in ("enjoy", "appreciate"):
        return False
    return first.determiner not in ("the", "this", "that", "my") and len(first.text.split()) <= 4


def _habit(fit: Fit) -> bool:
    whole = fit.clause.whole
    if fit.verb.modal in ("would", "'d"):
        return re.search(r"\b(?:over|always|any day|every time|rather than)\b", whole) is not None
    usual = re.search(r"\b(?:always|usually|generally|mostly|tend)\b", whole)
    return not fit.verb.modal and not fit.verb.past and usual is not None


def _begins(pattern: str) -> Callable[[Fit], bool]:
    """What stands behind the verb begins like this."""
    compiled = re.compile(pattern, re.I)
    return lambda fit: compiled.match(fit.clause.text) is not None


def _minimum(fit: Fit) -> bool:
    name = fit.subjects[0]
    text = f"{name.text} {p.text_of(name, whole=True)}"
    return re.search(r"\b(?:minimum|minimal|min|required|lowest|oldest)\b", text, re.I) is not None


def _capped(fit: Fit) -> bool:
    below = ("below", "under", "before", "older than", "less than", "lower than", "at most", "up to")
    sets = fit.verb.lemma in (
        "relax",
        "loosen",
        "tighten",
        "set",
        "change",
        "widen",
        "keep",
        "hold",
        "limit",
        "restrict",
    )
    pinned = fit.subjects[0].head in ("pin", "constraint", "bound", "requirement", "range", "spec")
    whole = fit.clause.role(*below) is not None and kinds.name(fit.subjects[0])
    return whole and (pinned or not sets or kinds.known_name(fit.subjects[0]))


def _its_name(fit: Fit) -> bool:
    return fit.clause.role("P") is not None and re.match(r"(?:its |their |the )?names?\b", fit.clause.text) is not None


def _name_changed(fit: Fit) -> bool:
    return fit.subjects[0].head == "name" and fit.verb.passive


def _code(fit: Fit) -> bool:
    first = fit.first
    named = first is not None and kinds.code_name(first) and first.kind is not Kind.QUOTE
    return named and kinds.code_name(fit.subjects[0])


def _made_dependency(fit: Fit) -> bool:
    return fit.head("P2") in _DEPENDENCIES


def _software(fit: Fit) -> bool:
    return fit.first is not None and (n.is_software(fit.first.text) or spelt.brand(fit.first))


def _tastes(fit: Fit) -> bool:
    """Somebody has tastes; what a program avoids is what it does."""
    return all(not n.is_software(one.text) and one.kind is not Kind.CODE for one in fit.subjects)


_PREDICATES: Final[Mapping[str, Callable[[Fit], bool]]] = {
    "listens_on": _listens,
    "leads": _leads,
    "owns": _owns,
    "decided": wordings.decides,
    "located_in": _located,
    "started_on": _started,
    "released_on": lambda fit: dating.not_a_job(fit),
    "created_by": _created,
    "uses": _uses,
    "prefers": _tastes,
    "avoids": _tastes,
    "has_version": _has_version,
}
_MARKS: Final[Mapping[str, Callable[[Fit], bool]]] = {
    "dropped": _dropped,
    "ends": _ends,
    "rid": _begins("rid"),
    "asdep": _as_dependency,
    "isdep": _is_dependency,
    "makeuse": _begins("(?:heavy |extensive |good |light |some |much |full |great |liberal )?use of"),
    "thename": _begins("(?:the |its |their )?name"),
    "infavour": _in_favour,
    "back": _back,
    "off": _off_hands,
    "owned": _owned,
    "ownership": _ownership,
    "shares": _shares,
    "makemin": _make_minimum,
    "conn": _connections,
    "now": _called_now,
    "former": _called_before,
    "liked": _liked,
    "habit": _habit,
    "clear": _begins("(?:well )?(?:clear of|away from)"),
    "call": _begins(r"the (?:call|decision|choice)\b"),
    "way": _begins("way"),
    "place": _begins("(?:the )?place of|over from"),
    "eol": _begins("(?:its |their )?(?:the )?(?:end of (?:life|support|maintenance)|eol|end-of-life)"),
    "away": _begins(r"(?:away|offline|dark|eol|end-of-life)\b"),
    "minimum": _minimum,
    "capped": _capped,
    "itsname": _its_name,
    "namechange": _name_changed,
    "code": _code,
    "made": _made_dependency,
    "software": _software,
    "pair": wordings.pair,
    **dating.TESTS,
    **wordings.TESTS,
}
