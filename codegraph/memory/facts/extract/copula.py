"""`x is y` and `x has y`: what a thing is said to be, by what kind of phrase says it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract import filling, kinds
from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.clauses import Clause, Complement
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.values import Extracted

_OBLIGED: Final = frozenset(["must", "has to", "have to", "need to", "needs to", "will", "'ll", "is to", "are to", "should be"])
# Nouns of relations: `the owner of x is y`, `x's owner is y`. Value: the predicate, and whether y is its subject.
_INVERSE: Final[Mapping[str, str]] = {
    "owner": "owns", "owners": "owns", "maintainer": "owns", "maintainers": "owns", "steward": "owns", "custodian": "owns",
    "caretaker": "owns", "codeowner": "owns", "codeowners": "owns",
}  # fmt: skip
_MAKERS: Final = w.words("author authors creator creators inventor inventors designer founder founders originator architect_of")
_BOSSES: Final = w.words("boss manager supervisor line_manager chief")
_LEADERS: Final = w.words("lead leader head chair chairman chairwoman chairperson captain director manager boss")
_FAVOURITES: Final = re.compile(r"^(?:preferred|favou?rite|fav|go-to|beloved|personal favou?rite)\s+", re.I)
_WHEN: Final[Mapping[str, str]] = {
    "deadline": "due_on", "due date": "due_on", "launch": "due_on", "launch date": "due_on", "release": "due_on", "go-live": "due_on",
    "demo": "due_on", "freeze": "due_on", "code freeze": "due_on", "cutover": "due_on", "meeting": "due_on", "conference": "due_on",
    "kickoff": "due_on", "workshop": "due_on", "audit": "due_on", "beta": "due_on", "target date": "due_on", "target": "due_on",
    "release date": "released_on", "expiry": "expires_on", "expiry date": "expires_on", "expiration date": "expires_on", "eol": "expires_on",
    "end of life": "expires_on", "end of support": "expires_on", "sunset": "expires_on", "sunset date": "expires_on", "start": "started_on",
    "start date": "started_on", "end": "expires_on", "birthday": "born_on", "end-of-life": "expires_on", "end-of-life date": "expires_on",
    "cut-off": "due_on", "cutoff": "due_on", "submission deadline": "due_on",
}  # fmt: skip


def facts_of(clause: Clause, context: Context) -> list[Extracted]:
    """The facts of a clause whose verb is `be` or `have`."""
    if clause.conditional or clause.verb.doubt:
        return []
    found = list(_has(clause, context) if clause.verb.lemma == "have" else _is(clause, context))
    return list(dict.fromkeys(found))


def _is(clause: Clause, context: Context) -> Iterator[Extracted]:
    verb = clause.verb
    if not clause.subjects:
        return
    began, over = filling.dates_of(clause)
    ended = verb.over or bool(over)
    if verb.negated and not verb.over:
        newer = clause.role("newer than", "later than", "above")
        if verb.modal in ("must", "should", "may", "can") and newer is not None and newer.phrases and newer.phrases[0].kind is Kind.VERSION:
            yield Extracted(context.called(clause.subjects[0]), "max_version", newer.phrases[0].tokens[-1].text)
        return
    what = clause.role("P")
    if verb.modal and verb.modal not in _OBLIGED:
        return
    if verb.modal:
        yield from _must_be(clause, context)
        return
    subject = clause.subjects[0]
    if subject.determiner in ("a", "an", "each", "every", "any", "no") and not p.is_person(subject):
        return
    if what is not None and what.phrases:
        made = list(_equals(clause, context, what, began, over, ended))
        if made:
            yield from made
            if not any(one.predicate == "has_role" for one in made):
                return
    if what is None and clause.dates and not ended or (what is not None and what.phrases and what.phrases[0].head in ("due", "planned", "scheduled", "valid", "good")):
        made = list(_dated(clause, context))
        if made:
            yield from made
            return
    yield from _located(clause, context, began, over, ended)


def _must_be(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`numpy must be older than 2.0`, `the report must be in by Friday`."""
    subject = clause.subjects[0]
    for role, predicate in (("older than", "max_version"), ("below", "max_version"), ("less than", "max_version"), ("lower than", "max_version"), ("under", "max_version"), ("at most", "max_version"), ("earlier than", "max_version"), ("prior to", "max_version"), ("at least", "min_version"), ("newer than", "min_version"), ("above", "min_version"), ("later than", "min_version"), ("P", "min_version")):
        bound = clause.role(role)
        if bound is None or not bound.phrases or bound.phrases[0].kind is not Kind.VERSION or len(bound.phrases[0].tokens) > 2:
            continue
        if role == "P" and not bound.tokens[-1].low.endswith("+") and not any(t.low in w.OPEN_UP for t in clause_tokens(clause)):
            continue
        name = context.called(subject)
        if name and clause.verb.modal not in ("will", "'ll"):
            yield Extracted(re.sub(r"^version of ", "", name), predicate, bound.phrases[0].tokens[-1].text.rstrip("+"))
            return
    yield from _dated(clause, context)


def clause_tokens(clause: Clause) -> list[p.Token]:
    return [t for one in clause.complements for t in one.tokens]


