"""A sentence as clauses: who, which verb, and the phrases behind it by the preposition that leads them.

Coordinated verbs share a subject, relative clauses, appositions and brackets get the noun phrase they follow, and a
list that goes on without its verb (`x lives in a, y in b`) gets the verb it left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.frames import BY_VERB
from codegraph.memory.facts.extract.lexicon import VERBS
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind, Token
from codegraph.memory.facts.extract.verbs import Group, could_be_verb, verb_group
from codegraph.memory.facts.extract.words import Form

Tokens = Sequence[Token]


@dataclass(frozen=True, slots=True)
class Complement:
    """A phrase behind a verb. `role` is `P`, `P2`, `inf` or a preposition; `text` is all of it as written."""

    role: str
    phrases: tuple[Phrase, ...]
    text: str
    tokens: tuple[Token, ...] = ()


@dataclass(slots=True)
class Clause:
    """One statement. No subjects: what a commit or a page says of nothing in particular."""

    subjects: tuple[Phrase, ...]
    verb: Group
    complements: list[Complement] = field(default_factory=list)
    particles: list[str] = field(default_factory=list)
    dates: list[tuple[str, str]] = field(default_factory=list)  # preposition, words
    attached: tuple[tuple[str, Phrase], ...] = ()  # prepositional phrases of the subject
    command: bool = False
    relative: bool = False
    conditional: bool = False
    text: str = ""  # behind the verb
    whole: str = ""  # from the verb on

    def role(self, *roles: str) -> Complement | None:
        return next((one for one in self.complements if one.role in roles), None)


_CONDITIONS: Final = w.words("if unless whether in_case as_long_as given_that provided")
_TIMES: Final = w.words("when whenever once until as_soon_as before after where while")
_STOPS: Final = frozenset([";", ":", "—", "–", "...", "…", "?", "!"])


@dataclass(slots=True)
class Parsed:
    clauses: list[Clause] = field(default_factory=list)
    rest: list[Tokens] = field(default_factory=list)  # what has no verb


class Parser:
    """Reads the clauses of one sentence from left to right."""

    def __init__(self, tokens: Tokens, text: str) -> None:
        self.text = text
        self.tokens = [t for t in tokens if not (t.kind is Kind.STOP and t.text in "*_")]
        self.end = len(self.tokens)
        self.found = Parsed()
        self.dates: list[tuple[str, str]] = []
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
        return self.low(after) in w.PREPOSITIONS or self.low(after) in w.CONJUNCTIONS and self.is_participle(after + 1)

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

    def after_command(self, at: int) -> tuple[int, tuple[Phrase, ...]]:
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

    def step(self, at: int, subjects: tuple[Phrase, ...]) -> tuple[int, tuple[Phrase, ...]]:
        """The next clause from a connective on."""
        conditional = False
        while at < self.end:
            low, text = self.low(at), self.tokens[at].text
            if low == "once" and self.low(at + 1) in ("a", "an", "the", "our"):
                break
            if low in _CONDITIONS or (low in _TIMES and low in w.SUBORDINATORS):
                conditional = conditional or low not in ("while", "where", "whereas", "before", "after")
                at += 1
            elif text == "," or text in _STOPS or text in "()" or low in w.CONJUNCTIONS or low in w.SUBORDINATORS:
                at += 1
            else:
                break
        if at >= self.end:
            return at, subjects
        group = self.bare_verb(at, subjects)
        if group is not None:
            return self.clause(subjects, group, conditional=conditional)
        at = self.lead_in(at)
        verb = self.find_verb(at)
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
        if self.is_participle(at):
            group = verb_group(self.tokens, at, self.end)
            if group is not None and self.found.clauses and self.found.clauses[-1].verb.passive:
                group = group._replace(passive=True)
            return group if not self.found.clauses or self.found.clauses[-1].verb.passive or self.found.clauses[-1].verb.lemma == "be" or self.low(at + 1) == "by" else self._past(at)
        group = verb_group(self.tokens, at, self.end)
        if group is None:
            return None
        low = self.low(at)
        while low in w.ADVERBS or low in w.NEGATIONS:
            at += 1
            low = self.low(at)
        if low in w.BE or low in w.HAVE or low in w.DO or low in w.MODALS:
            return group
        kinds = {form for forms in VERBS.get(low, {}).values() for form in forms}
        following = self.tokens[at + 1] if at + 1 < self.end else None
        if following is not None and could_be_verb(self.tokens, at + 1, at, self.end) and Form.PAST not in kinds:
            return None
        plural = len(subjects) > 1 or subjects[0].text.lower() in ("i", "we", "they") or subjects[0].head.endswith("s")
        if Form.PAST in kinds and Form.BASE not in kinds:
            return group
        name = subjects[0].text[:1].isupper() and p.is_person_name(subjects[0])
        if Form.THIRD in kinds and (not plural or name):
            return group
        joined = at > 0 and self.low(at - 1) in ("and", "but", "or")
        return group if Form.BASE in kinds and plural and joined else None

    def _past(self, at: int) -> Group | None:
        return verb_group(self.tokens, at, self.end)

    def lead_in(self, at: int) -> int:
        """What stands before a subject: adverbs, dates and prepositional phrases. Those that date are kept."""
        while at < self.end:
            one = self.tokens[at]
            low = one.low
            following = self.low(at + 1)
            if one.kind is Kind.DATE and (following == "," or not could_be_verb(self.tokens, at + 1, at, self.end)) and one.low not in ():
                self.dates.append(("", one.text))
                at += 1
            elif low in ("formerly", "previously", "once") and following in ("a", "an", "the", "our"):
                self.former, at = p.phrase(self.tokens, at + 1, self.end)
            elif low in w.ADVERBS and low not in w.DETERMINERS and low not in ("there", "here"):
                at += 1
            elif low in ("formerly", "previously", "once") and following in ("a", "an", "the", "our"):
                self.former, at = p.phrase(self.tokens, at + 1, self.end)
            elif low in ("between", "from") and (span := self.span(at)):
                at = span
            elif low in w.PREPOSITIONS and low not in w.CONJUNCTIONS:
                single, after = p.phrase(self.tokens, at + 1, self.end)
                found = [single] if single is not None else []
                if after < self.end and self.low(after) in ("and", "or") and "," in [t.text for t in self.tokens[after:]]:
                    found, after = p.phrases(self.tokens, at + 1, self.end)
                if not found:
                    gerund = VERBS.get(following, {})
                    if any(Form.GERUND in f for f in gerund.values()) and "," in [t.text for t in self.tokens[at:]]:
                        while at < self.end and self.tokens[at].text != ",":
                            at += 1
                        at += 1
                        continue
                    return at + 1
                if self.low(after) != "," and p.starts_verb(self.tokens, after, self.end) and found[-1].kind is not Kind.DATE:
                    # the phrase runs into the verb: its last noun phrase is the subject
                    return at + 1 if len(found) == 1 else at + 1
                self.keep(low, found, at + 1, after)
                at = after
            else:
                break
            if self.low(at) == ",":
                at += 1
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
        if found[0].kind is Kind.DATE or (preposition in ("since", "as of", "until", "before", "with", "from", "in", "after", "starting with", "starting from") and _is_release(found[0])):
            self.dates.append((preposition, self.slice(start, end)))
        else:
            self.lead.append(Complement(preposition, tuple(found), self.slice(start, end), tuple(self.tokens[start:end])))

    def subject(
        self, at: int, verb: int
    ) -> tuple[tuple[Phrase, ...], tuple[tuple[str, Phrase], ...], int, tuple[int, tuple[Phrase, ...]] | None]:
        """The subjects before a verb, what is attached to them, where the verb group begins; or a step already done."""
        found, after = p.phrases(self.tokens, at, verb)
        if len(found) > 1 and not any(t.low in ("and", "&", "or", "nor", "plus", "as well as") for t in self.tokens[at:after]):
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

    def apposed(
        self, found: tuple[Phrase, ...], attached: tuple[tuple[str, Phrase], ...], opens: int, verb: int
    ) -> tuple[tuple[Phrase, ...], tuple[tuple[str, Phrase], ...], int, tuple[int, tuple[Phrase, ...]] | None]:
        """`name, what it is, verb …`: the apposition as a statement of its own. Otherwise the last phrase is the subject."""
        closing = next((k for k in range(verb - 1, opens, -1) if self.tokens[k].text == ","), -1)
        tail = self._resume(opens, verb)
        if closing >= tail - 1 and closing > opens:
            name, behind = p.phrase(self.tokens, opens, closing)
            if name is not None and behind == closing and p.is_person_name(name) and not p.is_person_name(found[0]):
                if p.is_title(found[0]):
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
        if first in ("formerly", "previously", "once", "ex", "née", "originally", "now", "aka", "a.k.a", "also"):
            self.found.clauses.append(_naming(inner, found, first))
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

    def relative(self, antecedent: tuple[Phrase, ...], at: int, comma: bool) -> tuple[int, tuple[Phrase, ...]]:
        """`who maintains x`; what follows goes on about the antecedent."""
        group = verb_group(self.tokens, at + 1, self.end)
        if group is None or self.low(at) in ("whose", "where", "whom") or not _finite(self.tokens, at + 1):
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
        while after < self.end and self.low(after) in w.CONJUNCTIONS and self.bare_verb(after + 1, antecedent) is not None:
            inner = self.bare_verb(after + 1, antecedent)
            if inner is None:
                break
            after, _ = self.clause(antecedent, inner)
        behind = after + 1 if self.low(after) == "," else after
        following = verb_group(self.tokens, behind, self.end) if behind < self.end and _finite(self.tokens, behind) else None
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
    ) -> tuple[int, tuple[Phrase, ...]]:
        made = Clause(subjects, group, attached=attached, command=command, conditional=conditional)
        made.dates, self.dates = self.dates, []
        self.found.clauses.append(made)
        start = group.end
        at = _Complements(self, made).read(group.end)
        made.complements += self.lead
        self.lead = []
        if self.former is not None and subjects:
            what = Complement("P", (self.former,), self.former.text, self.former.tokens)
            self.found.clauses.append(Clause(subjects, Group("be", 0, past=True, over=True), [what], relative=True))
            self.former = None
        made.text = self.slice(start, at)
        made.whole = self.slice(min(group.start, start), at) if group.end else made.text
        return at, subjects


def _finite(tokens: Tokens, at: int) -> bool:
    while at < len(tokens) and (tokens[at].low in w.ADVERBS or tokens[at].low in w.NEGATIONS):
        at += 1
    if at >= len(tokens):
        return False
    low = tokens[at].low
    if low in w.BE or low in w.HAVE or low in w.DO or low in w.MODALS or low in ("'s", "used"):
        return True
    kinds = {form for forms in VERBS.get(low, {}).values() for form in forms}
    return bool(kinds & {Form.THIRD, Form.PAST, Form.BASE})


def _is_release(found: Phrase) -> bool:
    """`v4`, `version 3`, `the 2.0 release`: a release that dates something."""
    lows = [t.low for t in found.tokens]
    if found.version:
        return False
    numbered = any(t.kind is Kind.VERSION for t in found.tokens)
    return numbered and all(t.kind is Kind.VERSION or low in ("version", "release", "v", "series") for t, low in zip(found.tokens, lows, strict=True))  # fmt: skip


def _naming(inner: Parser, found: tuple[Phrase, ...], first: str) -> Clause:
    """`formerly x` behind a name."""
    at = 1
    while inner.low(at) in ("called", "known", "named", "as", "the"):
        at += 1
    other, _ = p.phrases(inner.tokens, at, inner.end)
    complement = Complement("P", tuple(other), inner.slice(at, inner.end), tuple(inner.tokens[at:]))
    over = first not in ("now", "aka", "also", "a.k.a")
    lemma = "call"
    return Clause(found, Group(lemma, 0, passive=True, past=over, over=over), [complement], relative=True)


class _Complements:
    """Reads what stands behind the verb of one clause, up to the next clause."""

    def __init__(self, parser: Parser, clause: Clause) -> None:
        self.parser, self.clause = parser, clause
        self.tokens, self.end = parser.tokens, parser.end
        self.role = ""  # of the complement read last

    def add(self, role: str, found: Sequence[Phrase], start: int, after: int) -> None:
        if role == "P" and len(found) == 1 and found[0].of is not None and found[0].head in (_FEELINGS if self.clause.verb.lemma == "be" else _IDIOMS):
            inner = found[0].of
            self.clause.complements.append(Complement("P", (replace(found[0], of=None),), found[0].text, ()))
            found, role = [inner], "of"
        text = self.parser.slice(start, after)
        self.clause.complements.append(Complement(role, tuple(found), text, tuple(self.tokens[start:after])))
        self.role = role

    def read(self, at: int) -> int:
        start = at
        while at < self.end:
            one, low = self.tokens[at], self.parser.low(at)
            if one.text in _STOPS or low in w.SUBORDINATORS and low not in w.PREPOSITIONS:
                return at
            if low in ("before", "after", "since", "until", "till") and self._opens_clause(at):
                return at
            if one.text in "()":
                at += 1
                continue
            step = p.separator(self.tokens, at, self.end)
            if step or low in w.CONJUNCTIONS:
                after = self.joined(at, step or 1)
                if after is None:
                    return at
                at = after
                continue
            after = self.one(at, start)
            if after is None:
                return at
            at = max(after, at + 1) if after != at else at + 1
        return at

    def _opens_clause(self, at: int) -> bool:
        found, after = p.phrases(self.tokens, at + 1, self.end)
        return bool(found) and p.starts_verb(self.tokens, after, self.end) and found[0].kind is not Kind.DATE and not found[0].version

    def one(self, at: int, start: int) -> int | None:
        """One phrase; where it ends, None where the clause ends before it."""
        one, low = self.tokens[at], self.parser.low(at)
        if low == "that" and self.clause.verb.lemma in ("decide", "agree", "resolve", "conclude", "determine", "vote"):
            return self.infinitive(at + 1, at + 1)
        if low in w.RELATIVES and low != "that" or (low == "that" and self._relative(at)):
            return self._relative_clause(at)
        if one.kind is Kind.DATE:
            self.clause.dates.append(("", one.text))
            return at + 1
        particle = f"{self.clause.verb.lemma}+{low}"
        if low in w.PARTICLES and particle in BY_VERB and self._takes_particle(at, start):
            self.clause.particles.append(low)
            return at + 1
        if low in w.PREPOSITIONS or low in w.BOUNDS_MAX or low in w.BOUNDS_MIN:
            return self.prepositional(at)
        if low in w.ADVERBS or low in w.NEGATIONS:
            if low in ("any more", "anymore", "any longer", "no longer", "no more") and self.clause.verb.negated:
                self.clause.verb = self.clause.verb._replace(over=True, negated=False)
            if low == "not" and self.parser.low(at + 1) == "to" and self._infinitive(at + 2) and self.clause.verb.lemma in ("decide", "choose", "agree", "prefer", "resolve", "vote", "elect"):
                return self.infinitive(at, at + 2)
            if low == "not" and at > start:
                return None if self.clause.complements else self._denied(at)
            if low in w.DOUBTING_ADVERBS:
                self.clause.verb = self.clause.verb._replace(doubt=True)
            return at + 1
        if self.clause.complements and self.parser.is_participle(at):
            return self._reduced(at)
        if low in w.words("running using living based") and self.clause.complements and self.clause.complements[-1].phrases:
            return self._gerund(at)
        if self.clause.complements and any(Form.GERUND in f for f in VERBS.get(low, {}).values()) and low not in _GERUND_NOUNS and (self.tokens[at - 1].text == "," or self.tokens[at - 2].text == ","):
            return None
        if self.clause.complements and self._clause_behind(at):
            return None
        found, after = p.phrases(self.tokens, at, self.end)
        if not found:
            return at + 1
        role = "P" if self.clause.role("P") is None else "P2"
        self.add(role, found, at, after)
        return after

    def _denied(self, at: int) -> int:
        self.clause.verb = self.clause.verb._replace(negated=True)
        return at + 1

    def _clause_behind(self, at: int) -> bool:
        """Whether a subject with its verb begins here."""
        if self.parser.low(at) in w.PRONOUNS - {"this", "that", "these", "those", "one"}:
            return p.starts_verb(self.tokens, at + 1, self.end)
        return False

    def _takes_particle(self, at: int, start: int) -> bool:
        following = self.parser.low(at + 1)
        if at == start:
            return True
        return not following or following in w.PREPOSITIONS or following in w.CONJUNCTIONS or following == "," or following in w.ADVERBS or self.tokens[at + 1].kind is Kind.DATE  # fmt: skip

    def _relative(self, at: int) -> bool:
        return bool(self.clause.complements) and _finite(self.tokens, at + 1) and not p.is_noun(self.tokens[at + 1])

    def _relative_clause(self, at: int) -> int | None:
        last = self.clause.complements[-1].phrases if self.clause.complements else ()
        low = self.parser.low(at)
        if not last or low in ("whose", "whom", "where"):
            return None
        group = verb_group(self.tokens, at + 1, self.end)
        if group is None or not _finite(self.tokens, at + 1):
            return self._skip(at + 1)
        antecedent = self._antecedent(last)
        after, _ = self.parser.clause(antecedent, group)
        self.parser.found.clauses[-1].relative = True
        return after

    def _antecedent(self, last: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
        """`x is the one who …`, `x is a tool that …`: said of x."""
        if self.clause.verb.lemma == "be" and self.role == "P" and self.clause.subjects and self.clause.subjects[0].text:
            return self.clause.subjects
        return (last[-1],)

    def _skip(self, at: int) -> int:
        """Behind a relative clause that says nothing by itself."""
        while at < self.end and self.tokens[at].text not in _STOPS and self.tokens[at].text != ",":
            at += 1
        return at

    def _reduced(self, at: int) -> int:
        last = self.clause.complements[-1].phrases
        group = verb_group(self.tokens, at, self.end)
        if group is None or not last:
            return at + 1
        before = self.clause
        after, _ = self.parser.clause(self._antecedent(last), group._replace(passive=True, participle=True, past=False))
        made = self.parser.found.clauses[-1]
        made.relative = made is not before
        return after

    def _gerund(self, at: int) -> int:
        lemma = next((lemma for lemma, forms in VERBS.get(self.parser.low(at), {}).items() if Form.GERUND in forms), "")
        if not lemma:
            return at + 1
        after, _ = self.parser.clause(self._antecedent(self.clause.complements[-1].phrases), Group(lemma, at + 1))
        return after

    def prepositional(self, at: int) -> int | None:
        low = self.parser.low(at)
        following = self.parser.low(at + 1)
        if low in ("between", "from") and (span := self.parser.span(at)):
            self.clause.dates += self.parser.dates
            self.parser.dates = []
            return span
        if low == "to" and self._infinitive(at + 1):
            return self.infinitive(at + 1, at + 1)
        if following == "by" and self.clause.verb.passive:
            self.clause.particles.append(low)
            return at + 1
        if following in w.PREPOSITIONS and (f"{low} {following}" in _DOUBLE or low in ("back", "over", "away", "out", "off", "down", "up")):
            low, at, following = (f"{low} {following}" if f"{low} {following}" in _DOUBLE else following), at + 1, self.parser.low(at + 2)
        object_behind = at + 2 < self.end and (p.is_noun(self.tokens[at + 2]) or self.parser.low(at + 2) in w.DETERMINERS or self.parser.low(at + 2) in w.PRONOUNS)
        if object_behind and following not in _GERUND_NOUNS and any(Form.GERUND in f for f in VERBS.get(following, {}).values()) and not p.is_noun(self.tokens[at + 2] if at + 2 < self.end and self.tokens[at + 2].low == "'s" else self.tokens[at]):
            begin = at + 1
            at += 2
            while at < self.end and not self._ends(at):
                at += 1
            self.add(low, (), begin, at)
            return at
        begin = at + 1
        while begin < self.end and self.parser.low(begin) in w.ADVERBS and not p.is_noun(self.tokens[begin]):
            begin += 1
        if begin < self.end and (self.parser.low(begin) in w.BOUNDS_MAX | w.BOUNDS_MIN) and low in ("to", "at", "with", "on"):
            low, begin = self.parser.low(begin), begin + 1
        found, after = p.phrases(self.tokens, begin, self.end, low)
        if not found:
            return begin if begin > at else at + 1
        if found[0].kind is Kind.DATE and not found[0].of:
            self.clause.dates.append((low, self.parser.slice(begin, after)))
            return after
        if low in (w.BOUNDS_MIN | w.BOUNDS_MAX) - {"under", "below", "from", "through", "before", "above", "up to", "prior to"} and found[0].version and self.clause.role("P") is None and self.clause.verb.lemma != "be":
            found = [replace(found[0], bound="min" if low in w.BOUNDS_MIN else "max"), *found[1:]]
            low = "P"
        if self._is_subject(found, after) and low not in ("with",):
            return None
        self.add(low, found, begin, after)
        return after

    def _is_subject(self, found: Sequence[Phrase], after: int) -> bool:
        return len(found) == 1 and found[0].text.lower() in ("i", "we", "they", "he", "she", "you") and p.starts_verb(self.tokens, after, self.end)

    def _infinitive(self, at: int) -> bool:
        while self.parser.low(at) in w.ADVERBS or self.parser.low(at) in w.NEGATIONS:
            at += 1
        one = self.tokens[at] if at < self.end else None
        if one is None or one.kind is not Kind.WORD or one.text[:1].isupper():
            return False
        if one.low in ("port", "host", "address") and (at + 1 >= self.end or self.tokens[at + 1].kind is Kind.VERSION):
            return False
        base = self.parser.low(at) in ("be", "have", "do") or any(Form.BASE in f for f in VERBS.get(one.low, {}).values())
        if not base:
            base = self.clause.verb.lemma in ("decide", "choose", "agree", "vote", "opt", "resolve", "elect") and p.is_noun(one)
        following = self.tokens[at + 1] if at + 1 < self.end else None
        if self.clause.verb.lemma in ("rename", "move", "switch", "migrate", "change", "set", "bump", "port"):
            return base and following is not None and (following.low in w.DETERMINERS)
        return base

    def infinitive(self, begin: int, at: int) -> int:
        """A verb phrase or a clause as one piece of text."""
        first = at
        while at < self.end and not (self._ends(at) and at > first):
            at += 1
        self.add("inf", (), begin, at)
        return at

    def _ends(self, at: int) -> bool:
        one, low = self.tokens[at], self.tokens[at].low
        if one.text in _STOPS or one.text == "," or one.text in "()":
            return True
        if low in w.SUBORDINATORS or low in ("instead of", "rather than", "because of", "due to", "thanks to"):
            return True
        if low in ("until", "since", "before", "after") or one.kind is Kind.DATE:
            return True
        if low in ("in", "on", "by", "at") and at + 1 < self.end and self.tokens[at + 1].kind is Kind.DATE:
            return True
        return low in ("and", "but") and at + 1 < self.end and self.tokens[at + 1].low in w.PRONOUNS

    # -- lists that go on

    def joined(self, at: int, step: int) -> int | None:
        """Behind a comma or a conjunction: None where another clause begins, else where this one goes on."""
        begin = at + step
        if begin >= self.end:
            return self.end
        one, low = self.tokens[begin], self.parser.low(begin)
        if low in w.SUBORDINATORS or low == "but" or self.tokens[at].low in ("but", "yet"):
            return None
        if low in w.RELATIVES and self.tokens[at].text == ",":
            return self._relative_clause(begin) if self.clause.complements else None
        if low == "not" or low == "never":
            return None if p.starts_verb(self.tokens, begin + 1, self.end) else self._skip(begin)
        if self.parser.bare_verb(begin, self.clause.subjects or (Phrase("", ()),)) is not None and (self.clause.subjects or not self.clause.command):
            return None
        if self.clause.command and any(Form.BASE in f for f in VERBS.get(low, {}).values()):
            return None
        if one.kind is Kind.DATE:
            return begin
        if low in w.PREPOSITIONS:
            return self._same_again(at, begin)
        if low in w.ADVERBS:
            return begin
        found, after = p.phrases(self.tokens, begin, self.end)
        if not found:
            return begin
        if p.starts_verb(self.tokens, after, self.end) or self._verb_later(begin, after):
            return None
        return self.gapped(found, begin, after, comma=self.tokens[at].text == ",")

    def _verb_later(self, begin: int, after: int) -> bool:
        """Whether a clause begins here whose verb stands further behind: `and the owner of x is y`."""
        while after < self.end and self.parser.low(after) in w.PREPOSITIONS:
            _, behind = p.phrases(self.tokens, after + 1, self.end)
            if behind <= after + 1:
                break
            after = behind
        if after < self.end and p.starts_verb(self.tokens, after, self.end):
            return True
        return after < self.end and self.parser.low(after) in ("who", "which")

    def _same_again(self, at: int, begin: int) -> int | None:
        """`on x and on y`: further members of the same complement. Another preposition goes on with the clause."""
        low = self.parser.low(begin)
        last = self.clause.complements[-1] if self.clause.complements else None
        if last is not None and last.role == low and last.phrases:
            found, after = p.phrases(self.tokens, begin + 1, self.end)
            if found and found[0].kind is not Kind.DATE:
                if p.starts_verb(self.tokens, after, self.end):
                    return None
                self.clause.complements[-1] = replace(last, phrases=(*last.phrases, *found))
                return after
        found, after = p.phrases(self.tokens, begin + 1, self.end)
        if found and self.tokens[at].text == "," and after < self.end and (p.starts_verb(self.tokens, after, self.end) or self.tokens[after].text == ","):
            return None  # `…, in 2020 we moved`
        return begin

    def gapped(self, found: list[Phrase], begin: int, after: int, *, comma: bool) -> int | None:
        """`x lives in a, y in b`; `the limit is 4 and the delay 5`; `a for this, b for that`; `on x, port 80`."""
        low = self.parser.low(after)
        if comma and self.clause.role("P") is None or self.clause.verb.passive:
            skip = after
            while skip < self.end and self.parser.low(skip) in w.PREPOSITIONS and not self.clause.role(self.parser.low(skip)):
                _, behind = p.phrases(self.tokens, skip + 1, self.end)
                skip = max(behind, skip + 1)
            if skip < self.end and self.clause.role(self.parser.low(skip)) and self.parser.low(skip) in w.PREPOSITIONS:
                after, low = skip, self.parser.low(skip)
        same = next((one for one in self.clause.complements if one.role == low and low in w.PREPOSITIONS and one.phrases), None)
        direct = self.clause.role("P")
        if same is not None and (direct is None or self.clause.verb.passive) and low != "for" and len(found) == 1:
            inner, behind = p.phrases(self.tokens, after + 1, self.end)
            if inner:
                role = Complement(low, tuple(inner), self.parser.slice(after + 1, behind), tuple(self.tokens[after + 1 : behind]))
                if inner[0].kind is Kind.VERSION and same.phrases[0].head and same.phrases[0].tokens[0].low == "port":
                    role = replace(role, phrases=tuple(inner))
                self.parser.found.clauses.append(Clause(tuple(found), self.clause.verb, [role], list(self.clause.particles)))
                return behind
        if self.clause.command and low == "to" and direct is not None and (same is not None or direct.phrases[-1].upper):
            inner, behind = p.phrases(self.tokens, after + 1, self.end)
            if inner:
                parts = [Complement("P", tuple(found), "", ()), Complement("to", tuple(inner), "", ())]
                self.parser.found.clauses.append(Clause((), self.clause.verb, parts, command=True))
                return behind
        if direct is not None and found[-1].kind is Kind.VERSION and len(found[0].tokens) > 2 and found[0].tokens[-2].low == "port" and direct.phrases and direct.phrases[0].tokens[0].low == "port":
            name, split = p.phrase(self.tokens, begin, after - 2)
            number, _ = p.phrase(self.tokens, after - 2, after)
            if name is not None and number is not None and split == after - 2:
                self.parser.found.clauses.append(Clause((name,), self.clause.verb, [Complement("P", (number,), number.text, number.tokens)]))
                return after
        if self.clause.verb.lemma == "be" and direct is not None and direct.phrases and direct.phrases[0].kind in (Kind.NUMBER, Kind.VERSION):
            split = self._value_behind(found, begin, after)
            if split is not None:
                return split
        if comma and found[0].version and direct is not None and direct.phrases and direct.phrases[-1].version and not found[0].bound and not p.n.is_software(found[0].text):
            other = replace(direct.phrases[-1], version=found[0].version)
            self.parser.found.clauses.append(Clause((replace(found[0], version=""),), self.clause.verb, [replace(direct, phrases=(other,))]))
            return after
        last = self.clause.complements[-1] if self.clause.complements else None
        if found[0].head in ("port", "ports") or (len(found[0].tokens) == 2 and found[0].tokens[0].low == "port"):
            self.add("port", found, begin, after)
            return after
        if last is not None and last.role in ("for", "as") and direct is not None and low in ("for", "as"):
            spot = self.clause.complements.index(direct)
            self.clause.complements[spot] = replace(direct, phrases=(*direct.phrases, *found))
            return after
        if comma and last is not None and last.phrases and (found[0].determiner or p.is_title(found[0]) or self.tokens[begin].low in ("formerly", "previously")):
            self.parser.described((last.phrases[-1],) if self.clause.verb.lemma != "be" else self._antecedent(last.phrases), begin, self._until_comma(after))
            return self._until_comma(after)
        if last is not None and last.phrases and not comma:
            self.clause.complements[-1] = replace(last, phrases=(*last.phrases, *found))
            return after
        return self._until_comma(after) if comma else after

    def _until_comma(self, at: int) -> int:
        while at < self.end and self.tokens[at].text != "," and self.tokens[at].text not in _STOPS and self.parser.low(at) not in w.SUBORDINATORS:
            at += 1
        return at

    def _value_behind(self, found: list[Phrase], begin: int, after: int) -> int | None:
        if after < self.end and self.tokens[after].kind is Kind.NUMBER:
            after += 1
        part = self.tokens[begin:after]
        values = [k for k, t in enumerate(part) if t.kind in (Kind.NUMBER, Kind.VERSION)]
        if not values or values[-1] != len(part) - 1 or not values[-1]:
            return None
        subject, _ = p.phrase(part, 0, values[-1])
        value, _ = p.phrase(part, values[-1], len(part))
        if subject is None or value is None:
            return None
        self.parser.found.clauses.append(Clause((subject,), self.clause.verb, [Complement("P", (value,), value.text, (part[-1],))]))
        return after


_GERUND_NOUNS: Final = w.words("building meeting testing staging training warning setting billing pricing packaging logging monitoring reporting hosting publishing engineering marketing accounting routing caching indexing")
_FEELINGS: Final = w.words("fond sick tired wary afraid suspicious enamoured")
_IDIOMS: Final = w.words("use rid care advantage charge control ownership possession stewardship responsibility place")
_DOUBLE: Final = w.words("out_of away_from over_to back_to off_of down_to on_to up_to")
