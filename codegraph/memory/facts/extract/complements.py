"""What stands behind the verb of one clause, up to the next clause: objects, phrases by preposition, dates, lists."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from codegraph.memory.facts.extract import gaps
from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract import words as w
from codegraph.memory.facts.extract.finding import finite
from codegraph.memory.facts.extract.frames import BY_VERB
from codegraph.memory.facts.extract.lexicon import VERBS
from codegraph.memory.facts.extract.model import PROJECT, STOPS, Clause, Complement
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.verbs import Group, verb_group
from codegraph.memory.facts.extract.words import Form

if TYPE_CHECKING:
    from codegraph.memory.facts.extract.clauses import Parser

_CHOOSING: Final = w.words("decide choose agree vote opt resolve elect prefer")
_HOLDING: Final = w.words("rule decree decide agree resolve conclude determine vote")
_CHANGING: Final = w.words("rename move switch migrate change set bump port")
_RUNNING: Final = w.words("running using living based")
_NO_MORE: Final = w.words("any_more anymore any_longer no_longer no_more")
_CLAUSAL: Final = w.words("before after since until till")
# Nouns that are spelt as the present participle of a verb.
_GERUND_NOUNS: Final = w.words(
    "building meeting testing staging training warning setting billing pricing packaging logging "
    "monitoring reporting "
    "hosting publishing engineering marketing accounting routing caching indexing"
)
# `make use of x`, `be fond of x`: the noun belongs to the verb.
_FEELINGS: Final = w.words("fond sick tired wary afraid suspicious enamoured")
_SPANS: Final = w.words(
    "night day week month year morning evening hour minute time quarter sprint release monday tuesday wednesday thursday friday"
)
_STAYING: Final = w.words("stay go hold keep run get come join sit")
_IDIOMS: Final = w.words("use rid care advantage charge control ownership possession stewardship responsibility place")
_COUNTS: Final = w.words(
    "two three four five six seven eight nine ten eleven twelve several many few some various multiple following"
)
_DOUBLE: Final = w.words("out_of away_from over_to back_to off_of down_to on_to up_to")
_SAME_AS: Final = {"on to": "onto", "off of": "off"}
_BEFORE_PREPOSITIONS: Final = w.words("back over away out off down up")
_OF_VERSIONS: Final = (w.BOUNDS_MIN | w.BOUNDS_MAX) - w.words("under below from through before above up_to prior_to")


class Complements:
    """Reads the phrases behind a verb from left to right. Each step tells where it ended, None at the clause's end."""

    def __init__(self, parser: Parser, clause: Clause) -> None:
        self.parser, self.clause = parser, clause
        self.tokens, self.end = parser.tokens, parser.end

    def low(self, at: int) -> str:
        return self.parser.low(at)

    def add(self, role: str, found: Sequence[Phrase], start: int, after: int) -> None:
        whole = found[0] if role == "P" and len(found) == 1 else None
        if whole is not None and whole.determiner in ("every", "each") and whole.head in _SPANS:
            return  # `every night`
        if whole is not None and whole.of is not None:
            feels = self.clause.verb.lemma == "be"
            if whole.head in (_FEELINGS if feels else _IDIOMS):
                self.clause.complements.append(Complement("P", (replace(whole, of=None),), whole.text))
                found, role = [whole.of], "of"
        text = self.parser.slice(start, after)
        self.clause.complements.append(Complement(role, tuple(found), text, tuple(self.tokens[start:after])))

    def read(self, at: int) -> int:
        start = at
        while at < self.end:
            one, low = self.tokens[at], self.low(at)
            if one.text == ":" and (after := self._spelt_out(at)):
                at = after
                continue
            if one.text in STOPS or (low in w.SUBORDINATORS and low not in w.PREPOSITIONS):
                return at
            if low in _CLAUSAL and self._opens_clause(at):
                return at
            if one.text in "()":
                at += 1
                continue
            step = p.separator(self.tokens, at, self.end)
            if step or low in w.CONJUNCTIONS:
                after = self._joined(at, step or 1)
            else:
                after = self._one(at, start)
                after = None if after is None else max(after, at + 1)
            if after is None:
                return at
            at = after
        return at

    def _spelt_out(self, at: int) -> int:
        """`has two members: x and y`, `use the following: …`: the list stands for what announces it; 0 if none does."""
        last = self.clause.complements[-1] if self.clause.complements else None
        if last is None or not last.phrases or self.clause.verb.lemma == "be":
            return 0
        first = last.phrases[-1]
        words = first.opening.split(" ")
        counted = words[0] in _COUNTS or words[0].isdigit() or first.determiner in ("these", "those", "some")
        if not (counted or first.head == "following") or not first.head.endswith(("s", "people", "following")):
            return 0
        found, after = p.phrases(self.tokens, at + 1, self.end)
        if not found:
            return 0
        text = self.parser.slice(at + 1, after)
        self.clause.complements[-1] = replace(last, phrases=tuple(found), text=text)
        return after

    def _opens_clause(self, at: int) -> bool:
        found, after = p.phrases(self.tokens, at + 1, self.end)
        if not found or found[0].kind is Kind.DATE or found[0].version:
            return False
        return p.starts_verb(self.tokens, after, self.end)

    # -- one phrase

    def _one(self, at: int, start: int) -> int | None:
        one, low, clause = self.tokens[at], self.low(at), self.clause
        if low == "that" and clause.verb.lemma in _HOLDING:
            return self._infinitive(at + 1, at + 1)
        if (low in w.RELATIVES and low != "that") or (low == "that" and self._relative(at)):
            return self._relative_clause(at)
        if one.kind is Kind.DATE:
            clause.dates.append(("", one.text))
            return at + 1
        if (
            (low in w.PARTICLES or low in ("live", "public", "dark", "offline"))
            and f"{clause.verb.lemma}+{low}" in BY_VERB
            and self._takes_particle(at, start)
        ):
            clause.particles.append(low)
            return at + 1
        if low in w.PREPOSITIONS or low in w.BOUNDS_MAX or low in w.BOUNDS_MIN:
            return self._prepositional(at)
        if low in w.ADVERBS or (low in w.NEGATIONS and low != "no"):
            return self._adverb(at, start)
        return self._noun(at)

    def _noun(self, at: int) -> int | None:
        low, complements = self.low(at), self.clause.complements
        if complements:
            if self.parser.is_participle(at):
                return self._reduced(at)
            if low in _RUNNING and complements[-1].phrases:
                return self._gerund(at)
            behind_comma = self.tokens[at - 1].text == "," or self.tokens[at - 2].text == ","
            if behind_comma and low not in _GERUND_NOUNS and _is(low, Form.GERUND):
                return None
            pronoun = low in w.PRONOUNS - {"this", "that", "these", "those", "one"}
            if pronoun and p.starts_verb(self.tokens, at + 1, self.end):
                return None  # a subject with its verb
        found, after = p.phrases(self.tokens, at, self.end)
        if found:
            if found[0].determiner == "neither":
                self.clause.verb = self.clause.verb._replace(negated=True)
            self.add("P" if self.clause.role("P") is None else "P2", found, at, after)
            return after
        return at + 1

    def _adverb(self, at: int, start: int) -> int | None:
        low, verb = self.low(at), self.clause.verb
        if low in _NO_MORE and verb.negated:
            self.clause.verb = verb._replace(over=True, negated=False)
        elif low in _NO_MORE and self.clause.subjects and self.clause.subjects[0].text.lower() in ("nothing", "nobody"):
            self.clause.verb = verb._replace(over=True)
            self.clause.subjects = (PROJECT,)
        elif low in w.DOUBTING_ADVERBS:
            self.clause.verb = verb._replace(doubt=True)
        elif (
            low in ("not", "never")
            and self.low(at + 1) == "to"
            and verb.lemma in _CHOOSING
            and self._is_infinitive(at + 2)
        ):
            return self._infinitive(at, at + 2)
        elif low == "not" and at > start:
            if self.clause.complements:
                return None
            self.clause.verb = verb._replace(negated=True)
        return at + 1

    def _takes_particle(self, at: int, start: int) -> bool:
        following = self.low(at + 1)
        stays = self.low(at) == "on" and self.clause.verb.lemma in _STAYING
        if (at == start and not stays) or not following or following == ",":
            return True
        if following in w.PREPOSITIONS or following in w.CONJUNCTIONS or following in w.ADVERBS:
            return True
        return self.tokens[at + 1].kind is Kind.DATE

    # -- clauses that belong to a noun phrase

    def _relative(self, at: int) -> bool:
        if not self.clause.complements or not finite(self.tokens, at + 1):
            return False
        return not p.is_noun(self.tokens[at + 1]) or p.opens_verb(self.tokens, at + 1, self.end)

    def _relative_clause(self, at: int) -> int | None:
        last = self.clause.complements[-1].phrases if self.clause.complements else ()
        if not last or self.low(at) in ("whose", "whom", "where"):
            return None
        group = verb_group(self.tokens, at + 1, self.end)
        if group is None or not finite(self.tokens, at + 1):
            return self._of_object(at, last[-1]) or self.skip(at + 1)
        return self._about(self.antecedent(last), group)

    def _of_object(self, at: int, what: Phrase) -> int:
        """`the service, which Ada owns`: a clause whose object stands before it; 0 where there is none."""
        subject, after = p.phrase(self.tokens, at + 1, self.end)
        if subject is None or not finite(self.tokens, after):
            return 0
        group = verb_group(self.tokens, after, self.end)
        if group is None or group.passive or group.lemma in ("be", "have"):
            return 0
        mark = len(self.parser.found.clauses)
        after, _ = self.parser.clause((subject,), group)
        made = self.parser.found.clauses[mark]
        made.relative = True
        if made.role("P") is None:
            made.complements.insert(0, Complement("P", (what,), what.text, what.tokens))
        return after

    def antecedent(self, last: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
        """`x is the one who …`, `x is a tool that …`: said of x."""
        named = bool(self.clause.subjects) and bool(self.clause.subjects[0].text)
        if self.clause.verb.lemma == "be" and named and self.clause.complements[-1].role == "P":
            return self.clause.subjects
        return (last[-1],)

    def _about(self, antecedent: tuple[Phrase, ...], group: Group) -> int:
        mark = len(self.parser.found.clauses)
        after, _ = self.parser.clause(antecedent, group)
        self.parser.found.clauses[mark].relative = True
        return after

    def _reduced(self, at: int) -> int:
        """`a daemon written in Go`."""
        last = self.clause.complements[-1].phrases
        group = verb_group(self.tokens, at, self.end)
        if group is None or not last:
            return at + 1
        mark = len(self.parser.found.clauses)
        after = self._about(self.antecedent(last), group._replace(passive=True, participle=True, past=False))
        self.parser.found.clauses[mark].conditional |= self.clause.command  # what a commit adds is only described
        return after

    def _gerund(self, at: int) -> int:
        """`a laptop running Fedora`."""
        lemma = next((one for one, forms in VERBS.get(self.low(at), {}).items() if Form.GERUND in forms), "")
        if not lemma:
            return at + 1
        antecedent = self.antecedent(self.clause.complements[-1].phrases)
        after, _ = self.parser.clause(antecedent, Group(lemma, at + 1))
        return after

    def skip(self, at: int) -> int:
        """The next comma or stop."""
        while at < self.end and self.tokens[at].text not in STOPS and self.tokens[at].text != ",":
            at += 1
        return at

    # -- phrases with a preposition

    def _prepositional(self, at: int) -> int | None:
        low, following = self.low(at), self.low(at + 1)
        if low in ("between", "from") and (span := self.parser.span(at)):
            self.clause.dates += self.parser.dates
            self.parser.dates = []
            return span
        if low == "to" and self._is_infinitive(at + 1):
            return self._infinitive(at + 1, at + 1)
        if following == "by" and self.clause.verb.passive:
            self.clause.particles.append(low)  # `is looked after by`
            return at + 1
        double = f"{low} {following}"
        if following in w.PREPOSITIONS and (double in _DOUBLE or low in _BEFORE_PREPOSITIONS):
            low, at = (_SAME_AS.get(double, double) if double in _DOUBLE else following), at + 1
        if self._gerund_with_object(at):
            return self._doing(low, at)
        return self._phrase_of(low, at)

    def _gerund_with_object(self, at: int) -> bool:
        """`for writing tests`: no noun phrase. `for linting` may be one."""
        following = self.low(at + 1)
        if following in _GERUND_NOUNS or not _is(following, Form.GERUND) or at + 2 >= self.end:
            return False
        behind = self.low(at + 2)
        return p.is_noun(self.tokens[at + 2]) or behind in w.DETERMINERS or behind in w.PRONOUNS

    def _doing(self, low: str, at: int) -> int:
        begin, at = at + 1, at + 2
        while at < self.end and not self._ends(at):
            at += 1
        self.add(low, (), begin, at)
        return at

    def _phrase_of(self, low: str, at: int) -> int | None:
        begin = at + 1
        while begin < self.end and self.low(begin) in w.ADVERBS and not p.is_noun(self.tokens[begin]):
            begin += 1
        if begin < self.end and self.low(begin) in w.BOUNDS_MAX | w.BOUNDS_MIN and low in ("to", "at", "with", "on"):
            low, begin = self.low(begin), begin + 1
        if begin + 1 < self.end and self.tokens[begin].text in ("~", "^", "=", "==", "~>") and low in ("to", "at"):
            begin += 1
        if begin < self.end and self.tokens[begin].text in ("<", "<=") and low in ("to", "at", "below"):
            low, begin = "below", begin + 1
        found, after = p.phrases(self.tokens, begin, self.end, low)
        if not found:
            return begin
        if found[0].kind is Kind.DATE and not found[0].of:
            self.clause.dates.append((low, self.parser.slice(begin, after)))
            return after
        if (
            low in _OF_VERSIONS
            and found[0].version
            and self.clause.role("P") is None
            and self.clause.verb.lemma != "be"
        ):
            found = [replace(found[0], bound="min" if low in w.BOUNDS_MIN else "max"), *found[1:]]
            low = "P"
        if low != "with" and self._is_subject(found, after):
            return None
        self.add(low, found, begin, after)
        return after

    def _is_subject(self, found: Sequence[Phrase], after: int) -> bool:
        someone = len(found) == 1 and found[0].text.lower() in ("i", "we", "they", "he", "she", "you")
        return someone and p.starts_verb(self.tokens, after, self.end)

    # -- infinitives

    def _is_infinitive(self, at: int) -> bool:
        while self.low(at) in w.ADVERBS or self.low(at) in w.NEGATIONS:
            at += 1
        one = self.tokens[at] if at < self.end else None
        if one is None or one.kind is not Kind.WORD or one.text[:1].isupper():
            return False
        following = self.tokens[at + 1] if at + 1 < self.end else None
        if one.low in ("port", "host", "address") and (following is None or following.kind is Kind.VERSION):
            return False
        lemma = self.clause.verb.lemma
        base = one.low in ("be", "have", "do") or _is(one.low, Form.BASE)
        base = base or (lemma in _CHOOSING and p.is_noun(one))
        if lemma in _CHANGING:
            return base and following is not None and following.low in w.DETERMINERS
        return base

    def _infinitive(self, begin: int, at: int) -> int:
        """A verb phrase or a clause as one piece of text."""
        first = at
        while at < self.end and not (self._ends(at) and at > first):
            at += 1
        self.add("inf", (), begin, at)
        return at

    def _ends(self, at: int) -> bool:
        one, low = self.tokens[at], self.low(at)
        following = self.tokens[at + 1] if at + 1 < self.end else None
        if one.text in STOPS or one.text == "," or one.text in "()" or one.kind is Kind.DATE:
            return True
        if low in w.SUBORDINATORS or low in _CLAUSAL:
            return True
        if low in ("instead of", "rather than", "because of", "due to", "thanks to"):
            return True
        if following is None:
            return False
        dated = low in ("in", "on", "by", "at") and following.kind is Kind.DATE
        return dated or (low in ("and", "but") and following.low in w.PRONOUNS)

    # -- lists that go on

    def _joined(self, at: int, step: int) -> int | None:
        """Behind a comma or a conjunction: None where another clause begins, else where this one goes on."""
        begin = at + step
        if begin >= self.end:
            return self.end
        low, comma = self.low(begin), self.tokens[at].text == ","
        if low in w.SUBORDINATORS or low == "but" or self.low(at) in ("but", "yet"):
            return None
        if low in w.RELATIVES and comma:
            return self._relative_clause(begin) if self.clause.complements else None
        if low in ("not", "never"):
            return None if p.starts_verb(self.tokens, begin + 1, self.end) else self.skip(begin)
        if self._verb_of_the_same(begin):
            return None
        if low in w.PREPOSITIONS:
            return self._same_again(at, begin)
        if self.tokens[begin].kind is Kind.DATE or low in w.ADVERBS:
            return begin
        found, after = p.phrases(self.tokens, begin, self.end)
        if not found:
            return begin
        if p.starts_verb(self.tokens, after, self.end) or self._verb_later(after):
            return None
        return gaps.filled(self, found, begin, after, comma=comma)

    def _verb_of_the_same(self, begin: int) -> bool:
        """Whether a verb follows that goes on about the same subject."""
        if self.clause.command and _is(self.low(begin), Form.BASE):
            return True
        if not self.clause.subjects and self.clause.command:
            return False
        return self.parser.bare_verb(begin, self.clause.subjects or (Phrase("", ()),)) is not None

    def _verb_later(self, after: int) -> bool:
        """Whether a clause begins here whose verb stands further behind: `and the owner of x is y`."""
        while after < self.end and self.low(after) in w.PREPOSITIONS:
            _, behind = p.phrases(self.tokens, after + 1, self.end)
            if behind <= after + 1:
                break
            after = behind
        if after >= self.end:
            return False
        return p.starts_verb(self.tokens, after, self.end) or self.low(after) in ("who", "which")

    def _same_again(self, at: int, begin: int) -> int | None:
        """`on x and on y`: further members of the same complement. Another preposition goes on with the clause."""
        last = self.clause.complements[-1] if self.clause.complements else None
        found, after = p.phrases(self.tokens, begin + 1, self.end)
        verb = bool(found) and after < self.end and p.starts_verb(self.tokens, after, self.end)
        same = last is not None and last.role == self.low(begin) and bool(last.phrases)
        earlier = self.clause.role(self.low(begin))
        if (
            not same
            and not verb
            and found
            and earlier is not None
            and found[0].kind is Kind.VERSION
            and earlier.phrases
        ):
            number = self.clause.complements.index(earlier)
            self.clause.complements[number] = replace(earlier, phrases=(*earlier.phrases, *found))
            return after
        if last is not None and same and found and found[0].kind is not Kind.DATE:
            if verb:
                return None
            self.clause.complements[-1] = replace(last, phrases=(*last.phrases, *found))
            return after
        if found and self.tokens[at].text == "," and (verb or (after < self.end and self.tokens[after].text == ",")):
            return None  # `…, in 2020 we moved`
        return begin


def _is(word: str, form: Form) -> bool:
    return any(form in forms for forms in VERBS.get(word, {}).values())
