"""A clause held against the frames of its verb: who and what fill its places, and the facts that this makes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract import kinds
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.clauses import Clause, Complement
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.frames import BY_VERB, Frame
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind, Token
from codegraph.memory.facts.extract.values import Extracted

PROJECT: Final = Phrase("project", (Token("project", "project", Kind.WORD, 0, 0),))
USER: Final = Phrase("user", (Token("user", "user", Kind.WORD, 0, 0),))
_SOON: Final = w.words("move join leave switch migrate start go become quit relocate retire drop adopt ship launch replace transfer take step change")
_PLANS: Final = frozenset(["will", "'ll", "must", "shall", "has to", "have to", "need to", "needs to", "is to", "are to", "due to", "scheduled to", "planned to", "slated to", "set to", "expected to", "supposed to", "meant to"])  # fmt: skip
_VERSIONED: Final = frozenset(["uses", "depends_on", "written_in", "replaced_by"])


def facts_of(clause: Clause, context: Context) -> list[Extracted]:
    """The facts of the first frames that fit. Rows of one verb that name different predicates may all fit."""
    lemma = clause.verb.lemma
    if clause.conditional or (clause.verb.doubt and not clause.verb.over):
        return []
    found: list[Extracted] = []
    former: list[Extracted] = []
    claimed: set[str] = set()
    verbs = [f"{lemma}+{particle}" for particle in clause.particles] + [lemma]
    for frame in (frame for verb in verbs for frame in BY_VERB.get(verb, ())):
        was = "was" in frame.marks
        claims = _claims(frame, clause)
        if claims & claimed and not was:
            continue
        made = list(_by_frame(frame, clause, context))
        if was:
            former += made
        elif made:
            if "noname" not in frame.marks:
                claimed |= claims
            found += made
    stated = {one.predicate for one in found}
    return found + [one for one in former if one.predicate in stated]


def _claims(frame: Frame, clause: Clause) -> set[str]:
    """The places of a clause that a frame reads: no other frame reads them again."""
    claims: set[str] = set()
    for roles in (frame.subject, frame.object):
        for role in roles:
            if role in ("date", "inf", "none") or (role == "A" and roles is frame.object):
                claims.add(role)
                break
            if role == "A" or (role == "P" and roles is frame.subject and frame.predicate not in ("replaced_by", "renamed_to", "owns", "located_in", "has_version")):
                break
            if role in ("P", "P2") or clause.role(role) is not None:
                claims.add(role)
                break
    return claims


def _by_frame(frame: Frame, clause: Clause, context: Context) -> Iterator[Extracted]:
    verb, marks = clause.verb, frame.marks
    if not _spoken(frame, clause):
        return
    if ("passive" in marks and not verb.passive) or ("active" in marks and verb.passive):
        return
    objects = _filled(frame.object, clause, frame.object_kind)
    subjects = _filled(frame.subject, clause)
    if subjects is None or objects is None:
        return
    if "reversed" in marks or "reversed-pair" in marks:
        subjects, objects = objects, subjects
    if not _accepted(frame, clause, subjects, objects):
        return
    yield from _facts(frame, clause, context, subjects, _fitting(frame, objects))


_MOVED: Final = frozenset(["uses", "listens_on", "runs_on_host", "located_in", "has_version", "renamed_to", "has_url", "written_in"])


def _fitting(frame: Frame, objects: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """Of a list of places those that are: `kept in x and y rotated`."""
    if frame.object_kind in ("path", "port", "place", "title", "host") and len(objects) > 1:
        return tuple(one for one in objects if kinds.TESTS[frame.object_kind](one))
    return objects


def _spoken(frame: Frame, clause: Clause) -> bool:
    """Whether the clause states this at all: by negation, modality and mood."""
    verb, marks = clause.verb, frame.marks
    if ("cmd" in marks and not clause.command) or ("nocmd" in marks and clause.command):
        return False
    if verb.negated != ("neg" in marks):
        return False
    if verb.progressive and not verb.perfect and verb.lemma in _SOON and "will" not in marks:
        return False
    if not verb.modal:
        return True
    if verb.modal in ("can", "may", "could", "'ll", "will") and "can" in marks:
        return True
    if verb.modal in _PLANS and "will" in marks:
        return True
    if "habit" in marks and verb.modal in ("would", "'d"):
        return True
    return "must" in marks and verb.modal in ("must", "has to", "have to")


def _filled(roles: Sequence[str], clause: Clause, kind: str = "any") -> tuple[Phrase, ...] | None:
    """The phrases in one of the roles, the first that is of the kind; None where nothing stands there."""
    if len(roles) > 1 and kind in _STRICT:
        for role in roles:
            one = _filled((role,), clause)
            if one and kinds.TESTS[kind](one[0]):
                return one
    for role in roles:
        match role:
            case "none" | "date" | "inf":
                return ()
            case "A":
                if clause.verb.passive:
                    by = clause.role("by")
                    if by is not None and by.phrases:
                        return by.phrases
                    continue
                return clause.subjects or (PROJECT,)
            case "P":
                if clause.verb.passive:
                    if clause.subjects or clause.verb.participle:
                        return clause.subjects or (PROJECT,)
                    continue
                complement = clause.role("P")
                if complement is None and clause.command and clause.verb.lemma in ("relicense", "license"):
                    return (PROJECT,)
            case "P2":
                complement = clause.role("P") if clause.verb.passive else clause.role("P2")
                if complement is None and not clause.verb.passive:
                    complement = _second(clause)
            case "as":
                complement = next((one for one in reversed(clause.complements) if one.role == "as"), None)
            case _:
                complement = clause.role(role)
        if complement is not None and complement.phrases:
            return complement.phrases
    if roles[0] == "A" and "P" not in roles and clause.verb.passive:
        return ()
    return None


_STRICT: Final = frozenset(["port", "host", "url", "email", "path", "place", "version", "phone", "duration", "count", "license"])


def _second(clause: Clause) -> Complement | None:
    """`appoint Gaspar officer`: a title behind a name, read as one phrase, as two."""
    first = clause.role("P")
    if first is None or len(first.phrases) != 1:
        return None
    tokens = first.phrases[0].tokens
    cut = next((k for k in range(1, len(tokens)) if tokens[k - 1].text[:1].isupper() and not tokens[k].text[:1].isupper()), 0)
    if not cut:
        return None
    name, rest = Phrase(" ".join(t.text for t in tokens[:cut]), tokens[:cut]), p.phrase(tokens, cut, len(tokens))[0]
    if rest is None:
        return None
    clause.complements[clause.complements.index(first)] = replace(first, phrases=(name,))
    return Complement("P2", (rest,), rest.text, tokens[cut:])


def _accepted(frame: Frame, clause: Clause, subjects: tuple[Phrase, ...], objects: tuple[Phrase, ...]) -> bool:
    marks = frame.marks
    if not subjects and frame.subject[0] == "A":
        if "given" in marks or not (frame.predicate == "uses" and ("dropped" in marks or clause.verb.lemma in ("adopt", "introduce")) or frame.predicate == "has_version"):
            return False
    if frame.subject[0] == "A" and frame.object[0] not in ("A", "P", "P2", "date", "inf", "none") and not clause.verb.passive and frame.predicate in _MOVED and clause.role("P") is not None and not marks & {"itsname", "makeuse", "nocmd", "conn"} and not (frame.predicate == "listens_on" and clause.verb.lemma in ("expose", "publish", "export", "serve") and clause.subjects and clause.subjects[0].text.lower() != "we") and clause.role("P").phrases:  # type: ignore[union-attr]
        through = any(clause.role(r) for r in ("with", "using", "via", "through") if r in frame.object)
        if frame.predicate != "uses" or not (through or "software" in marks) and clause.verb.lemma not in ("use", "run", "combine", "pair", "spend", "store", "keep", "save", "persist", "get", "make"):
            return False
    if objects and objects[0] is PROJECT and not clause.verb.passive:
        return False
    if "person" in (frame.subject_kind,) and subjects and subjects[0] is PROJECT:
        return False
    kind_s, kind_o = frame.subject_kind, frame.object_kind
    if frame.predicate == "owns" and kind_s == "party":
        kind_s = "owner"
    if "reversed" in marks or "reversed-pair" in marks:
        kind_s, kind_o = kind_o, kind_s
    if kind_o == "tool":
        kind_o = ""
        if frame.predicate == "depends_on":
            lean = clause.verb.lemma in ("depend", "rely", "hinge", "lean", "count")
            strict = not ({"depend", "rely", "hinge", "lean", "count", "add", "remove", "drop"} & frame.verbs and clause.verb.lemma in ("depend", "rely", "hinge", "lean", "count", "add", "remove", "drop"))
            test = kinds.leaned_on if lean else kinds.dependency if strict else kinds.plain_tool if clause.command else kinds.tool
        elif "named" in marks:
            test = kinds.named_tool
        else:
            test = kinds.plain_tool
        if not all(test(one) for one in objects):
            return False
    if subjects and not all(kinds.TESTS[kind_s](one) for one in subjects if one is not PROJECT and one.text != "project"):
        return False
    if kind_o in kinds.TESTS and objects and frame.object[0] not in ("date", "inf", "none"):
        objects = _fitting(frame, objects) if kind_o == frame.object_kind else objects
        if not objects or not all(kinds.TESTS[kind_o](one) for one in objects):
            return False
    if any(one.determiner in ("a", "an", "each", "every", "any", "no") and not frame.predicate.startswith("has_") for one in subjects) and not _introduced(frame, subjects):
        return False
    return _particular(frame, clause, subjects, objects)


def _introduced(frame: Frame, subjects: tuple[Phrase, ...]) -> bool:
    return frame.predicate in ("decided", "written_in") or any(p.is_person(one) for one in subjects)


_NOT_REMOVED: Final = w.words("support test tests code flag option check checks file files import imports method function class workaround branch line lines comment comments hack row rows duplicate duplicates call calls endpoint page")  # fmt: skip


def _particular(frame: Frame, clause: Clause, subjects: tuple[Phrase, ...], objects: tuple[Phrase, ...]) -> bool:
    """What single rows ask for beside the kinds of their places."""
    marks, verb = frame.marks, clause.verb
    first = objects[0] if objects else None
    if frame.predicate == "listens_on" and frame.subject[0] == "P" and not verb.passive and not clause.command and clause.subjects and clause.subjects[0].text.lower() not in ("we", "i"):
        return False
    if "software" in marks and (first is None or not n.is_software(first.text)):
        return False
    if frame.predicate == "owns" and verb.lemma in ("run", "operate", "administer", "tend") and (first is None or not first.determiner or kinds.known_name(first) and n.is_software(first.text) or subjects[0].text.lower() == "we"):
        return False
    if "ends" in marks and first is not None and first.version and verb.lemma in ("drop", "remove", "retire", "discontinue", "sunset", "deprecate"):
        return False
    if frame.predicate == "decided" and clause.command and first is not None and first.determiner == "the" and not kinds.known_name(first):
        return False
    if frame.predicate == "located_in" and frame.object_kind == "place" and subjects[0].text.lower() in ("we", "project") and verb.lemma in ("move", "shift", "relocate") and first is not None and first.text.lower() not in n.GAZETTEER:
        return False
    if "dropped" in marks and first is not None:
        if clause.role("P") and (clause.role("from") or clause.role("before")) or first.head in _NOT_REMOVED or (first.version and clause.command) or (first.kind is Kind.CODE and clause.command and "-" in first.text[:1]):
            return False
        if not kinds.known_name(first) and not n_lower_tool(first):
            return False
        if "rid" in marks and "rid" not in (clause.text.split()[:1] or [""]):
            return False
        if context_dependency(clause) and frame.predicate == "uses":
            return False
    if "asdep" in marks and first is not None and first.head not in ("dependency", "dependencies", "dep", "deps"):
        behind = clause.role("as")
        return behind is not None and bool(behind.phrases) and behind.phrases[0].head in ("dependency", "dependencies", "dep", "requirement", "prerequisite")
    if frame.predicate == "uses" and "by" in frame.object and first is not None and p.is_person_name(first) and len(first.tokens) > 1 and clause.role("by") is not None and first in clause.role("by").phrases:  # type: ignore[union-attr]
        return False
    if "isdep" in marks and first is not None and first.head not in ("dependency", "dependencies", "dep", "deps"):
        return False
    if frame.predicate == "started_on" and verb.lemma in ("create", "conceive", "initiate") and clause.role("by") is not None:
        return False
    if "until" in marks:
        return any(k in ("until", "till", "through") for k, _ in clause.dates) and not clause.complements and not verb.past
    if frame.predicate == "decided" and frame.object[0] not in ("P", "inf") and clause.role("P") is not None and verb.lemma in ("choose", "pick", "decide", "settle"):
        return False
    if "makeuse" in marks:
        return clause.text.startswith("use of")
    if "thename" in marks:
        return clause.role("P") is not None and clause.text.lower().startswith(("the name", "its name", "their name", "name"))
    if "infavour" in marks:
        return clause.command or verb.passive
    if "back" in marks and "back" not in clause.particles and clause.role("back to") is None and verb.lemma not in ("return", "revert"):
        return False
    if frame.predicate == "uses" and first is not None:
        if first.determiner in ("a", "an") and not n.is_software(first.head) or clause.verb.lemma == "run" and frame.object[0] == "P" and not kinds.known_name(first):
            return False
        direct = frame.object[0] in ("P", "A")
        if not direct and not clause.command and not kinds.known_name(first) and "named" not in marks and frame.object[0] != "with":
            return False
        if verb.progressive and not direct and verb.lemma in _MOVING:
            return False
    if frame.predicate == "created_by" and (kinds.lang(subjects[0]) and n.is_software(subjects[0].text) or subjects[0].determiner in ("a", "an")):
        return False
    if frame.object[0] == "date" and not verb.passive and p.is_person_name(subjects[0]) and (verb.lemma in ("retire", "leave", "start", "begin", "open") and (clause.complements or " " in subjects[0].text) ):
        return False
    if frame.predicate == "uses" and verb.lemma == "port" and first is not None and kinds.lang(first) and n.is_software(first.text) and first.text.lower() in n.LANGUAGES:
        return False
    if "rid" in marks and not clause.text.startswith("rid"):
        return False
    if "off" in marks:
        return "off" in clause.particles or re.search(r"\b(?:off|over|from) \w+ (?:hands|plate|shoulders)\b", clause.text) is not None
    if "owned" in marks:
        subject = subjects[0]
        return kinds.owner(subject) and (clause.role("P") is not None or verb.passive)
    if "ownership" in marks:
        return clause.text.startswith(("care of", "ownership", "responsibility", "stewardship", "charge")) or (clause.role("P") is not None and clause.role("P").phrases[0].head in ("ownership", "responsibility", "stewardship", "charge"))  # type: ignore[union-attr]
    if "makemin" in marks:
        second = clause.role("P2")
        return second is not None and re.search(r"\b(?:minimum|minimal|lowest|oldest)\b", second.text, re.I) is not None
    if "conn" in marks:
        direct = clause.role("P")
        return direct is not None and direct.phrases[0].head in w.words("connection connections request requests traffic clients calls messages packets data uploads queries")
    if "target" in (frame.subject_kind,):
        if not (subjects[0].head in w.words("dependencies requirements deps dependency requirement pyproject.toml package.json requirements.txt cargo.toml gemfile environment") or kinds.known_name(subjects[0])):
            return False
    if "now" in marks:
        return _now(clause) and kinds.name(subjects[0]) and (subjects[0].text.lower() not in ("i", "we", "he", "she", "they") and not p.is_person(subjects[0]) or subjects[0].proper and verb.lemma != "go")
    if "former" in marks:
        return verb.over or any(k in ("until", "till", "before") for k, _ in clause.dates) or (verb.past and re.search(r"\b(?:originally|once|formerly|previously|initially|first)\b", clause.whole) is not None)
    if "liked" in marks:
        text = clause.text.lower()
        return bool(re.search(r"\b(?:better|more|best|most|over|rather)\b", text)) or (clause.role("P") is not None and subjects[0].text.lower() != "we" and first is not None and first.determiner not in ("the", "this", "that", "my") and verb.lemma not in ("enjoy", "appreciate") and len(first.text.split()) <= 4)
    if "habit" in marks:
        return verb.modal in ("would", "'d") and re.search(r"\b(?:over|always|any day|every time|rather than)\b", clause.whole) is not None or (not verb.modal and not verb.past and re.search(r"\b(?:always|usually|generally|mostly|tend)\b", clause.whole) is not None)
    if "clear" in marks:
        return re.search(r"^(?:well )?(?:clear of|away from)", clause.text) is not None
    if "call" in marks:
        return re.match(r"the (?:call|decision|choice)\b", clause.text) is not None
    if "way" in marks:
        return clause.text.startswith("way")
    if "place" in marks and frame.predicate == "replaced_by":
        return clause.text.startswith(("the place of", "place of", "over from"))
    if "times" in marks:
        return any(t.kind is Kind.NUMBER for one in clause.complements for t in one.tokens) or True
    if "eol" in marks:
        return re.match(r"(?:its |their )?(?:the )?(?:end of (?:life|support|maintenance)|eol|end-of-life)", clause.text, re.I) is not None
    if "away" in marks:
        return re.match(r"(?:away|offline|dark|eol|end-of-life)\b", clause.text, re.I) is not None
    if "ending" in marks:
        if verb.lemma in ("support", "maintain"):
            return any(k in ("until", "till", "through", "up to") for k, _ in clause.dates)
        return True
    if "past" in marks:
        return (verb.past or verb.passive or verb.perfect or verb.lemma == "date") and not verb.modal and not (verb.lemma in ("start", "begin", "join") and subjects and p.is_person(subjects[0]) and subjects[0].proper and " " in subjects[0].text) and kinds.thing(subjects[0]) and subjects[0].text.lower() not in ("i", "he", "she", "we") or (verb.lemma in ("launch", "publish", "release") and verb.past)
    if "will" in marks and frame.predicate == "due_on" or "due-move" in marks:
        return _due(clause, subjects)
    if "minimum" in marks:
        return first is not None and re.search(r"\b(?:minimum|minimal|min|required|lowest|oldest)\b", subjects[0].text + p.text_of(subjects[0], whole=True), re.I) is not None
    if "capped" in marks:
        return frame.object and any(clause.role(r) for r in ("below", "under", "before", "older than", "less than", "lower than", "at most", "up to")) and kinds.name(subjects[0])
    if "itsname" in marks:
        return clause.role("P") is not None and re.match(r"(?:its |their |the )?names?\b", clause.text) is not None
    if "namechange" in marks:
        return subjects[0].head == "name" and verb.passive
    if "code" in marks:
        return kinds.code_name(subjects[0]) and first is not None and kinds.code_name(first) and first.kind is not Kind.QUOTE
    if "made" in marks:
        return clause.role("P2") is not None and any(one.head in ("dependency", "requirement", "prerequisite") for one in clause.role("P2").phrases)
    if "against" in marks:
        return True
    if "pair" in marks and first is not None:
        return _pair(clause, subjects[0], first)
    if "times" not in marks and frame.predicate == "has_version" and frame.object_kind == "version":
        if subjects[0].text.lower() in ("msrv", "minimum"):
            return False
        return kinds.name(subjects[0]) and not (subjects[0].kind is Kind.VERSION) and (kinds.known_name(subjects[0]) or clause.command or subjects[0].head not in kinds._VAGUE) and subjects[0].head not in ("timeout", "limit") and not p.is_person(subjects[0]) or p.is_person_name(subjects[0]) and subjects[0].text.lower() not in ("i", "we")
    return True


_MOVING: Final = w.words("move switch migrate go")


def n_lower_tool(found: Phrase) -> bool:
    return not found.determiner and len(found.tokens) == 1 and found.head not in _NOT_REMOVED and kinds.plain_tool(found) and not found.head.endswith("s")


def context_dependency(clause: Clause) -> bool:
    return False


def _now(clause: Clause) -> bool:
    """Whether a name is said to be a new one."""
    if any(k in ("until", "till", "before") for k, _ in clause.dates):
        return False
    return bool(clause.dates) or clause.role("since", "as of") is not None or re.search(r"\b(?:now|nowadays|these days|today|currently|since|from now on|henceforth)\b", clause.whole) is not None or clause.verb.perfect or clause.verb.lemma in ("go",)


def _due(clause: Clause, subjects: tuple[Phrase, ...]) -> bool:
    verb = clause.verb
    if verb.past and not verb.passive and not verb.modal:
        return False
    if verb.passive and not verb.modal:
        if verb.lemma in ("move", "postpone", "push", "delay", "reschedule", "bring", "defer", "put") and any(k in ("to", "until") for k, _ in clause.dates):
            return True
        return verb.lemma in ("schedule", "plan", "slate", "set", "target", "expect", "book", "due", "fix", "time") and not verb.perfect
    if verb.lemma in ("schedule", "plan", "slate", "target", "expect") and verb.passive:
        return True
    if not verb.modal and verb.lemma in ("happen", "do", "need", "have", "move", "publish", "push"):
        return False
    if not verb.modal and p.is_person(subjects[0]) and subjects[0].text.lower() not in ("we", "project"):
        return False
    return not verb.modal or verb.modal in _PLANS and (verb.modal in ("must", "has to", "have to", "need to", "needs to") or verb.lemma in ("ship", "launch", "release", "land", "arrive", "go", "open", "start", "publish", "happen", "begin", "close", "deliver", "finish"))


def _pair(clause: Clause, subject: Phrase, other: Phrase) -> bool:
    """Two things of which one stands for the other: in a commit, or both named, none a mere part of the code."""
    if subject.head in kinds._VAGUE and subject.determiner or other.determiner in ("the", "this", "that") and not kinds.known_name(other):
        return False
    if subject.determiner in ("a", "an", "some", "any") or subject.head in ("tabs", "spaces", "order", "spelling", "wording"):
        return False
    if clause.verb.lemma in ("change", "switch", "trade", "exchange", "swap") and not clause.command and not clause.verb.passive:
        return kinds.known_name(subject) and kinds.known_name(other) or "out" in clause.particles
    if clause.verb.lemma == "change":
        return kinds.code_name(subject) and kinds.code_name(other)
    if clause.role("to") is not None and clause.role("with") is None and clause.role("by") is None and clause.role("for") is None:
        return False
    return kinds.tool(other) or kinds.known_name(other) or other.kind is Kind.CODE or clause.command


# -- the facts themselves

_RELEASE_DATES: Final = ("since", "as of", "in", "from", "with", "after", "starting with", "starting from", "until", "before", "on", "by", "at")


def dates_of(clause: Clause) -> tuple[str, str]:
    """From when and until when a clause holds, in the words of the text."""
    began = over = ""
    for preposition, text in clause.dates:
        if preposition in ("until", "till", "through", "up to", "before", "to"):
            over = over or text
        else:
            began = began or text
    for one in clause.complements:
        if one.role in ("until", "till") and not over:
            over = one.text
        elif one.role == "since" and not began and one.phrases and not one.phrases[0].version:
            began = one.text
    between = clause.role("between")
    if between is not None and len(between.phrases) == 2:
        began, over = between.phrases[0].text, between.phrases[1].text
    for one in clause.complements:
        release = one.phrases and len(one.phrases) == 1 and one.phrases[0].kind is Kind.VERSION and not one.phrases[0].version
        if not began and one.role in ("since", "as of", "in") and release:
            began = one.text
    return began, over


def _facts(frame: Frame, clause: Clause, context: Context, subjects: tuple[Phrase, ...], objects: tuple[Phrase, ...]) -> Iterator[Extracted]:  # fmt: skip
    predicate, marks = frame.predicate, frame.marks
    began, over = dates_of(clause)
    ended = "ends" in marks or clause.verb.over or bool(over)
    if predicate in ("decided", "renamed_to", "replaced_by", "due_on", "released_on", "started_on", "expires_on", "created_by", "has_retention", "has_lifetime"):
        ended, over = "ends" in marks and predicate == "decided", ""
    elif predicate in ("uses", "has_role", "works_at", "owns", "runs_on_host", "located_in", "member_of", "leads") and clause.verb.past and not clause.verb.passive and not ended and clause.verb.lemma in ("live", "reside") and began and not clause.verb.perfect:
        ended = False
    if "now" in marks or "former" in marks:
        yield from _renamed(frame, clause, context, subjects, objects, began)
        return
    values = _values(frame, clause, objects)
    if "dropped" in marks and context.dependencies:
        frame = frame._replace(predicate="depends_on")
        predicate = "depends_on"
    if predicate == "located_in" and frame.object_kind == "place" and len(values) > 1 and not re.search(r"\band\b", clause.text):
        values = values[:1]
    implied = context.implied()
    for subject in subjects or (PROJECT,):
        called = implied if subject is PROJECT else context.called(subject, whole=_whole(predicate))
        if frame.object[0] == "date" and subject is not PROJECT and called:
            called = _dated_thing(subject, called, clause)
        if predicate == "created_by" and subject.of is not None and subject.head in ("version", "draft", "implementation", "iteration", "release", "code", "most", "prototype"):
            called = p.text_of(subject.of)
        if predicate == "listens_on" and subject.head in ("port", "ports"):
            called = re.sub(r"\s*(?:default )?ports?$", "", called) or implied
        if frame.subject_kind == "target":
            called = (p.text_of(subject.of) if subject.of is not None else subject.owner or implied) if subject.head in ("dependencies", "requirements", "deps", "dependency", "requirement") else called
            if called in ("requirements.txt", "pyproject.toml", "package.json", "Cargo.toml"):
                called = implied
        if not called:
            continue
        if called == "project" and subject is not PROJECT and clause.command:
            called = implied
        for value in values:
            yield from _one(frame, clause, context, called, value, began, over, ended)


def _dated_thing(subject: Phrase, called: str, clause: Clause) -> str:
    """`Atlas 5` with its version; `support for 1.x` is about 1.x."""
    if subject.head in ("support", "maintenance"):
        inner = subject.of or next((phrase for preposition, phrase in clause.attached if preposition == "for"), None)
        return p.named(inner) if inner is not None else called
    return p.named(subject, whole=True) if subject.text.lower() not in w.PRONOUNS else called


def _whole(predicate: str) -> bool:
    return predicate in ("renamed_to", "expires_on", "due_on", "released_on")


_FROM_DATES: Final = ("due_on", "released_on", "started_on", "expires_on")


def _values(frame: Frame, clause: Clause, objects: tuple[Phrase, ...]) -> list[Phrase | str]:
    if frame.object[0] == "date":
        prepositions = ("on", "in", "at", "by", "", "before", "for", "until", "till", "as of", "around", "during", "since", "through", "from", "starting", "back in", "to")
        if frame.predicate == "started_on":
            prepositions = ("on", "in", "at", "", "around", "to", "since", "back in", "during")
        for preposition, text in clause.dates:
            if preposition in prepositions:
                return [text]
        return []
    if frame.object[0] == "inf":
        inf = clause.role("inf")
        return [inf.text] if inf is not None else []
    return list(objects)


def _one(frame: Frame, clause: Clause, context: Context, subject: str, value: Phrase | str, began: str, over: str, ended: bool) -> Iterator[Extracted]:  # fmt: skip
    predicate = frame.predicate
    if isinstance(value, str):
        began = "" if predicate in _FROM_DATES else began
        yield Extracted(subject, predicate, value.strip(" ,.;"), began, over, ended)
        return
    text = context.called(value, subject=False)
    if not text:
        return
    match predicate:
        case "owns" if value.head in ("ownership", "maintenance", "responsibility", "stewardship", "charge", "control") and clause.role("of", "for") is not None:
            text = p.text_of(clause.role("of", "for").phrases[0], whole=True)  # type: ignore[union-attr]
        case "owns":
            text = context.called(value, whole=value.of is not None and value.head not in ("rest", "whole", "ownership", "maintenance", "majority", "all"), subject=False)
            if value.of is not None and value.head in ("rest", "whole", "ownership", "maintenance", "all", "part"):
                text = p.text_of(value.of, whole=True)
            if value.determiner in ("his", "her", "their") or value.head in kinds._NO_ROLE or p.is_team(value) and p.is_person_name(value):
                return
        case "has_role":
            text = role_text(value)
        case "listens_on":
            text = next(t.text for t in value.tokens if t.kind in (Kind.VERSION, Kind.ADDRESS))
            host, _, number = text.rpartition(":")
            if host and host not in ("0.0.0.0", "*"):
                yield Extracted(subject, "runs_on_host", host, began, over, ended)
            text = number
        case "runs_on_host" if value.kind is Kind.ADDRESS:
            text = text.rpartition(":")[0]
            if not text:
                return
        case "decided":
            text = context.called(value, whole=True, subject=False)
            if "against" in frame.marks or clause.role("against") is not None:
                text = f"against {text}"
            if value.version:
                text = f"{text} {value.version}"
        case "prefers" | "avoids":
            text = re.sub(r" (?:better|more|best|most|less)$", "", p.named(value, whole=True))
        case "has_version" if frame.object_kind == "version":
            yield from versions(subject, value.tokens[-1].text, "", began, over, ended)
            return
        case "max_version":
            yield Extracted(subject, predicate, value.tokens[-1].text, began, over, ended)
            return
        case "min_version" if frame.object_kind == "version":
            yield Extracted(minimum_of(subject), predicate, value.tokens[-1].text, began, over, ended)
            return
        case "has_limit" | "has_retention" | "has_timeout" | "has_lifetime" | "has_interval":
            text = value.tokens[0].text
        case "has_retries":
            text = re.sub(r"\s+(?:times|attempts?|retries|tries)$", "", value.tokens[0].text)
        case "works_at" if value.text.lower() == "us":
            text = "project"
        case "member_of" | "leads":
            pass
        case "located_in":
            text = p.text_of(value, whole=value.of is not None and value.kind is not Kind.PATH)
        case "renamed_to" | "replaced_by":
            text = p.named(value)
        case "has_license":
            text = p.named(value)
        case "uses" | "depends_on" | "written_in":
            text = software_text(value)
    if value.version and (frame.marks & {"version", "noname"} or predicate in _VERSIONED) and predicate not in ("replaced_by", "renamed_to"):
        least = "makemin" in frame.marks or predicate == "depends_on" and clause.verb.lemma in ("require", "need") and not value.bound
        yield from _versions_of(replace(value, bound="min") if least else value, text, began, over, ended)
    if "noname" in frame.marks and not {"version"} - frame.marks:
        if frame.object_kind in ("versioned",) and clause.verb.lemma in ("run", "use", "upgrade", "migrate", "move", "switch", "go", "jump", "have"):
            if clause.verb.lemma in ("run", "use"):
                yield Extracted(subject, "uses", text, began, over, ended)
        return
    if text.casefold() == subject.casefold():
        return
    yield Extracted(subject, predicate, text, began, over, ended)


def role_text(value: Phrase) -> str:
    """`tech lead of checkout` as `tech lead`; a head of something keeps it."""
    if value.of is not None and value.head in ("head", "director", "vp", "president", "chair", "chief", "secretary"):
        return p.text_of(value, whole=True)
    return re.sub(r"^(?:new|newest|current|own|former|very own) ", "", value.text, flags=re.I)


_BUNDLED: Final = re.compile(r"^(?:embedded|bundled|built-in|managed|self-hosted|plain|vanilla|good old|hosted|third-party|in-house|running|recent|local|modern) (?=\S)", re.I)  # fmt: skip


def software_text(value: Phrase) -> str:
    text = _BUNDLED.sub("", value.text)
    return re.sub(r"(?<=\w) (?:dependency|dependencies|dep|deps|present|installed|available|around)$", "", text)


def minimum_of(subject: str) -> str:
    """`minimum supported Go version` names Go."""
    text = re.sub(r"\b(?:the|minimum|minimal|min|supported|required|lowest|oldest|version|of|default)\b", " ", subject, flags=re.I)
    return " ".join(text.split()) or "project"


def _versions_of(value: Phrase, name: str, began: str, over: str, ended: bool) -> Iterator[Extracted]:
    yield from versions(name, value.version, value.bound, began, over, ended)
    if value.upper:
        yield Extracted(name, "max_version", value.upper, began, over, ended)


def versions(name: str, version: str, bound: str, began: str, over: str, ended: bool) -> Iterator[Extracted]:
    predicate = {"min": "min_version", "max": "max_version"}.get(bound or ("min" if version.endswith("+") else ""), "has_version")
    yield Extracted(name, predicate, version.rstrip("+"), began, over, ended)


def _renamed(frame: Frame, clause: Clause, context: Context, subjects: tuple[Phrase, ...], objects: tuple[Phrase, ...], began: str) -> Iterator[Extracted]:  # fmt: skip
    named = objects[0].of if objects[0].head == "name" and objects[0].of is not None else objects[0]
    old, new = context.called(subjects[0], whole=False), p.named(named)
    if "former" in frame.marks:
        if old in ("project", "company", "tool", "library"):
            context.former = new
            return
        old, new = new, old
    if old and new and old.casefold() != new.casefold():
        yield Extracted(old, "renamed_to", new, began, "", False)