def _dated(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`the demo is on 4 May`, `the release is due in June`."""
    dates = [(k, d) for k, d in clause.dates if k in ("on", "in", "at", "by", "", "for", "before", "until", "till", "from", "around", "through")]
    if not dates or not clause.subjects:
        return
    subject = clause.subjects[0]
    what = clause.role("P")
    said = what.phrases[0].head if what is not None and what.phrases else ""
    if p.is_person(subject) or subject.text.lower() in ("it", "this", "that", "i", "we", "he", "she", "they", "there"):
        return
    if said and said not in ("due", "planned", "scheduled", "done", "ready", "in", "finished", "live", "available", "complete", "valid", "good", "out"):
        return
    predicate = "due_on"
    if clause.verb.past and not clause.verb.modal:
        if not re.search(r"\b(?:release|version|launch|debut|publication)$", subject.text, re.I):
            return
        predicate = "released_on"
    if said in ("valid", "good"):
        predicate = "expires_on"
    elif dates[0][0] in ("until", "till", "through", "from") and said != "due":
        return
    key = subject.text.lower()
    predicate = _WHEN.get(key, _WHEN.get(subject.head, predicate)) if predicate == "due_on" else predicate
    if not said and not clause.verb.modal and key not in _WHEN and subject.head not in _WHEN and not re.search(r"(?:party|exam|review|talk|event|hackathon|retro|offsite|call|interview|sprint|sync|milestone|cut|day|migration|switch|rollout|train|maintenance|downtime|summit|fair|session|hearing|onboarding|webinar|presentation|planning|inspection|appointment)s?$", key):
        return
    called = context.called(subject, whole=True)
    if subject.head == "deadline" or key in ("due date", "target date", "release date", "expiry date", "end of life", "eol", "start date", "launch date"):
        called = _for(clause) or owner_of(subject, context) or "project"
        if subject.head == "release":
            called = p.text_of(subject, whole=True)
    if called:
        yield Extracted(called, predicate, dates[0][1])


def _for(clause: Clause) -> str:
    for preposition, phrase in clause.attached:
        if preposition in ("for", "on"):
            return p.text_of(phrase)
    return ""


def owner_of(found: Phrase, context: Context) -> str:
    """Whose a thing is: `x's port`, `the port of x`, `our port`."""
    if found.of is not None:
        return context.called(found.of, whole=True)
    if found.owner in ("user", "project"):
        return found.owner
    if found.owner in ("its",):
        return context.thing
    if found.owner in ("his", "her"):
        return context.person
    if found.owner in w.POSSESSIVES:
        return ""
    return found.owner


def _equals(clause: Clause, context: Context, what: Complement, began: str, over: str, ended: bool) -> Iterator[Extracted]:
    """`x is y` where y is a noun phrase: the first reading that fits."""
    subject, value = clause.subjects[0], what.phrases[0]
    low = subject.text.lower()
    if low in ("there", "here", "what", "which", "who", "this", "that", "these", "those") and not (low == "this" and p.is_person_name(value)):
        return
    for reading in (_person_reading, _relation_reading, _version_reading, _network_reading, _favourite_reading, _date_reading, _rename_reading, _kind_reading, _property_reading, _described_reading):
        made = list(reading(clause, context, value, what))
        if made:
            for one in made:
                yield Extracted(one.subject, one.predicate, one.object, one.valid_from or began, one.valid_to or over, one.ended or (ended and one.predicate not in _EVENTS))
            return


_EVENTS: Final = frozenset(["due_on", "released_on", "expires_on", "started_on", "renamed_to", "replaced_by", "decided"])


def _person_reading(clause: Clause, context: Context, value: Phrase, what: Complement) -> Iterator[Extracted]:
    """Who somebody is: a title, a name, the boss; and where."""
    subjects = clause.subjects
    subject = subjects[0]
    past = clause.verb.past and not clause.verb.over
    first_person = subject.text.lower() == "i"
    if first_person and p.is_person_name(value) and not value.of and value.head not in n.TITLES:
        yield Extracted("user", "has_name", value.text)
        return
    if p.is_person_name(value) and not kinds.person(subject) or (p.is_title(subject) and p.is_person_name(value)):
        return  # the other way round: a relation's name
    everyone = [one for one in subjects if kinds.person(one) or one.text.lower() == "it"]
    if not everyone or not all(kinds.person(one) for one in subjects):
        return
    if value.text.lower() in ("mine", "ours", "hers", "theirs"):
        return
    if value.head in _BOSSES and value.owner and len(value.tokens) <= 2:
        for one in everyone:
            yield from role_facts(context.called(one), value, clause, context)
        return
    if value.head in ("editor", "player", "scheduler", "planner", "driver", "reader", "writer", "recorder", "tester", "manager", "coordinator", "operator", "translator", "interpreter") and value.determiner in ("a", "an") and (len(subject.tokens) == 1 and re.search(r"\b(?:written|implemented|built|based|needs|requires|depends|for)\b", clause.text) or clause.relative and len(subject.tokens) == 1 and subject.text.lower() not in ("i", "he", "she") and len(value.tokens) == 1):
        return
    titles = [_singular(one) if len(subjects) > 1 else one for one in what.phrases]
    titles = [one for one in titles if kinds.title(one)]
    plural = subject.text.lower() in ("we", "they")
    if not titles or plural:
        if value.head in n.TEAMS and subject.text.lower() not in ("we",):
            return
        yield from ()
        return
    over = clause.verb.over or (past and bool(filling.dates_of(clause)[1]))
    for one in subjects:
        called = context.called(one)
        if not called:
            continue
        for title in titles:
            yield from role_facts(called, title, clause, context, ended=over or past)


def _singular(found: Phrase) -> Phrase:
    """`backend developers` of several people."""
    last = found.tokens[-1]
    if not last.low.endswith("s") or last.low[:-1] not in n.TITLES:
        return found
    tokens = (*found.tokens[:-1], last._replace(text=last.text[:-1], low=last.low[:-1]))
    return replace(found, text=found.text[:-1], tokens=tokens)


def role_facts(person: str, title: Phrase, clause: Clause | None, context: Context, *, ended: bool = False) -> Iterator[Extracted]:
    """A title, and what it is a title of: an organisation, what one owns or leads."""
    if title.owner in ("user",) and title.head in _BOSSES:
        yield Extracted("user", "reports_to", person)
        return
    if title.head in _BOSSES and title.owner not in ("", "project", "user") and title.owner not in w.POSSESSIVES:
        yield Extracted(title.owner, "reports_to", person)
        return
    text = filling.role_text(title)
    ended = ended or title.tokens[0].low in ("former", "ex")
    owned = title.of
    if title.head in ("owner", "maintainer", "owners", "maintainers"):
        if owned is not None:
            if title.head.startswith("maintainer"):
                yield Extracted(person, "has_role", title.text, ended=ended)
            elif not title.text.lower().endswith("owner") or len(title.tokens) > 1:
                yield Extracted(person, "has_role", title.text, ended=ended)
            if len(title.tokens) == 1 or title.tokens[0].low in ("sole", "main", "current", "lead", "only", "primary", "original", "official", "principal", "new"):
                yield Extracted(person, "owns", p.text_of(owned, whole=True), ended=ended)
            return
        if len(title.tokens) == 1 and title.owner and title.owner not in w.POSSESSIVES:
            yield Extracted(person, "owns", title.owner, ended=ended)
            return
    elif title.head in _MAKERS and owned is not None and title.head not in n.TITLES - {"author", "creator", "founder", "inventor"}:
        yield Extracted(p.text_of(owned), "created_by", person)
        return
    yield Extracted(person, "has_role", text, ended=ended)


def _relation_reading(clause: Clause, context: Context, value: Phrase, what: Complement) -> Iterator[Extracted]:
    """`the owner of x is y`, `my manager is y`, `our linter is y`, `the decision is y`."""
    subject = clause.subjects[0]
    head, text = subject.head, subject.text.lower()
    owner = owner_of(subject, context) or _for(clause)
    everyone = [context.called(one) for one in what.phrases]
    named = all(p.is_person_name(one) or p.is_team(one) or one.text.lower() in ("i", "me") for one in what.phrases)
    is_role = p.is_title(subject)
    if head in _INVERSE and (named or (kinds.owner(value) and (value.proper or value.determiner or value.kind is Kind.PATH))) and (head == text or not is_role):
        for one in everyone:
            yield Extracted(one, _INVERSE[head], owner if owner not in ("", "user") else "project")
        return
    if head in _MAKERS and named and (head == text or text.startswith(("original", "first", "main", "principal", "primary"))):
        for one in everyone:
            yield Extracted(owner or "project", "created_by", one)
        return
    if head in _BOSSES and named and (subject.owner or subject.of) and text in ("boss", "manager", "supervisor", "line manager", "direct manager", "direct supervisor", "new boss", "new manager", "current manager", "immediate supervisor"):
        yield Extracted(owner if owner != "project" else "project", "reports_to", everyone[0])
        return
    if head == "employer":
        yield Extracted(owner or "user", "works_at", everyone[0])
        return
    if named and is_role and value.text.lower() not in ("i",) and p.is_person_name(value):
        title = filling.role_text(subject)
        if subject.of is not None and head in _LEADERS and p.is_team(subject.of):
            title = subject.text
        for one in what.phrases:
            yield Extracted(p.text_of(one), "has_role", title)
        return
    if named and head in ("one", "person", "guy", "woman", "man", "contact"):
        return
    if head == "name" and context.former and subject.owner in ("its", "project", "") and text == "name":
        yield Extracted(context.former, "renamed_to", p.named(value))
        context.former = ""
        return
    if head == "name" and (subject.owner or subject.of) and text in ("name", "full name", "first name", "real name", "given name"):
        if owner in ("user",) or (owner and p.is_person_name(Phrase(owner, tuple(t for t in subject.tokens)))) or value.proper:
            yield Extracted(owner, "has_name", p.named(value)) if owner != "project" else Extracted("project", "has_name", p.named(value))
        return
    if head in ("title", "role", "position", "job") and text in ("title", "job title", "role", "position", "job", "current role") and owner and kinds.title(value):
        yield Extracted(owner, "has_role", filling.role_text(value))
        return
    if value.head == "name" and value.of is not None and kinds.proper(subject):
        yield Extracted(p.text_of(value.of), "has_name", subject.text)
        return
    if head in ("decision", "verdict", "resolution", "conclusion") and not named and not re.match(r"\d", value.text):
        yield Extracted("project" if subject.owner in ("", "project") else owner, "decided", what.text)
        return
    if head in ("dependency", "dependencies", "requirement", "requirements", "prerequisite", "prerequisites"):
        for one in what.phrases:
            if kinds.tool(one):
                yield Extracted(owner if owner and owner != "user" else "project", "depends_on", filling.software_text(one))
        return
    if head in ("replacement", "successor") and owner:
        yield Extracted(owner, "replaced_by", p.named(value))
        return
    if head in ("members", "member") and named:
        for one in what.phrases:
            yield Extracted(p.text_of(one), "member_of", owner or "project")
        return
    if head in ("headquarters", "hq") and kinds.place(value):
        yield Extracted(owner or "project", "located_in", value.text)
        return
    if value.head in ("dependency", "requirement", "prerequisite") and (value.of is not None or value.owner):
        yield Extracted(owner_of(value, context) or "project", "depends_on", context.called(subject))
        return
    if value.head in _INVERSE and value.of is not None and len(value.tokens) == 1 and kinds.owner(subject):
        for one in clause.subjects:
            yield Extracted(context.called(one), "owns", p.text_of(value.of, whole=True))
        return
    if value.text.lower() in ("ours", "mine") and kinds.thing(subject):
        yield Extracted("project" if value.text.lower() == "ours" else "user", "owns", context.called(subject))
        return
    if what.tokens and what.tokens[-1].low == "'s" or (clause.text.endswith("'s") and p.is_person_name(value)):
        yield Extracted(value.text, "owns", context.called(subject))
        return
    if value.head == "responsibility" and (value.of is not None or value.owner):
        inside = next((p.text_of(phrase) for preposition, phrase in clause.attached if preposition in ("below", "under", "in", "inside", "within")), "")
        owned = inside if subject.text.lower() in ("everything", "anything", "all", "code") and inside else context.called(subject)
        yield Extracted(owner_of(value, context), "owns", owned)
        return
    if value.head in ("author", "creator", "inventor", "founder") and value.of is not None and kinds.person(subject) and len(value.tokens) == 1:
        yield Extracted(p.text_of(value.of), "created_by", context.called(subject))


def _version_reading(clause: Clause, context: Context, value: Phrase, what: Complement) -> Iterator[Extracted]:
    """`the current version is 2.1`, `Go 1.21 is the minimum`, `prod is Postgres 14`."""
    subject = clause.subjects[0]
    text = f"{subject.text} {p.text_of(subject, whole=True)}".lower()
    numeric = value.kind is Kind.VERSION and (len(value.tokens) == 1 or value.tokens[0].low in ("version", "release"))
    if numeric and re.search(r"\bversions?\b|\breleases?\b", text) and subject.head in ("version", "release", "versions") or numeric and re.match(r"(?:latest|current|newest)\b", subject.text.lower()) or (numeric and value.tokens[0].low in ("version", "release")):
        name = _versioned_name(subject, context)
        predicate = "has_version"
        if re.search(r"\b(?:minimum|minimal|min|oldest|lowest|earliest|required|least)\b", text):
            predicate = "min_version"
        elif re.search(r"\b(?:maximum|max|highest|last supported|latest supported|newest supported|upper)\b", text):
            predicate = "max_version"
        yield Extracted(name, predicate, value.tokens[-1].text.rstrip("+"))
        return
    low = value.text.lower()
    if subject.version and re.search(r"\b(?:minimum|lowest|oldest|earliest)\b", low):
        yield Extracted(subject.text, "min_version", subject.version)
        return
    if subject.version and re.search(r"\b(?:latest|current|newest)\b", low):
        yield Extracted(subject.text, "has_version", subject.version)
        return
    if subject.version and re.search(r"\b(?:maximum|highest|max)\b", low):
        yield Extracted(subject.text, "max_version", subject.version)
        return
    if subject.version and kinds.known_name(subject) and value.head in n.TOOL_KINDS:
        yield from filling.versions(subject.text, subject.version, subject.bound, "", "", False)
        yield Extracted("project", "uses", subject.text)


def _versioned_name(subject: Phrase, context: Context) -> str:
    """Whose version: `the minimum supported Go version`, `the version of x`, `x's version`."""
    owner = owner_of(subject, context)
    if subject.text.lower() in w.PRONOUNS:
        return context.called(subject)
    if owner and owner != "user":
        return owner
    bare = re.sub(r"\b(?:minimum|minimal|min|maximum|max|supported|required|lowest|oldest|earliest|highest|latest|current|newest|stable|recommended|installed|versions?|releases?|default|new|public|first)\b", " ", subject.text, flags=re.I)
    return " ".join(bare.split()) or "project"


def _network_reading(clause: Clause, context: Context, value: Phrase, what: Complement) -> Iterator[Extracted]:
    """`the port is 80`, `staging's url is …`, `our hotline is +49 …`."""
    subject = clause.subjects[0]
    owner = owner_of(subject, context)
    rest = " ".join(t.text for t in subject.tokens[:-1])
    match value.kind:
        case Kind.URL:
            prefix = re.sub(r"\b(?:base|home|public|main|web|api)$", "", rest, flags=re.I).strip() if subject.head in ("url", "address", "link", "site", "page") else subject.text
            whose = (owner if owner != "user" else "") or (prefix if subject.head in ("url", "address", "link") else context.called(subject)) or "project"
            yield Extracted(whose, "has_url", value.text)
        case Kind.EMAIL:
            yield Extracted(owner or _contact(subject, rest, context), "has_email", value.text)
        case Kind.PHONE:
            yield Extracted(owner if owner and not (owner == "project" and rest) else _contact(subject, rest, context), "has_phone", value.text)
        case _:
            if subject.head in ("port", "ports") and kinds.port(value):
                whose = (owner if owner not in ("user",) else "") or re.sub(r"\b(?:default|main|http|https|tcp|listening)$", "", rest, flags=re.I).strip() or "project"
                for one in what.phrases:
                    if kinds.port(one):
                        yield Extracted(whose, "listens_on", one.tokens[-1].text.lstrip(":"))
            elif subject.head in ("host", "hostname", "server") and kinds.host(value) and rest + owner:
                yield Extracted(owner or rest, "runs_on_host", value.text)
            elif value.kind is Kind.ADDRESS:
                host, _, number = value.text.rpartition(":")
                whose = owner or context.called(subject)
                yield Extracted(whose, "listens_on", number)
                if host:
                    yield Extracted(whose, "runs_on_host", host)


def _contact(subject: Phrase, rest: str, context: Context) -> str:
    if subject.head in ("number", "phone", "email", "mail", "address", "mobile", "cell", "line", "e-mail"):
        bare = re.sub(r"\b(?:phone|mobile|email|e-mail|mail|cell|desk|work|private|telephone)$", "", rest, flags=re.I).strip()
        return bare or "project"
    return context.called(subject) or "project"


def _favourite_reading(clause: Clause, context: Context, value: Phrase, what: Complement) -> Iterator[Extracted]:
    subject = clause.subjects[0]
    if _FAVOURITES.match(subject.text) or subject.head in ("preference", "favourite", "favorite") or (subject.of is not None and subject.of.head == "choice"):
        yield Extracted(owner_of(subject, context) if subject.of is None else (subject.of.owner or subject.owner or "project"), "prefers", p.named(value, whole=True))
        return
    if p.is_person(subject) or subject.text.lower() in ("i", "we"):
        complements = {one.role for one in clause.complements}
        if value.head in ("fan", "lover", "believer", "proponent", "advocate", "friend") and (value.of is not None or "in" in complements):
            liked = value.of or (clause.role("in") or what).phrases[0]
            yield Extracted(context.called(subject), "prefers", p.named(liked, whole=True))
        elif value.text.lower().endswith(("shop", "house")) and len(value.tokens) > 1 and subject.text.lower() == "we":
            tool = " ".join(t.text for t in value.tokens[:-1])
            if n.is_software(tool) or tool[:1].isupper():
                yield Extracted("project", "uses", tool)
        elif value.head == "allergic" and clause.role("to") is not None:
            yield Extracted(context.called(subject), "avoids", p.named(clause.role("to").phrases[0], whole=True))  # type: ignore[union-attr]


def _date_reading(clause: Clause, context: Context, value: Phrase, what: Complement) -> Iterator[Extracted]:
    if value.kind is not Kind.DATE or not clause.subjects:
        return
    subject = clause.subjects[0]
    key = subject.text.lower()
    predicate = _WHEN.get(key, _WHEN.get(subject.head, ""))
    if not predicate:
        return
    if subject.head in ("deadline", "date", "eol", "expiry") or key in ("end of life", "eol", "end of support", "start", "end"):
        whose = _for(clause) or owner_of(subject, context) or "project"
    else:
        whose = context.called(subject, whole=True)
    yield Extracted(whose, predicate, value.text)


def _rename_reading(clause: Clause, context: Context, value: Phrase, what: Complement) -> Iterator[Extracted]:
    """`the old x is y now`, `what used to be x is now y`."""
    subject = clause.subjects[0]
    said = re.search(r"\b(?:now|nowadays|these days)\b", clause.text) is not None or clause.verb.perfect
    both = kinds.name(subject) and subject.proper and not subject.determiner and kinds.name(value) and (value.kind is Kind.CODE or value.proper) and not value.determiner and not value.version
    if said and both and not n.is_software(value.text) and not kinds.title(value) and not kinds.title(subject) and len(value.tokens) == 1 and len(subject.tokens) == 1:
        yield Extracted(subject.text, "renamed_to", value.text)
        return
    older = re.match(r"(?:old|former|previous)\s+", subject.text, re.I)
    if older and said and kinds.name(value) and (value.kind is Kind.CODE or value.proper):
        yield Extracted(re.sub(r"^(?:old|former|previous)\s+", "", subject.text, flags=re.I), "renamed_to", p.named(value))


def _kind_reading(clause: Clause, context: Context, value: Phrase, what: Complement) -> Iterator[Extracted]:
    """`our editor is Helix`, `the db is Postgres 14`, `the back end is C`, `the mailer is Ruby`."""
    subject = clause.subjects[0]
    former = re.match(r"(?:old|former|previous|original)\s", subject.text, re.I) is not None
    if clause.verb.past and not clause.verb.over and not former:
        return
    if value.determiner in ("a", "an", "the", "this", "that", "our", "my") or not kinds.known_name(value) or value.kind in (Kind.QUOTE, Kind.PATH, Kind.DATE):
        return
    low = value.text.lower()
    known = any(n.is_software(t.text) for t in value.tokens)
    if subject.text.lower() == "it" and not context.thing and known:
        yield Extracted("project", "uses", filling.software_text(value))
        return
    kind = subject.head in n.TOOL_KINDS or " ".join(t.low for t in subject.tokens[-2:]) in n.TOOL_KINDS or " ".join(t.low for t in subject.tokens[-2:]) in n.TOOL_KINDS
    constant = re.fullmatch(r"[A-Z][A-Z0-9_]+|\d.*", value.text) is not None and not known
    if subject.head in n.QUALITIES or constant or not kinds.tool(value) or low in ("utc", "true", "false", "null", "none"):
        return
    called = context.called(subject)
    if not called or called == "user" or p.is_person(subject):
        return
    if value.version:
        yield from filling._versions_of(value, filling.software_text(value), "", "", False)
    if re.fullmatch(r"C|C\+\+\d*|C#|C\d\d", value.text) or (low in n.LANGUAGES and not kind):
        yield Extracted(called, "written_in", re.sub(r"(?<=\+\+)\d+$", "", value.text))
    elif kind or known:
        owner = owner_of(subject, context)
        whose = "user" if owner == "user" else ("project" if kind else called)
        yield Extracted(whose, "uses", filling.software_text(value), ended=former and clause.verb.past)


def _property_reading(clause: Clause, context: Context, value: Phrase, what: Complement) -> Iterator[Extracted]:
    """`the … timeout is 30 s`, `our licence is MIT`, `the byte order of x is little-endian`."""
    subject = clause.subjects[0]
    if subject.kind in (Kind.NUMBER, Kind.DATE) or subject.version or p.is_person(subject) or value.of is not None and subject.head not in n.QUALITIES:
        return
    measured = value.tokens[0].kind in (Kind.NUMBER, Kind.VERSION)
    quality = subject.head in n.QUALITIES or subject.head in ("directory", "url", "encoding")
    plain = len(value.tokens) <= 3 and value.kind in (Kind.WORD, Kind.CODE, Kind.QUOTE, Kind.PATH) and value.determiner == "" and (re.match(r"[A-Z\d]", value.text) is not None or value.kind in (Kind.CODE, Kind.PATH) or re.search(r"\w-\w|/", value.text) is not None)
    if subject.text.lower() in ("it", "that", "this"):
        if measured and subject.text.lower() == "it" and context.quality and value.kind is Kind.NUMBER or (subject.text.lower() == "it" and measured and context.quality and len(value.tokens) == 1):
            yield from _quality("project", context.quality, value, context)
        return
    if not (measured or (quality and plain)):
        return
    if measured and not quality and not (value.kind is Kind.NUMBER and re.search(r"(?:ttl|timeout|limit|size|time|rate|count|max|min|ratio|budget|_\w+)$", subject.text, re.I)) and subject.kind is not Kind.CODE and not re.search(r"_", subject.text):
        return
    if measured and value.tokens[0].kind is Kind.VERSION and len(value.tokens) > 1:
        return
    if value.kind is Kind.NUMBER and re.search(r"\d (?:commits|tests|people|warnings|errors|members)$", value.text):
        return
    yield from property_facts(subject, value, clause, context)


def property_facts(subject: Phrase, value: Phrase, clause: Clause | None, context: Context) -> Iterator[Extracted]:
    """A property of whoever has it; a key of a configuration has a value."""
    text = value_text(value)
    whose = owner_of(subject, context)
    if whose == "user" and subject.head not in ("timezone", "pronouns", "zone", "locale", "language"):
        whose = "project"
    if subject.tokens[-1].kind is Kind.CODE or re.fullmatch(r"[a-z]+(?:_[a-z]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+(?:\.[a-z_]+)+", subject.text):
        yield Extracted(subject.text, "has_value", text)
        return
    if clause is not None and not whose:
        whose = next((p.text_of(phrase) for preposition, phrase in clause.attached if preposition in ("for", "of", "in", "on")), "")
    yield from _quality(whose or context.implied(), snake(subject.text), value, context)


def _quality(whose: str, quality: str, value: Phrase, context: Context) -> Iterator[Extracted]:
    context.quality = quality
    yield Extracted(whose, f"has_{quality}", value_text(value))


def snake(text: str) -> str:
    bare = re.sub(r"^(?:overall|total|our|current|new|configured|actual)\s+", "", text.strip(), flags=re.I)
    return re.sub(r"[^\w]+", "_", bare).strip("_")


def value_text(value: Phrase) -> str:
    if value.tokens and value.tokens[0].kind is Kind.NUMBER:
        return value.tokens[0].text
    return p.named(value)


def _described_reading(clause: Clause, context: Context, value: Phrase, what: Complement) -> Iterator[Extracted]:
    """`x is a Go service`, `x is React Native`, `x is a member of y`, `x is the successor of y`."""
    subject = clause.subjects[0]
    if value.head in ("member", "part") and value.of is not None:
        for one in clause.subjects:
            if kinds.person(one) and p.is_team(value.of):
                yield Extracted(context.called(one), "member_of", p.text_of(value.of))
    elif value.head in ("successor", "replacement") and (value.of is not None or clause.role("for", "to")):
        other = value.of or clause.role("for", "to").phrases[0]  # type: ignore[union-attr]
        yield Extracted(p.text_of(other), "replaced_by", context.called(subject))
    elif value.determiner in ("a", "an") and len(value.tokens) > 1 and value.tokens[0].text.lower() in n.LANGUAGES and value.tokens[0].text[:1].isupper() and value.head in w.words("service app application program script tool library package daemon codebase project binary crate module server cli client bot"):
        yield Extracted(context.called(subject), "written_in", value.tokens[0].text)


_TIES: Final[Mapping[str, tuple[str, ...]]] = {
    "in": ("in", "within", "inside", "under", "at", "below"),
}


def _located(clause: Clause, context: Context, began: str, over: str, ended: bool) -> Iterator[Extracted]:
    """`x is in/on/at/with y`: a team, an organisation, a place, a path, a machine, a port, a version."""
    subjects = [one for one in clause.subjects if one.determiner not in ("a", "an", "each", "every", "any", "no")]
    what = clause.role("P")
    adjective = what.phrases[0].head if what is not None and what.phrases else ""
    for one in clause.complements:
        if not one.phrases or one.role in ("P", "P2", "inf", "for", "because of", "as"):
            continue
        for subject in subjects:
            made = list(_tie(subject, one, adjective, clause, context))
            for fact in made:
                past = clause.verb.past and not clause.verb.over and bool(over)
                yield Extracted(fact.subject, fact.predicate, fact.object, began, over, ended or past or fact.ended)


def _tie(subject: Phrase, complement: Complement, adjective: str, clause: Clause, context: Context) -> Iterator[Extracted]:
    role, value = complement.role, complement.phrases[0]
    called = context.called(subject)
    if not called or value.text.lower() in w.PRONOUNS and value.text.lower() not in ("us",):
        return
    is_person = kinds.person(subject) and subject.text.lower() != "we"
    in_place = role in ("in", "at", "on", "under", "inside", "within", "near", "below", "from", "out of")
    if role in ("in charge of",) or (adjective in ("responsible", "accountable") and role == "for"):
        return
    if adjective and adjective not in w.words("live available up out back reachable accessible hosted still stuck currently stable happy deployed installed part on and active based present here down over in ready open exposed pinned kept stored locked"):
        if not (is_person and kinds.title(clause.role("P").phrases[0])):  # type: ignore[union-attr]
            return
        if role in ("at", "with", "for") and kinds.org(value):
            yield Extracted(called, "works_at", context.called(value, subject=False), ended=clause.verb.over or clause.verb.past)
        elif role in ("in", "on", "of") and p.is_team(value):
            yield Extracted(called, "member_of", p.text_of(value))
        return
    numeric = value.kind in (Kind.VERSION, Kind.ADDRESS, Kind.URL, Kind.PATH, Kind.NUMBER) or kinds.path(value) or value.version
    if is_person and not numeric:
        if role in ("in", "on", "part of", "with", "of") and kinds.team(value):
            yield Extracted(called, "member_of", p.text_of(value))
        elif (role == "at" or role == "with" and clause.role("on", "in") is None) and kinds.org(value) and value.head not in ("lunch", "home"):
            yield Extracted(called, "works_at", p.text_of(value))
        elif role in ("in", "near") and kinds.place(value):
            yield Extracted(called, "located_in", value.text)
        return
    if role in ("on", "at", "under", "via") and kinds.port(value):
        for one in complement.phrases:
            if kinds.port(one):
                yield Extracted(called, "listens_on", one.tokens[-1].text.rpartition(":")[2])
        if value.kind is Kind.ADDRESS and value.text.rpartition(":")[0]:
            yield Extracted(called, "runs_on_host", value.text.rpartition(":")[0])
        return
    if value.kind is Kind.URL and role in ("at", "under", "on", "via"):
        yield Extracted(called, "has_url", value.text)
        return
    if value.kind is Kind.ADDRESS:
        host, _, number = value.text.rpartition(":")
        yield Extracted(called, "listens_on", number)
        if host:
            yield Extracted(called, "runs_on_host", host)
        return
    if role in ("on", "at") and value.kind is Kind.VERSION and (len(value.tokens) == 1 or value.tokens[0].low in ("version", "release")):
        if called != "user":
            yield Extracted(called if called != "project" else "project", "has_version", value.tokens[-1].text)
        return
    if role in ("on", "at") and value.version:
        yield from filling.versions(value.text, value.version, value.bound, "", "", False)
        return
    if role == "at" and value.kind is Kind.NUMBER and subject.head in n.QUALITIES:
        yield from property_facts(subject, value, clause, context)
        return
    if role == "on" and subject.text.lower() == "we" and n.is_software(value.text):
        yield Extracted("project", "uses", value.text)
        return
    if role in ("on", "at", "in") and kinds.host(value) and not (role == "in" and value.kind is Kind.CODE):
        yield Extracted(called, "runs_on_host", value.text)
        return
    if in_place and kinds.path(value) and subject.head in w.words("problem bug issue error typo mistake trick catch answer fix change reason failure crash leak culprit line"):
        return
    if in_place and kinds.path(value):
        for one in complement.phrases:
            if kinds.path(one) and not (called in ("user", "project") and one.kind is not Kind.PATH):
                yield Extracted(called, "located_in", p.text_of(one))
        return
    if role in ("in", "near", "out of", "at") and kinds.place(value) and (subject.text.lower() == "we" or subject.head in w.words("office offices headquarters hq team desk company firm server servers datacenter warehouse lab studio branch shop home base")):
        listed = complement.phrases if " and " in complement.text else complement.phrases[:1]
        for one in listed:
            yield Extracted(called, "located_in", p.text_of(one))
        return
    if role in ("on",) and kinds.named_tool(value) and n.is_software(value.text):
        yield Extracted(called, "uses", filling.software_text(value))


def _has(clause: Clause, context: Context) -> Iterator[Extracted]:
    """`x has a timeout of 5 s`, `we have Redis 7 installed`, `x has a dependency on y`."""
    verb = clause.verb
    what = clause.role("P")
    most = clause.role("at most", "up to")
    if what is None and most is not None and most.phrases and kinds.value(most.phrases[0]) and clause.subjects and not verb.negated:
        yield Extracted(context.called(clause.subjects[0]), "has_limit", most.phrases[0].tokens[0].text)
        return
    if verb.negated and not verb.over or what is None or not what.phrases:
        return
    if verb.modal and verb.modal not in ("must", "has to", "have to"):
        return
    began, over = filling.dates_of(clause)
    ended = verb.over or bool(over)
    subject = clause.subjects[0] if clause.subjects else filling.PROJECT
    called = context.called(subject) if clause.subjects else context.implied()
    if not called or (subject.determiner in ("each", "every", "any", "no")):
        return
    value = what.phrases[0]
    if value.determiner == "no":
        return
    for fact in _had(clause, context, called, what, value):
        yield Extracted(fact.subject, fact.predicate, fact.object, began, over, ended or fact.ended)


def _had(clause: Clause, context: Context, called: str, what: Complement, value: Phrase) -> Iterator[Extracted]:
    behind = clause.role("on")
    text = value.text.lower()
    if value.head in ("dependency", "dependence", "reliance") and behind is not None:
        for one in behind.phrases:
            yield Extracted(called, "depends_on", filling.software_text(one))
        return
    if clause.verb.modal:
        for one in what.phrases:
            if kinds.known_name(one):
                yield Extracted(called, "depends_on", filling.software_text(one))
        return
    last = what.phrases[-1]
    if value.of is not None and value.of.tokens and value.of.tokens[0].kind in (Kind.NUMBER, Kind.VERSION) and (value.head in n.QUALITIES or value.determiner in ("a", "an")):
        yield Extracted(called, f"has_{snake(value.text)}", value_text(value.of))
        return
    with_values = re.match(r"^(?:an? )?(?P<v>\d[\w.%]*(?:[ -](?:ms|s|second|minute|hour|day|week|month|year|mb|gb|kb|mib|gib)s?)?)[ -](?P<q>[a-z][\w ]*)$", text)
    if with_values and value.head in n.QUALITIES and value.head not in ("workers", "threads", "replicas", "instances", "nodes"):
        yield Extracted(called, f"has_{snake(with_values['q'])}", with_values["v"])
        return
    if value.version and kinds.known_name(value) or last.version and kinds.known_name(last):
        for one in what.phrases:
            if one.version:
                yield from filling.versions(one.text, one.version, one.bound, "", "", False)
        return
    installed = re.search(r"\binstalled\b", clause.text) is not None
    if installed and kinds.known_name(value):
        yield Extracted(called, "uses", re.sub(r" installed$", "", value.text))
        return
    port = clause.role("on", "at")
    if port is not None and port.phrases and kinds.port(port.phrases[0]) and value.kind is not Kind.NUMBER:
        number = port.phrases[0].tokens[-1].text
        host, _, digits = number.rpartition(":")
        yield Extracted(context.called(value, subject=False), "listens_on", digits or number)
        if host:
            yield Extracted(context.called(value, subject=False), "runs_on_host", host)
        return
    place = clause.role("in", "at")
    if place is not None and place.phrases and kinds.place(place.phrases[0]) and value.head in w.words("headquarters hq office offices base site branch home desk branches"):
        for one in place.phrases:
            yield Extracted(called, "located_in", one.text)
        return
    if value.head in ("job", "position", "role", "contract", "gig") and place is not None and place.phrases and kinds.org(place.phrases[0]) and kinds.person(clause.subjects[0] if clause.subjects else filling.PROJECT):
        yield Extracted(called, "works_at", place.phrases[0].text)
        return
    path = clause.role("in", "under", "at")
    if path is not None and path.phrases and kinds.path(path.phrases[0]) and value.determiner in ("its", "their", "our", "my", "the"):
        yield Extracted(context.called(value, subject=False), "located_in", p.text_of(path.phrases[0]))
