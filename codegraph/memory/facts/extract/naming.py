"""Names in what is said beside a noun phrase: `formerly x`, `since v4`, `which Ada designed`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegraph.memory.facts.extract import phrases as p
from codegraph.memory.facts.extract.lexicon import forms_of
from codegraph.memory.facts.extract.model import Clause, Complement
from codegraph.memory.facts.extract.phrases import Phrase
from codegraph.memory.facts.extract.tokens import Kind
from codegraph.memory.facts.extract.verbs import Group, verb_group
from codegraph.memory.facts.extract.words import Form

if TYPE_CHECKING:
    from codegraph.memory.facts.extract.clauses import Parser


def of_object(parser: Parser, antecedent: tuple[Phrase, ...], at: int) -> int:
    """`the scheduler, which Ada designed in x, …`: where that ends, 0 where it is none."""
    if parser.tokens[at - 1].text != "," or len(antecedent) != 1:
        return 0
    end = next((k for k in range(at + 1, parser.end) if parser.tokens[k].text == ","), 0)
    verb = next((k for k in range(at + 2, end) if forms_of(parser.low(k)) & {Form.THIRD, Form.PAST}), 0)
    who, behind = p.phrase(parser.tokens, at + 1, verb) if verb else (None, 0)
    group = verb_group(parser.tokens, verb, end) if who is not None and behind == verb else None
    if group is None or who is None or group.lemma in ("be", "have") or group.passive:
        return 0
    inner = type(parser)(parser.tokens[verb:end], parser.text)
    made, _ = verb_group(inner.tokens, 0, inner.end), inner.end
    if made is None:
        return 0
    inner.clause((who,), made)
    clause = inner.found.clauses[0]
    clause.relative = True
    if clause.role("P") is None:
        clause.complements.insert(0, Complement("P", antecedent, antecedent[0].text, antecedent[0].tokens))
    parser.found.clauses.append(clause)
    return end + 1


def is_release(found: Phrase) -> bool:
    """`v4`, `version 3`, `the 2.0 release`: a release that dates something."""
    numbered = any(t.kind is Kind.VERSION for t in found.tokens) and not found.version
    worded = ("version", "release", "v", "series")
    return numbered and all(t.kind is Kind.VERSION or t.low in worded for t in found.tokens)


def called(inner: Parser, found: tuple[Phrase, ...], first: str) -> Clause:
    """`formerly x` behind a name."""
    at = 1
    if inner.low(at) in ("of", "at", "with") and at + 1 < inner.end:
        org, _ = p.phrases(inner.tokens, at + 1, inner.end)
        where = Complement("at", tuple(org), inner.slice(at + 1, inner.end))
        return Clause(found, Group("work", 0, past=True, over=True), [where], relative=True)
    while inner.low(at) in ("called", "known", "named", "as", "the"):
        at += 1
    other, _ = p.phrases(inner.tokens, at, inner.end)
    complement = Complement("P", tuple(other), inner.slice(at, inner.end), tuple(inner.tokens[at:]))
    over = first not in ("now", "aka", "also", "a.k.a")
    return Clause(found, Group("call", 0, passive=True, past=over, over=over), [complement], relative=True)
