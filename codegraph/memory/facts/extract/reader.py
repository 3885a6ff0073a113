"""From a text to facts: sentence by sentence, clause by clause."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract import belonging, copula, filling, fragments, kinds, telling
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.clauses import Parser
from codegraph.memory.facts.extract.context import Context
from codegraph.memory.facts.extract.lexicon import VERBS
from codegraph.memory.facts.extract.model import PROJECT, USER, Clause, Complement
from codegraph.memory.facts.extract.sentences import _ASKED, Mood, Sentence, sentences, stated
from codegraph.memory.facts.extract.tokens import Kind, Token, tokens
from codegraph.memory.facts.extract.values import Extracted
from codegraph.memory.facts.extract.verbs import Group, verb_group
from codegraph.memory.facts.extract.words import REPORTING, Form

_REQUIREMENTS: Final = re.compile(r"\b(?:requirements?|dependenc(?:y|ies)|prerequisites?|you need)\b", re.I)


def extract(text: str) -> list[Extracted]:
    """The facts that a text states, in its order. Deterministic; the same facts are told once."""
    context = Context()
    found: list[Extracted] = []
    for sentence in sentences(text):
        context.scope = sentence.scope
        found += _of_sentence(sentence, context)
    return [one for one in dict.fromkeys(found) if _sound(one)]


def _sound(fact: Extracted) -> bool:
    return (
        bool(fact.subject and fact.object)
        and fact.subject.casefold() != fact.object.casefold()
        and len(fact.object) <= 200
    )


def _of_sentence(sentence: Sentence, context: Context) -> list[Extracted]:
    asked = _ASKED.match(sentence.text)
    if asked:
        context.thing = re.sub(r"^(?:the|our|my) ", "", asked["t"])
    if sentence.section and _REQUIREMENTS.search(sentence.section):
        return _required(sentence.text, context)
    text, mood = stated(sentence)
    if not text:
        return []
    read = tokens(text)
    if mood is Mood.STANDING:
        return _standing(text)
    if mood is Mood.REQUEST:
        return _in_request(read, text, context)
    main, asides = _asides(read)
    found: list[Extracted] = []
    parsed_clauses: list[Clause] = []
    commanding = mood is Mood.COMMAND
    if commanding:
        text_label = _fragment_first(main, context)
        if text_label:
            return text_label
        parser = Parser(main, text)
        parsed = parser.parse(command=True)
    else:
        if Parser(main, text).find_verb(0) >= len(main) or re.match(r"\S+, \w+ \w+ at \S+, based in", text):
            introduced = list(fragments._introduced(main, context))
            if introduced:
                return introduced
        special = _special(main, text, context)
        if special:
            return special
        opening = _without_subject(main)
        parser = Parser(main, text)
        parsed = _subjectless(parser, opening) if opening is not None else parser.parse()
    parsed_clauses = parsed.clauses
    if not parsed_clauses or (len(parsed_clauses) == 1 and False):
        found += fragments.facts_of(main, context)
    else:
        found += _of_clauses(parsed_clauses, context, parser)
        if not found and any(t.text == ":" or t.kind is Kind.ARROW for t in main):
            found += fragments.facts_of(main, context)
    for antecedent, inside in asides:
        found += _of_aside(antecedent, inside, text, context)
    return found


def _fragment_first(main: list[Token], context: Context) -> list[Extracted]:
    """A commit that is no sentence: `tokio 1.36 -> 1.37`."""
    if any(t.kind is Kind.ARROW for t in main) and main[0].low not in ("rename",):
        return fragments.facts_of(main, context)
    return []


# -- clauses


def _of_clauses(clauses: list[Clause], context: Context, parser: Parser) -> list[Extracted]:
    found: list[Extracted] = []
    for number, clause in enumerate(clauses):
        after = clauses[number + 1] if number + 1 < len(clauses) else None
        if (
            clause.verb.passive
            and not clause.complements
            and not clause.dates
            and after is not None
            and after.verb.passive
            and after.subjects == clause.subjects
        ):
            clause.complements = after.complements  # `born and raised in x`
        made = [] if _unheld(clause) else _of_clause(clause, context)
        if clause.verb.lemma in REPORTING and not made and _reports(clause, clauses[number + 1 :]):
            break
        found += made
        for subject in (clause.subjects,):
            context.note(subject)
        for one in made:
            if one.predicate in ("uses", "depends_on", "renamed_to"):
                context.thing_object = one.object
            if one.predicate == "created_by":
                context.thing = one.subject
            if (
                one.predicate in ("uses", "depends_on")
                and clause.subjects
                and clause.subjects[0].text.lower() in ("we", "i")
            ):
                context.thing = one.object
    return found


def _reports(clause: Clause, rest: list[Clause]) -> bool:
    """Whether what follows is what somebody says or holds."""
    return bool(rest) or clause.role("inf") is not None or clause.role("P") is None


def _unheld(clause: Clause) -> bool:
    """Whether nobody, or not anything in particular, is spoken of."""
    if not clause.subjects:
        return False
    first = clause.subjects[0]
    low = first.text.lower()
    if low in (
        "you",
        "nobody",
        "none",
        "nothing",
        "neither",
        "someone",
        "somebody",
        "anyone",
        "anybody",
        "everybody",
        "everyone",
        "people",
        "who",
        "users",
        "contributors",
    ) and not (
        low == "you"
        and clause.verb.lemma in ("find", "reach", "contact", "email", "mail", "write", "call", "ping", "ring")
    ):
        return True
    if low in (
        "versions",
        "releases",
        "old versions",
        "older versions",
        "newer versions",
        "previous versions",
        "other versions",
    ):
        return True
    return first.determiner in ("no", "neither", "your") and not clause.verb.modal


def _of_clause(clause: Clause, context: Context) -> list[Extracted]:
    if (
        context.scope == "style"
        and clause.command
        and clause.verb.lemma in ("use", "prefer")
        and clause.role("P") is not None
    ):
        return [Extracted("project", "prefers", p.named(one, whole=True)) for one in clause.role("P").phrases]  # type: ignore[union-attr]
    direct = clause.role("P")
    if (
        direct is not None
        and direct.phrases
        and direct.phrases[0].head in ("dependency", "dependence", "reliance")
        and clause.role("on")
    ):
        return _leftover(clause, context) or copula.facts_of(clause, context)
    if clause.verb.lemma in ("be", "have") and not clause.command:
        return copula.facts_of(clause, context) or _adjectival(clause, context) or filling.facts_of(clause, context)
    clause = _no_more(clause)
    if _about_quality(clause):
        made = _quality_change(clause, context)
        if made:
            return made
    made = filling.facts_of(clause, context) or _quality_change(clause, context) or _leftover(clause, context)
    if not made and clause.verb.past and not clause.verb.passive and clause.role("P") is None and clause.subjects:
        clause.verb = clause.verb._replace(passive=True)  # `0.9.0 released on …`
        made = filling.facts_of(clause, context)
    return made + _accompanied(clause, context)


_CHANGES: Final = w.words("upgrade update bump downgrade move migrate raise pin switch change")


def _no_more(clause: Clause) -> Clause:
    """`have not used x since 2021` is over."""
    if clause.verb.negated and clause.verb.perfect and any(k == "since" for k, _ in clause.dates):
        clause.verb = clause.verb._replace(negated=False, over=True)
        clause.dates = [("until", d) if k == "since" else (k, d) for k, d in clause.dates]
    direct = clause.role("P")
    if (
        clause.verb.lemma in _CHANGES
        and direct is not None
        and len(direct.phrases) >= 1
        and direct.phrases[0].upper
        and clause.role("to") is None
    ):
        what = direct.phrases[0]  # `update x 1 to 2` is no range
        numbers = [p.Phrase(v, (Token(v, v, Kind.VERSION, 0, 0),)) for v in (what.version, what.upper)]
        clause.complements[clause.complements.index(direct)] = replace(
            direct, phrases=(replace(what, version="", upper="", bound=""),)
        )
        clause.complements += [
            Complement("from", (numbers[0],), what.version),
            Complement("to", (numbers[1],), what.upper),
        ]
    return clause


def _about_quality(clause: Clause) -> bool:
    direct = clause.role("P")
    first = (
        clause.subjects[0]
        if clause.subjects and (clause.verb.passive or direct is None)
        else direct.phrases[0]
        if direct is not None and direct.phrases
        else None
    )
    return first is not None and (first.head in p.n.QUALITIES or re.search(r"_", first.text) is not None)


def _accompanied(clause: Clause, context: Context) -> list[Extracted]:
    """`…, with a backoff of 10 seconds`: a property of what the clause speaks of."""
    port = clause.role("port")
    if port is not None and not clause.verb.negated and not clause.verb.modal:
        direct = clause.role("P")
        about = (
            direct.phrases
            if direct is not None and not clause.verb.passive and clause.verb.lemma != "be"
            else clause.subjects
        )
        called = context.called(about[0]) if about else ""
        return (
            [Extracted(called, "listens_on", port.phrases[0].tokens[-1].text)]
            if called and kinds.port(port.phrases[0])
            else []
        )
    behind = clause.role("with")
    if behind is None or not behind.phrases or not clause.subjects or clause.verb.negated or clause.verb.modal:
        return []
    value = behind.phrases[0]
    if value.of is None or not kinds.value(value.of) or value.head not in p.n.QUALITIES:
        return []
    called = context.called(clause.subjects[0])
    return [Extracted(called, f"has_{belonging.snake(value.text)}", belonging.value_text(value.of))] if called else []


_ADJECTIVES: Final = (
    # adjective, preposition, predicate, how the phrase behind it is told
    ("responsible", "for", "owns"), ("accountable", "for", "owns"), ("in charge", "of", "owns"), ("in charge of", "", "owns"),
    ("fond", "of", "prefers"), ("keen", "on", "prefers"), ("partial", "to", "prefers"), ("sold", "on", "prefers"),
    ("big", "on", "prefers"), ("crazy", "about", "prefers"), ("mad", "about", "prefers"), ("into", "", "prefers"),
    ("averse", "to", "avoids"), ("allergic", "to", "avoids"), ("wary", "of", "avoids"), ("sick", "of", "avoids"),
    ("opposed", "to", "avoids"), ("tired", "of", "avoids"), ("against", "", "avoids"),
    ("dependent", "on", "depends_on"), ("reliant", "on", "depends_on"), ("useless", "without", "depends_on"),
    ("helpless", "without", "depends_on"), ("compatible", "with", "min_version"),
)  # fmt: skip


def _adjectival(clause: Clause, context: Context) -> list[Extracted]:
    """`x is responsible for y`, `not crazy about y`, `in charge of y`."""
    if clause.verb.lemma != "be" or not clause.subjects or clause.verb.modal:
        return []
    what = clause.role("P")
    adjective = what.phrases[0].text.lower() if what is not None and what.phrases else ""
    for word, preposition, predicate in _ADJECTIVES:
        behind = clause.role(preposition or word)
        if (preposition and adjective.split(" ")[-1:] != [word.split(" ")[-1]]) or behind is None or not behind.phrases:
            continue
        if not preposition and clause.role(word) is None:
            continue
        if clause.verb.negated and not clause.verb.over:
            if predicate != "prefers":
                return []
            predicate = "avoids"
        if predicate in ("prefers", "avoids") and not (
            p.is_person(clause.subjects[0])
            or clause.subjects[0].text.lower() in ("we", "they")
            or p.is_team(clause.subjects[0])
        ):
            return []
        began, over = telling.dates_of(clause)
        made: list[Extracted] = []
        for subject in clause.subjects:
            called = context.called(subject)
            for value in behind.phrases:
                if predicate == "min_version":
                    made += (
                        list(telling.versions_of(value, value.text, began, over, False))
                        if value.version and value.bound
                        else []
                    )
                elif predicate == "owns" and p.is_team(value):
                    made.append(Extracted(called, "leads", value.text, began, over, clause.verb.over or bool(over)))
                elif called and not (predicate == "depends_on" and not kinds.tool(value)):
                    text = p.text_of(value, whole=True) if predicate != "depends_on" else value.text
                    made.append(Extracted(called, predicate, text, began, over, clause.verb.over or bool(over)))
        return made
    return []


_RAISING: Final = w.words("raise lift bump increase lower reduce decrease cut drop shorten extend set change limit shrink grow adjust tune double halve move fix cap go climb fall rise sink tighten relax loosen default put keep configure turn push slash trim widen boost")  # fmt: skip


def _quality_change(clause: Clause, context: Context) -> list[Extracted]:
    """`raise the timeout to 30 s`, `the pool size went up to 40`, `retries default to 3`."""
    verb = clause.verb
    if verb.lemma not in _RAISING or verb.negated or verb.modal or clause.conditional:
        return []
    what = clause.subjects[0] if clause.subjects and (verb.passive or clause.role("P") is None) else None
    if what is None and (clause.command or (clause.subjects and clause.subjects[0].text.lower() in ("we", "i"))):
        direct = clause.role("P")
        what = direct.phrases[0] if direct is not None and len(direct.phrases) == 1 else None
    behind = clause.role("to", "at", "at most", "by default")
    if what is None or behind is None or not behind.phrases or (verb.passive and not clause.subjects):
        return []
    value = behind.phrases[0]
    if what.head in ("title", "role", "position") and kinds.title(value) and belonging.owner_of(what, context):
        return [
            Extracted(
                belonging.owner_of(what, context), "has_role", telling.role_text(value), telling.dates_of(clause)[0]
            )
        ]
    measured = bool(value.tokens) and value.tokens[0].kind in (Kind.NUMBER, Kind.VERSION)
    code = what.tokens[-1].kind is Kind.CODE or "_" in what.text
    if not (
        measured
        or (code and len(value.tokens) == 1 and value.kind in (Kind.WORD, Kind.CODE, Kind.QUOTE))
        or (what.head in p.n.QUALITIES and value.proper)
    ):
        return []
    if (
        what.kind is Kind.NUMBER
        or what.text.lower() in w.PRONOUNS
        or p.is_person(what)
        and not what.head in p.n.QUALITIES
    ):
        return []
    began, over = telling.dates_of(clause)
    if what.head in ("port", "ports") and kinds.port(value):
        owner = (
            belonging.owner_of(what, context)
            or re.sub(r"\s*(?:default )?ports?$", "", what.text).replace("default", "").strip()
            or context.implied()
        )
        made = [Extracted(owner, "listens_on", value.tokens[-1].text.lstrip(":"))]
    elif (
        what.head in ("version", "msrv")
        or re.search(r"\b(?:minimum|min)\b", p.text_of(what, whole=True), re.I)
        and what.head not in p.n.QUALITIES - {"version"}
    ):
        if not re.search(r"\b(?:minimum|min|msrv|required)\b", p.text_of(what, whole=True), re.I):
            made = (
                [Extracted(belonging.versioned_name(what, context), "has_version", value.tokens[-1].text)]
                if "." in value.text
                else []
            )
        else:
            made = [
                Extracted(
                    telling.minimum_of(p.text_of(what, whole=True)), "min_version", value.tokens[-1].text.rstrip("+")
                )
            ]
    elif verb.lemma == "default":
        size = what.head in p.n.QUALITIES and not code
        made = (
            [Extracted(what.text, "has_default", belonging.value_text(value))]
            if code or not size or what.head == "retries"
            else list(belonging.property_facts(what, value, clause, context))
        )
    elif what.head in p.n.QUALITIES or code or value.kind is Kind.NUMBER:
        made = list(belonging.property_facts(what, value, clause, context))
    else:
        return []
    return [replace(one, valid_from=began) for one in made]


def _leftover(clause: Clause, context: Context) -> list[Extracted]:
    """Turns of phrase in which a verb says nothing by itself."""
    verb = clause.verb
    if verb.conditional if hasattr(verb, "conditional") else False:
        return []
    direct, behind = clause.role("P"), clause.role("on", "upon")
    if (
        direct is not None
        and direct.phrases
        and direct.phrases[0].head in ("dependency", "dependence", "reliance", "dependencies")
        and behind is not None
        and not verb.modal
        and not verb.negated
    ):
        ends = verb.lemma in (
            "drop",
            "remove",
            "eliminate",
            "cut",
            "lose",
            "kill",
            "sever",
            "get",
            "shed",
            "avoid",
            "break",
            "ditch",
            "delete",
            "strip",
        )
        called = context.called(clause.subjects[0]) if clause.subjects and not verb.passive else context.implied()
        if ends or verb.lemma in ("add", "introduce", "have", "take"):
            return [
                Extracted(called, "depends_on", telling.software_text(one), ended=ends)
                for one in behind.phrases
                if called
            ]
    if (
        verb.passive
        and clause.subjects
        and not verb.negated
        and verb.lemma in ("require", "need", "install")
        and (verb.lemma != "install" or verb.modal in ("must", "has to", "have to", "needs to", "need to"))
        and (not verb.modal or verb.lemma == "install")
    ):
        made: list[Extracted] = []
        user = clause.role("for", "by")
        whose = (
            context.called(user.phrases[0])
            if user is not None and user.phrases and kinds.thing(user.phrases[0]) and verb.lemma != "install"
            else "project"
        )
        for one in clause.subjects:
            if re.search(r"\b(?:named|called)\b", one.text):
                continue
            if kinds.dependency(one) or (one.determiner == "a" and kinds.known_name(one)):
                made += (
                    telling.versions_of(
                        replace(one, bound=one.bound or "min"), telling.software_text(one), "", "", False
                    )
                    if one.version
                    else ()
                )
                made.append(Extracted(whose, "depends_on", telling.software_text(one)))
        return made
    if (
        verb.passive
        and clause.subjects
        and not verb.negated
        and not verb.modal
        and verb.lemma in ("support", "allow", "accept")
        and clause.subjects[0].version
        and clause.subjects[0].bound
    ):
        return list(telling.versions_of(clause.subjects[0], clause.subjects[0].text))
    without = clause.role("without")
    if (
        (verb.modal in ("can", "could", "will") or not verb.modal)
        and (verb.negated or verb.modal in ("can", "could") and re.search(r"\b(?:nothing|anything)\b", clause.text))
        and without is not None
        and clause.subjects
    ):
        called = context.called(clause.subjects[0])
        return [
            Extracted(called, "depends_on", one.text)
            for one in without.phrases
            if called and called not in ("user",) and kinds.tool(one)
        ]
    if verb.modal == "try" and verb.negated and clause.role("P") is not None and clause.subjects:
        called = context.called(clause.subjects[0])
        return [Extracted(called, "avoids", p.named(one)) for one in clause.role("P").phrases]  # type: ignore[union-attr]
    if (
        verb.modal in ("would", "'d")
        and verb.lemma
        in ("take", "choose", "pick", "go", "use", "prefer", "have", "like", "love", "read", "favour", "recommend_")
        and clause.subjects
        and not verb.negated
    ):
        return _would(clause, context)
    return []


def _would(clause: Clause, context: Context) -> list[Extracted]:
    """`I'd take x over y any day`, `I'd rather have x than y`."""
    compared = clause.role("over", "rather than", "than", "before", "instead of")
    steady = re.search(r"\b(?:any day|every time|always|rather)\b", clause.text) is not None
    what = clause.role("P") or clause.role("for", "with")
    if what is None or not what.phrases or not (compared or steady):
        return []
    called = context.called(clause.subjects[0])
    value = what.phrases[0]
    if not called or value.text.lower() in w.PRONOUNS:
        return []
    text = what.text if value.determiner == "one" else p.named(value, whole=True)
    if clause.verb.lemma not in ("take", "choose", "pick", "go", "use", "prefer", "have", "favour"):
        text = f"{clause.verb.lemma} {text}"
    return [Extracted(called, "prefers", text)]


# -- sentences that are read as a whole


def _without_subject(main: list[Token]) -> Group | None:
    """`Requires Python 3.11`, `Maintained by x`: what a page says of its project."""
    if not main or main[0].kind is not Kind.WORD:
        return None
    at = 0
    while at < len(main) and main[at].low in w.ADVERBS and at < 2:
        at += 1
    if at >= len(main):
        return None
    if at and main[at].low in VERBS:
        group = verb_group(main, 0, len(main))
        if group is not None and group.over and group.end == at + 1:
            return group
    forms = {form: lemma for lemma, kinds_ in VERBS.get(main[at].low, {}).items() for form in kinds_}
    after = main[at + 1] if at + 1 < len(main) else None
    if (
        Form.THIRD in forms
        and after is not None
        and main[at].low
        in (
            "requires",
            "needs",
            "uses",
            "depends",
            "relies",
            "runs",
            "listens",
            "supports",
            "works",
            "exposes",
            "serves",
            "stores",
            "leverages",
            "employs",
            "wraps",
            "embeds",
            "expects",
            "ships",
            "builds",
            "links",
            "binds",
            "moved",
        )
    ):
        return Group(forms[Form.THIRD], at + 1)
    if (
        Form.THIRD in forms
        and Form.BASE not in forms
        and after is not None
        and main[0].text[:1].isupper()
        and at == 0
        and main[0].low in _DONE
        and (p.is_noun(after) or after.low in w.DETERMINERS)
        and Parser(main, "").find_verb(1) >= len(main)
    ):
        return Group(forms[Form.THIRD], 1, start=-1)
    if (
        Form.PAST in forms
        and Form.BASE not in forms
        and after is not None
        and at == 0
        and (p.is_noun(after) or after.low in w.DETERMINERS)
        and Parser(main, "").find_verb(1) >= len(main)
    ):
        return Group(forms[Form.PAST], 1, past=True, participle=False, start=-1)
    if (
        Form.PARTICIPLE in forms
        and after is not None
        and (after.low in w.PREPOSITIONS or after.low in w.CONJUNCTIONS)
        and Form.BASE not in forms
    ):
        return Group(forms[Form.PARTICIPLE], at + 1, passive=True, past=True, participle=True)
    return None


_DONE: Final = w.words(
    "upgrades bumps renames replaces removes drops moves switches migrates pins downgrades swaps deprecates raises lowers increases decreases changes sets updates"
)


def _subjectless(parser: Parser, group: Group) -> object:
    at, _ = parser.clause((), group._replace(start=0), command=group.start < 0)
    if parser.low(at) == "," and group.participle:
        verb = parser.find_verb(at + 1)
        if verb < parser.end:  # `First published in 1998, the format has …`: said of what follows
            subject, _ = p.phrases(parser.tokens, at + 1, verb)
            parser.found.clauses[-1].subjects = tuple(subject)
            return parser.found
    subjects: tuple[p.Phrase, ...] = (p.Phrase("project", PROJECT.tokens),)
    while at < parser.end:
        before = at
        at, _ = parser.step(at, subjects)
        at = at if at > before else at + 1
    return parser.found


def _special(main: list[Token], text: str, context: Context) -> list[Extracted]:
    """Constructions that are more than a clause: `anything below Go 1.21 …`, `decision: …`, `what was x is now y`."""
    low = text.lower()
    comma = next((k for k, t in enumerate(main) if t.text == ","), 0)
    if comma and re.match(r"no more |\S+ over \S+,", low):
        opening = fragments.facts_of(main[:comma], context)
        if opening:
            return opening + _of_clauses(Parser(main[comma + 1 :], text).parse().clauses, context, Parser(main, text))
    if re.match(r"neither\b", low):
        return []
    needed = re.match(
        r"you(?:'ll| will)? (?:also )?(?:need|require|must have)(?: to (?:have|install))? (?P<o>(?:at least )?[\w.+#-]+(?: [A-Z]\w+)? v?\d.*)$",
        text,
        re.I,
    )
    if needed:
        inner = tokens(f"requires {needed['o']}")
        return _of_clauses(
            _subjectless(Parser(inner, f"requires {needed['o']}"), Group("require", 1)).clauses,
            context,
            Parser(main, text),
        )
    supported = re.match(
        r"(?:only )?(?P<n>\S+(?: \S+)?) versions? (?P<k>up to|below|before|older than|through|from|since|above|newer than) (?P<v>v?\d[\w.]*) (?:are|is) (?:also |still )?(?:supported|accepted|allowed|ok|fine)",
        text,
        re.I,
    )
    if supported:
        return [
            Extracted(
                supported["n"],
                "min_version" if supported["k"].lower() in ("from", "since", "above", "newer than") else "max_version",
                supported["v"],
            )
        ]
    below = re.match(
        r"(?:anything|everything|versions?) (?:below|older than|before|lower than|under|prior to|earlier than) |\S+ versions? (?:below|older than|before|prior to|lower than) ",
        low,
    )
    if below and re.search(r"\b(?:n't|not|un\w+|dropped|fails?|break\w*|no longer|cannot)\b|n't\b", low):
        version = next((k for k, t in enumerate(main) if t.kind is Kind.VERSION), 0)
        if version:
            name = (
                main[0].text
                if main[0].low not in ("anything", "everything", "version", "versions")
                else p._text(
                    [t for t in main[2:version] if t.low not in w.PREPOSITIONS and t.low != "than"]
                    or main[version - 1 : version]
                )
            )
            return [Extracted(name, "min_version", main[version].text)]
    decided = re.match(
        r"(?:(?:the|our|final) )?(?:decision|decided|verdict|resolution|resolved|final answer|final call|call is made|conclusion|it's decided|it's settled|settled|agreed|the call is made|adr[ -]?\d*)\s*:\s*(?:we(?:'re| are)? )?(?P<o>.+)$",
        text,
        re.I,
    )
    if decided:
        chosen = decided["o"].rstrip(". ")
        going = re.match(r"(?:go(?:ing)?|going) (?:with|for) (?P<o>.+)$", chosen, re.I)
        return [Extracted("project", "decided", going["o"] if going else chosen)]
    was = re.match(
        r"what(?:'s| is)? (?P<k>used to be(?: called| known as)?|was (?:once|formerly|previously)(?: called| known as)?|was called|(?:we|they|people) (?:used to )?call(?:ed)?|now) (?P<a>.+?) (?:is|are|was once|is now|are now|was)(?: now| once| called| known as)* (?P<b>[^,]+)$",
        text,
        re.I,
    )
    if was:
        old, new = (_bare(was[g]) for g in "ab")
        if was["k"].lower() == "now":
            old, new = new, old
        return [Extracted(old, "renamed_to", new)]
    return _either(main, text, context)


def _bare(text: str) -> str:
    return re.sub(r"^(?:the|an?|our|my|known as|called|now)\s+", "", text.strip(" .`\"'"), flags=re.I).strip("`\"' ")


def _either(main: list[Token], text: str, context: Context) -> list[Extracted]:
    """`I'm Leif, SRE at x`: a name and what goes with it, in front of the rest."""
    found = re.match(
        r"(?:i'm|i am|this is|my name is|my name's|name's|call me|people call me|everyone calls me|i go by|i'm called|you can call me) ",
        text,
        re.I,
    )
    if not found:
        return []
    start = next(k for k, t in enumerate(main) if t.start >= found.end() - 1)
    name, after = p.phrase(main, start, len(main))
    if name is None or not p.is_person_name(name) or p.is_title(name):
        return []
    made = [Extracted("user", "has_name", name.text)]
    rest = main[after:]
    for one in rest:
        if one.kind in (Kind.EMAIL, Kind.PHONE):
            made.append(Extracted("user", "has_email" if one.kind is Kind.EMAIL else "has_phone", one.text))
    if rest and rest[0].low in ("from", "at", "with", "over") and len(rest) > 1:
        org, _ = p.phrase(main, after + 1, len(main))
        if org is not None and kinds.org(org) and rest[0].low == "at":
            made.append(Extracted("user", "works_at", org.text))
        return made
    if rest and (rest[0].text in (",", "(", "-", "–", ".") or rest[0].low == "and" or rest[0].low in ("by", "btw")):
        skip = 2 if len(rest) > 1 and rest[0].text == "," and rest[1].low == "and" else 1
        inner = rest[skip:]
        if inner:
            parser = Parser(inner, text)
            subject, behind = p.phrase(parser.tokens, 0, parser.end)
            if subject is not None and kinds.title(subject) and not p.starts_verb(parser.tokens, behind, parser.end):
                parser.clause((USER,), Group("be", 0))
                made += _rest_of(parser, context)
            else:
                made += _of_clauses(Parser(inner, text).parse().clauses, context, parser)
    return made


def _rest_of(parser: Parser, context: Context) -> list[Extracted]:
    first = parser.found.clauses[-1]
    consumed = max((t.end for one in first.complements for t in one.tokens), default=0)
    at = next((k for k, t in enumerate(parser.tokens) if t.start >= consumed), parser.end)
    while at < parser.end:
        before = at
        at, _ = parser.step(at, (USER,))
        at = at if at > before else at + 1
    return _of_clauses(parser.found.clauses, context, parser)


def _required(text: str, context: Context) -> list[Extracted]:
    """An item of a list of requirements."""
    bare = re.sub(
        r"^(?:optional(?:ly)?|recommended|required)\s*:?\s*|\s+\((?:optional|required|recommended)\)",
        "",
        text,
        flags=re.I,
    ).rstrip(".")
    found = tokens(bare)
    values, _ = p.phrases(found, 0, len(found))
    made: list[Extracted] = []
    for one in values:
        if kinds.tool(one) and kinds.known_name(one):
            made.append(Extracted("project", "depends_on", one.text))
            made += telling.versions_of(one, one.text) if one.version else []
    return made


_STANDING_VERBS: Final = w.words(
    "use prefer write put add format choose go answer speak reply respond name stick import keep include avoid run"
)


def _standing(text: str) -> list[Extracted]:
    """`always use x`, `never use y`, `from now on write in z`: what somebody prefers or avoids."""
    denied = re.search(r"\b(?:never|don't ever|do not ever|don't|do not)\b", text, re.I) is not None
    bare = re.sub(
        r"^(?:(?:please|but|and|so|always|never|don't ever|do not ever|don't|do not|from now on|from here on|going forward|in the future|in (?:this|our) \w+),?\s+)+",
        "",
        text,
        flags=re.I,
    )
    bare = re.sub(
        r",?\s+(?:from now on|from here on|going forward|in (?:this|our) \w+|here|everywhere|please|instead)(?=[,.!]|$)",
        "",
        bare,
        flags=re.I,
    ).rstrip(". !")
    read = tokens(bare)
    found: list[Extracted] = []
    for part in re.split(r",\s+(?=(?:use|prefer|never|always|not)\b)", bare):
        read = tokens(part)
        group = verb_group(read, 0, len(read), base=True)
        if group is None or group.lemma not in _STANDING_VERBS:
            continue
        at = group.end
        while at < len(read) and read[at].low in ("with", "for", "to", "in"):
            at += 1
        value, after = p.phrase(read, at, len(read))
        if (
            value is None
            or value.text.lower() in w.PRONOUNS
            or (denied and group.lemma not in ("use", "prefer", "import", "add", "write", "include", "put", "avoid"))
        ):
            continue
        words = p.named(value, whole=True)
        if group.lemma == "write" and after < len(read) and read[after].low in ("in", "with") and not denied:
            words = part[read[at].start :].strip()
        avoids = denied != (group.lemma == "avoid")
        found.append(Extracted("user", "avoids" if avoids else "prefers", words))
        denied = False
    return found


def _in_request(read: tuple[Token, ...], text: str, context: Context) -> list[Extracted]:
    """Of a request only what a relative clause states of a person: `ask x, who maintains y`."""
    at = next((k for k, t in enumerate(read) if t.low == "who" and k and read[k - 1].text == ","), 0)
    if not at:
        return []
    start = next((k for k in range(at - 1) if read[k].text[:1].isupper() and k), 0)
    if not start:
        return []
    parser = Parser(read[start:], text)
    return [fact for clause in parser.parse().clauses if clause.relative for fact in _of_clause(clause, context)]


# -- what stands in brackets


def _asides(read: tuple[Token, ...]) -> tuple[list[Token], list[tuple[list[Token], list[Token]]]]:
    """The tokens without what stands in brackets, and that with what it stands behind. `<a@b>` is one as well."""
    main: list[Token] = []
    asides: list[tuple[list[Token], list[Token]]] = []
    inside: list[Token] | None = None
    for number, one in enumerate(read):
        following = read[number + 1] if number + 1 < len(read) else None
        if one.text == "(" or (one.text == "<" and following is not None and following.kind is Kind.EMAIL):
            inside = []
        elif one.text in (")", ">") and inside is not None:
            asides.append((list(main), inside))
            inside = None
        elif inside is not None:
            inside.append(one)
        else:
            main.append(one)
    if inside is not None:
        main += inside
    return main, asides


def _of_aside(before: list[Token], inside: list[Token], text: str, context: Context) -> list[Extracted]:
    antecedent = _last_phrase(before)
    if antecedent is None or not inside:
        return []
    first = inside[0]
    bounded, end = p.phrase([antecedent.tokens[-1], *inside], 0, len(inside) + 1)
    if first.kind is Kind.BOUND and bounded is not None and bounded.version and end == len(inside) + 1:
        return list(telling.versions_of(bounded, p.text_of(antecedent)))
    if first.kind is Kind.EMAIL:
        return [Extracted(p.text_of(antecedent), "has_email", first.text)]
    if (
        first.low in ("default", "defaults")
        and antecedent.kind in (Kind.CODE, Kind.WORD)
        and (antecedent.kind is Kind.CODE or "_" in antecedent.text)
    ):
        value = next(
            (
                t
                for t in inside[1:]
                if t.kind in (Kind.VERSION, Kind.NUMBER, Kind.CODE, Kind.QUOTE, Kind.WORD) and t.low not in ("to", "is")
            ),
            None,
        )
        return [Extracted(antecedent.text, "has_default", value.text.strip("`\"'"))] if value is not None else []
    parser = Parser(inside, text)
    if first.low in ("he", "she", "it", "they", "who", "which", "she/her", "he/him", "they/them"):
        verb = verb_group(inside, 1, len(inside))
        if verb is not None:
            parser.clause((antecedent,), verb)
            return _of_clauses(parser.found.clauses, context, parser)
        return []
    if (first.low == "ex" or first.low.startswith("ex-")) and p.is_person(antecedent):
        name = p._text(inside[1:]).strip("- ") if first.low == "ex" else p._text(inside)[3:]
        return [Extracted(context.called(antecedent), "works_at", name, ended=True)] if name else []
    if first.low in ("formerly", "previously", "once", "originally", "now", "aka", "ex") and not (
        p.is_person(antecedent)
        and (" " in antecedent.text or len(inside) > 1 and inside[1].low in ("of", "at", "with"))
    ):
        parser.described((antecedent,), 0, parser.end)
        return _of_clauses(parser.found.clauses, context, parser)
    if parser.is_participle(0):
        parser.reduced((antecedent,), 0, parser.end)
        return _of_clauses(parser.found.clauses, context, parser)
    value, after = p.phrase(inside, 0, len(inside))
    if value is None:
        return []
    if (
        p.is_person_name(antecedent)
        and after == len(inside)
        and kinds.org(value)
        and not kinds.title(value)
        and not p.is_person_name(Phrase_of(value))
    ):
        return [Extracted(p.text_of(antecedent), "works_at", value.text)]
    if (
        p.is_person_name(antecedent)
        and after == len(inside)
        and kinds.proper(value)
        and value.kind is Kind.WORD
        and not kinds.title(value)
    ):
        return [Extracted(p.text_of(antecedent), "works_at", value.text)]
    if kinds.title(value) and p.is_person(antecedent):
        parser.clause((antecedent,), Group("be", 0))
        return _of_clauses(parser.found.clauses, context, parser)
    return []


def Phrase_of(value: p.Phrase) -> p.Phrase:
    return value


def _last_phrase(before: list[Token]) -> p.Phrase | None:
    for start in range(max(0, len(before) - 6), len(before)):
        made, after = p.phrase(before, start, len(before))
        if made is not None and after == len(before) and (start == 0 or not p.is_noun(before[start - 1])):
            return made
    return None


__all__ = ["Complement", "extract"]
