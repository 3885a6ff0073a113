"""A sentence as clauses: who, which verb, and the phrases behind it by the preposition that leads them.

Coordinated verbs share a subject, relative clauses, appositions and brackets get the noun phrase they follow, and a
list that goes on without its verb (`x lives in a, y in b`) gets the verb it left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import naming, nouns, sorts
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.complements import Complements
from codegraph.memory.facts.extract.finding import could_be_verb, finite
from codegraph.memory.facts.extract.lexicon import VERBS, forms_of
from codegraph.memory.facts.extract.model import PROJECT, STOPS, Clause, Complement, Parsed
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind, Token
from codegraph.memory.facts.extract.verbs import Group, verb_group
from codegraph.memory.facts.extract.words import Form

Tokens = Sequence[Token]


_CONDITIONS: Final = w.words("if unless whether in_case as_long_as given_that provided")
_ACTIVITIES: Final = w.words("building compiling running installing testing developing deploying using")
_RELEASES: Final = w.words("release releases version versions series line branch on onwards onward up seconds minutes")
_TIMES: Final = w.words("when whenever once until as_soon_as before after where while")
_ENDING: Final = w.words("leave quit drop abandon ditch remove retire")
_PRESENT: Final = re.compile(r"\b(?:now|nowadays|currently|today|still|these days)\b", re.IGNORECASE)


Step = tuple[int, tuple[Phrase, ...]]
"""Where a clause ended, and its subjects."""
Attached = tuple[tuple[str, Phrase], ...]
Opened = tuple[tuple[Phrase, ...], Attached, int, Step | None]
"""The subjects before a verb, what is attached to them, where the verb group begins; or a step already done."""


class Parser:
    """Reads the clauses of one sentence from left to right."""

    def __init__(self, tokens: Tokens, text: str) -> None:
        self.text = text
        self.tokens = [t for t in tokens if not (t.kind is Kind.STOP and t.text in "*_")]
        self.end = len(self.tokens)
        self.found = Parsed()
        self.dates: list[tuple[str, str]] = []
        self.fronted: Clause | None = None  # the last one with a subject of its own, if a date stands in front of it
        self.lead: list[Complement] = []
        self.former: Phrase | None = None  # `formerly a x,` in front of who it was

    # -- small steps

    def low(self, at: int) -> str:
        return self.tokens[at].low if at < self.end else ""

    def slice(self, start: int, end: int) -> str:
        if start >= end:
            return ""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end]

    def find_verb(self, start: int) -> int:
        """The next finite verb from a token on, the end where there is none."""
        depth_stop = {";", "—", "–"}
        for at in range(start, self.end):
            if self.tokens[at].text in depth_stop:
                return self.end
            if could_be_verb(self.tokens, at, start, self.end):
                return at
        return self.end

    def is_participle(self, at: int) -> bool:
        """`written in`, `owned by`: a participle that opens a clause of its own behind a noun."""
        forms = VERBS.get(self.low(at), {})
        if not any(Form.PARTICIPLE in f and (Form.BASE not in f or lemma == "run") for lemma, f in forms.items()):
            return False
        after = at + 1
        while after < self.end and self.low(after) in w.ADVERBS:
            after += 1
        return self.low(after) in w.PREPOSITIONS or (
            self.low(after) in w.CONJUNCTIONS and self.is_participle(after + 1)
        )

    # -- clauses

    def parse(self, *, command: bool = False) -> Parsed:
        at = 0
        subjects: tuple[Phrase, ...] = ()
        if command:
            group = verb_group(self.tokens, 0, self.end, base=True)
            if group is not None:
                at, _ = self.clause((), group, command=True)
                at, subjects = self.after_command(at)
        previous = -1
        while at < self.end:
            if at == previous:
                at += 1
                continue
            previous = at
            at, subjects = self.step(at, subjects)
        return self.found

    def after_command(self, at: int) -> Step:
        """Further imperatives of a commit: `bump x to 2 and drop y`."""
        while at < self.end:
            step = p.separator(self.tokens, at, self.end) or (1 if self.tokens[at].text == ";" else 0)
            if not step:
                break
            group = verb_group(self.tokens, at + step, self.end, base=True)
            if group is None or not any(Form.BASE in f for f in VERBS.get(self.low(at + step), {}).values()):
                break
            if could_be_verb(self.tokens, at + step + 1, at + step, self.end) and p.is_noun(self.tokens[at + step]):
                break
            at, _ = self.clause((), group, command=True)
        return at, ()

    def step(self, at: int, subjects: tuple[Phrase, ...]) -> Step:
        """The next clause from a connective on."""
        conditional = False
        while at < self.end:
            low, text = self.low(at), self.tokens[at].text
            if low == "once" and self.low(at + 1) in ("a", "an", "the", "our"):
                break
            if low in _CONDITIONS or (low in _TIMES and low in w.SUBORDINATORS):
                conditional = conditional or low not in ("while", "where", "whereas", "before", "after")
                at += 1
            elif text == "," or text in STOPS or text in "()" or low in w.CONJUNCTIONS or low in w.SUBORDINATORS:
                at += 1
            else:
                break
        if at >= self.end:
            return at, subjects
        group = self.bare_verb(at, subjects)
        if group is not None:
            return self.clause(subjects, group, conditional=conditional, coordinated=True)
        at = self.lead_in(at)
        verb = self.find_verb(at)
        if verb < self.end and self.low(at) in _ACTIVITIES and verb > at + 1 and Form.THIRD in forms_of(self.low(verb)):
            group = verb_group(self.tokens, verb, self.end)
            if group is not None:
                return self.clause((PROJECT,), group, conditional=conditional)
        if verb >= self.end:
            self.found.rest.append(self.tokens[at:])
            return self.end, subjects
        subjects_found, attached, start, done = self.subject(at, verb)
        if done is not None:
            return done
        group = verb_group(self.tokens, start, self.end)
        if group is None:
            return verb + 1, subjects
        if not subjects_found:
            subjects_found = (Phrase("", ()),)
        return self.clause(subjects_found, group, attached=attached, conditional=conditional)

    def bare_verb(self, at: int, subjects: tuple[Phrase, ...]) -> Group | None:
        """A verb without a subject of its own, behind a conjunction: `and owns it`, `and maintained by x`."""
        if not subjects or self.tokens[at].kind is not Kind.WORD:
            return None
        doing = next(
            (
                one
                for one in ("use", "run", "self-host", "host")
                if Form.GERUND in VERBS.get(self.low(at), {}).get(one, ())
            ),
            "",
        )
        if doing and self.tokens[at - 1].text == "," and next(iter(subjects)).text.lower() in ("we", "i"):
            return Group(doing, at + 1, start=at)  # `we dropped x, using y now`
        if self.is_participle(at):
            group = verb_group(self.tokens, at, self.end)
            passive = bool(self.found.clauses) and self.found.clauses[-1].verb.passive
            return group._replace(passive=True) if group is not None and passive else group
        group = verb_group(self.tokens, at, self.end)
        if group is None:
            return None
        low = self.low(at)
        while low in w.ADVERBS or low in w.NEGATIONS:
            at += 1
            low = self.low(at)
        if low in w.BE or low in w.HAVE or low in w.DO or low in w.MODALS:
            return group
        kinds = forms_of(low)
        following = self.tokens[at + 1] if at + 1 < self.end else None
        if following is not None and could_be_verb(self.tokens, at + 1, at, self.end) and Form.PAST not in kinds:
            return None
        first = next(iter(subjects))
        plural = len(subjects) > 1 or first.text.lower() in ("i", "we", "they") or first.head.endswith("s")
        if Form.PAST in kinds and Form.BASE not in kinds:
            return group
        name = first.text[:1].isupper() and sorts.is_person_name(first)
        if Form.THIRD in kinds and (not plural or name):
            return group
        joined = at > 0 and self.low(at - 1) in ("and", "but", "or")
        return group if Form.BASE in kinds and plural and joined else None

    def lead_in(self, at: int) -> int:
        """What stands before a subject: adverbs, dates and prepositional phrases. Those that date are kept."""
        while at < self.end:
            one, low, following = self.tokens[at], self.low(at), self.low(at + 1)
            if one.kind is Kind.DATE:
                if following != "," and could_be_verb(self.tokens, at + 1, at, self.end):
                    break
                self.dates.append(("", one.text))
                at += 1
            elif low in ("formerly", "previously", "once") and following in ("a", "an", "the", "our"):
                self.former, at = p.phrase(self.tokens, at + 1, self.end)
            elif low in w.ADVERBS and low not in w.DETERMINERS and low not in ("there", "here"):
                if low in nouns.ADJECTIVES and low != "only" and at + 1 < self.end and p.is_noun(self.tokens[at + 1]):
                    break  # `nightly builds`
                at += 1
            elif low in ("between", "from") and (span := self.span(at)):
                at = span
            elif low in w.PREPOSITIONS and low not in w.CONJUNCTIONS:
                after = self.led_by(at)
                if after is None:
                    return at + 1
                at = after
            else:
                break
            if self.low(at) == ",":
                at += 1
        return at

    def led_by(self, at: int) -> int | None:
        """Behind a phrase with its preposition in front of a subject; None where the subject begins with it."""
        if self.release_before(at):
            self.dates.append((self.low(at), self.tokens[at + 1].text))
            return at + 2
        single, after = p.phrase(self.tokens, at + 1, self.end)
        found = [single] if single is not None else []
        commas = [k for k in range(at, self.end) if self.tokens[k].text == ","]
        if self.low(after) in ("and", "or") and commas and commas[-1] > after:
            found, after = p.phrases(self.tokens, at + 1, self.end)
        if not found:
            gerund = Form.GERUND in forms_of(self.low(at + 1))
            return commas[0] if gerund and commas else None
        verb = p.starts_verb(self.tokens, after, self.end) and found[-1].kind is not Kind.DATE
        if verb and self.low(after) != ",":
            names = [
                k
                for k in range(at + 2, after)
                if self.tokens[k].text[:1].isupper() and self.tokens[k - 1].text[:1].islower()
            ]
            if self.low(at) in ("for", "in", "on") and len(found) == 1 and len(names) == 1:
                return names[0]  # `for persistence Lattice relies on x`
            return None  # the phrase runs into the verb: its noun phrase is the subject
        self.keep(self.low(at), found, at + 1, after)
        return self.up_to_speaker(after)

    def release_before(self, at: int) -> bool:
        """`since 2.0 the parser …`, `since 2.0 foo …`: a release, and then the subject."""
        if (
            self.low(at) not in ("since", "as of", "until", "before", "with", "from", "in", "after")
            or at + 3 >= self.end
        ):
            return False
        number, following = self.tokens[at + 1], self.tokens[at + 2]
        release = number.kind is Kind.VERSION and ("." in number.text or number.low.startswith("v"))
        named = self.tokens[at + 3].kind is Kind.VERSION and n.is_software(following.text)
        if release and named:
            return True
        bare = following.kind in (Kind.WORD, Kind.CODE) and following.low not in _RELEASES | w.CONJUNCTIONS
        return release and bare and p.is_noun(following) and p.starts_verb(self.tokens, at + 3, self.end)

    def up_to_speaker(self, at: int) -> int:
        """`after two weeks of back and forth we …`: where `we` begins, else the place itself."""
        for k in range(at, min(at + 4, self.end - 1)):
            if self.tokens[k].text == "," or self.low(k) in w.SUBORDINATORS:
                break
            if self.low(k) in ("we", "i", "they") and p.starts_verb(self.tokens, k + 1, self.end):
                return k
        return at

    def span(self, at: int) -> int:
        """`from 2018 to 2021`: both dates kept; where it ends, 0 where there is none."""
        if at + 3 >= self.end or self.tokens[at + 1].kind is not Kind.DATE or self.tokens[at + 3].kind is not Kind.DATE:
            return 0
        if self.low(at + 2) not in ("to", "and", "until", "till", "through", "up to", "-", "–"):
            return 0
        self.dates += [("from", self.tokens[at + 1].text), ("until", self.tokens[at + 3].text)]
        return at + 4

    def keep(self, preposition: str, found: Sequence[Phrase], start: int, end: int) -> None:
        if found[0].kind is Kind.DATE or (
            preposition
            in ("since", "as of", "until", "before", "with", "from", "in", "after", "starting with", "starting from")
            and naming.is_release(found[0])
        ):
            self.dates.append((preposition, self.slice(start, end)))
        else:
            self.lead.append(
                Complement(preposition, tuple(found), self.slice(start, end), tuple(self.tokens[start:end]))
            )

    def subject(self, at: int, verb: int) -> Opened:
        """The subjects before a verb, what is attached to them, where the verb group begins; or a step already done."""
        found, after = p.phrases(self.tokens, at, verb)
        if len(found) > 1 and not any(
            t.low in ("and", "&", "or", "nor", "plus", "as well as") for t in self.tokens[at:after]
        ):
            first, after = p.phrase(self.tokens, at, verb)
            found = [first] if first is not None else []
        if not found:
            last = self.last_phrase(at, verb)
            return ((last,) if last else ()), (), verb, None
        attached: list[tuple[str, Phrase]] = []
        while after < verb and self.low(after) in w.PREPOSITIONS:
            inner, behind = p.phrases(self.tokens, after + 1, verb)
            if not inner:
                break
            attached.append((self.low(after), inner[0]))
            after = behind
        if self.low(after) == "to" and any(Form.BASE in f for f in VERBS.get(self.low(after + 1), {}).values()):
            return tuple(found), tuple(attached), self._resume(after, verb), None
        start = after
        if after < verb and self.tokens[after].kind is Kind.DATE:
            self.dates.append(("", self.tokens[after].text))
            after = start = after + 1
        while after < verb and (self.low(after) in w.ADVERBS or self.low(after) in w.NEGATIONS):
            after += 1
        if after == verb:
            return tuple(found), tuple(attached), start, None
        comma = self.tokens[after].text == ","
        opens = after + 1 if comma else after
        if self.low(opens) in w.RELATIVES or (comma and self.low(opens) in ("who", "which")):
            return (), (), verb, self.relative(tuple(found), opens, comma)
        if self.is_participle(opens):
            self.reduced(tuple(found), opens, verb)
            resume = self._resume(opens, verb)
            return tuple(found), tuple(attached), resume, None
        if comma and opens < verb:
            return self.apposed(tuple(found), tuple(attached), opens, verb)
        last = self.last_phrase(after, verb)
        return ((last,) if last else tuple(found)), (), verb, None

    def _resume(self, start: int, verb: int) -> int:
        at = verb
        while at > start and (self.low(at - 1) in w.ADVERBS or self.low(at - 1) in w.NEGATIONS):
            at -= 1
        return at

    def last_phrase(self, start: int, verb: int) -> Phrase | None:
        """The noun phrase that ends where the verb begins."""
        stop = self._resume(start, verb)
        for at in range(start, stop):
            made, after = p.phrase(self.tokens, at, stop)
            if made is not None and after == stop and (at == 0 or not p.is_noun(self.tokens[at - 1]) or at == start):
                return made
        return None

    def reduced(self, antecedent: tuple[Phrase, ...], at: int, end: int) -> None:
        """`, written in x and maintained by y,` between a subject and its verb."""
        inner = Parser(self.tokens[at:end], self.text)
        inner.tokens = list(self.tokens[at:end])
        inner.end = len(inner.tokens)
        group = verb_group(inner.tokens, 0, inner.end)
        if group is None:
            return
        after, _ = inner.clause(antecedent, group._replace(passive=True))
        while after < inner.end:
            after, _ = inner.step(after, antecedent)
        self.found.clauses += [replace(one, relative=True) for one in inner.found.clauses]

    def apposed(self, found: tuple[Phrase, ...], attached: Attached, opens: int, verb: int) -> Opened:
        """`name, what it is, verb …`: the apposition as a statement of its own; else the last phrase is the subject."""
        closing = next((k for k in range(verb - 1, opens, -1) if self.tokens[k].text == ","), -1)
        tail = self._resume(opens, verb)
        if closing >= tail - 1 and closing > opens:
            name, behind = p.phrase(self.tokens, opens, closing)
            if (
                name is not None
                and behind == closing
                and sorts.is_person_name(name)
                and not sorts.is_person_name(found[0])
            ):
                if sorts.is_title(found[0]):
                    what = Complement("P", found, found[0].text, found[0].tokens)
                    self.found.clauses.append(Clause((name,), Group("be", 0), [what], relative=True))
                return (name,), attached, tail, None
            self.described(found, opens, closing)
            return found, attached, tail, None
        if closing < 0 and tail == verb:
            # `X, Y verb`: an introductory word, or a name behind what it is
            last = self.last_phrase(opens, verb)
            return ((last,) if last else found), (), verb, None
        last = self.last_phrase(closing + 1 if closing > 0 else opens, verb)
        if last is not None and closing > 0:
            self.described(found, opens, closing)
        return ((last,) if last else found), (), verb, None

    def described(self, found: tuple[Phrase, ...], start: int, end: int) -> None:
        """What stands between commas behind a noun phrase, said of it."""
        part = self.tokens[start:end]
        if not part:
            return
        inner = Parser(part, self.text)
        first = part[0].low
        done = len(part) > 2 and inner.is_participle(1) and part[1].low not in ("called", "known", "named", "dubbed")
        if done and first in w.ADVERBS:
            self.reduced(found, start + 1, end)
            return
        if first in ("formerly", "previously", "once", "ex", "née", "was", "originally", "now", "aka", "a.k.a", "also"):
            self.found.clauses.append(naming.called(inner, found, first))
            return
        if first in ("renamed", "rebranded", "rechristened", "retitled") and len(part) > 1:
            at = 2 if part[1].low in ("to", "as") else 1
            other, _ = p.phrase(inner.tokens, at, inner.end)
            if other is not None:
                what = Complement("P", (other,), other.text, other.tokens)
                renamed = Clause(found, Group("rename", 0, passive=True, past=True), [what], relative=True)
                self.found.clauses.append(renamed)
            return
        if first in w.RELATIVES and len(part) > 1:
            group = verb_group(inner.tokens, 1, inner.end)
            if group is not None:
                after, _ = inner.clause(found, group)
                while after < inner.end:
                    after, _ = inner.step(after, found)
        elif inner.is_participle(0):
            self.reduced(found, start, end)
            return
        else:
            inner.clause(found, Group("be", 0))
        self.found.clauses += [replace(one, relative=True) for one in inner.found.clauses]

    def relative(self, antecedent: tuple[Phrase, ...], at: int, comma: bool) -> Step:
        """`who maintains x`; what follows goes on about the antecedent."""
        group = verb_group(self.tokens, at + 1, self.end)
        if self.low(at) in ("which", "that") and (group is None or not finite(self.tokens, at + 1)):
            after = naming.of_object(self, antecedent, at)
            if after:
                return after, antecedent
        if group is None or self.low(at) in ("whose", "where", "whom") or not finite(self.tokens, at + 1):
            verb = self.find_verb(at + 1)  # `the tool that we use is x`: the relative clause says nothing by itself
            inner = verb_group(self.tokens, verb, self.end) if verb < self.end else None
            if inner is None:
                return self.end, antecedent
            after = inner.end
            following = self.find_verb(after - 1)
            if following < self.end:
                group = verb_group(self.tokens, following, self.end)
                if group is not None:
                    return self.clause(antecedent, group)
            return self.end, antecedent
        mark = len(self.found.clauses)
        after, _ = self.clause((antecedent[-1],) if not comma else antecedent, group)
        for one in self.found.clauses[mark : mark + 1]:
            one.relative = True
        while (
            after < self.end and self.low(after) in w.CONJUNCTIONS and self.bare_verb(after + 1, antecedent) is not None
        ):
            inner = self.bare_verb(after + 1, antecedent)
            if inner is None:
                break
            after, _ = self.clause(antecedent, inner)
        behind = after + 1 if self.low(after) == "," else after
        following = (
            verb_group(self.tokens, behind, self.end) if behind < self.end and finite(self.tokens, behind) else None
        )
        if following is not None:
            return self.clause(antecedent, following)
        return after, antecedent

    # -- what follows a verb

    def clause(
        self,
        subjects: tuple[Phrase, ...],
        group: Group,
        *,
        command: bool = False,
        attached: tuple[tuple[str, Phrase], ...] = (),
        conditional: bool = False,
        coordinated: bool = False,
    ) -> Step:
        made = Clause(subjects, group, attached=attached, command=command, conditional=conditional)
        made.dates, self.dates = self.dates, []
        if not coordinated:
            self.fronted = replace(made, dates=list(made.dates)) if made.dates else None
        self.found.clauses.append(made)
        start = group.end
        at = Complements(self, made).read(group.end)
        made.complements += self.lead
        self.lead = []
        if self.former is not None and subjects:
            what = Complement("P", (self.former,), self.former.text, self.former.tokens)
            self.found.clauses.append(Clause(subjects, Group("be", 0, past=True, over=True), [what], relative=True))
            self.former = None
        made.text = self.slice(start, at)
        made.whole = self.slice(min(group.start, start), at) if group.end else made.text
        if coordinated and self.fronted is not None and _has_same_date(made, self.fronted):
            made.dates = list(self.fronted.dates)
        elif coordinated and made.dates and _is_over_before(self.found.clauses[-2], made):
            self.found.clauses[-2].dates = list(made.dates)
        return at, subjects


def _is_over_before(clause: Clause, coordinated: Clause) -> bool:
    """Return whether what a clause ends was over by the date of the next.

    An example is `left x and joined y in May`."""
    verb, other = clause.verb, coordinated.verb
    both = verb.past and other.past and not (verb.negated or verb.modal or verb.perfect)
    return both and verb.lemma in _ENDING and not clause.dates and clause.subjects == coordinated.subjects


def _has_same_date(clause: Clause, fronted: Clause) -> bool:
    """Return whether a date in front of a clause holds for a coordinated one.

    An example is `in May Ada left x and joined y`. Another tense, another date and *now* have a time of their own."""
    verb, other = clause.verb, fronted.verb
    same = verb.past == other.past and not verb.modal and not other.modal
    return same and not clause.dates and _PRESENT.search(clause.whole) is None
