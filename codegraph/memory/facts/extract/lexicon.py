"""Words that the clause grammar knows: verbs with their inflections, auxiliaries, prepositions, adverbs."""

# ruff: noqa: E501 - expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final


class Form(StrEnum):
    """An inflection, as far as spelling tells."""

    BASE = "base"
    THIRD = "third"  # uses
    PAST = "past"  # used, wrote
    PARTICIPLE = "participle"  # used, written
    GERUND = "gerund"  # using


# lemma: past, participle
_IRREGULAR: Final[dict[str, tuple[str, str]]] = {
    "be": ("was", "been"), "bear": ("bore", "born"), "become": ("became", "become"), "begin": ("began", "begun"), "bind": ("bound", "bound"),
    "bring": ("brought", "brought"), "build": ("built", "built"), "buy": ("bought", "bought"), "choose": ("chose", "chosen"),
    "come": ("came", "come"), "do": ("did", "done"), "draw": ("drew", "drawn"), "eat": ("ate", "eaten"), "fall": ("fell", "fallen"), "find": ("found", "found"),
    "get": ("got", "gotten"), "give": ("gave", "given"), "go": ("went", "gone"), "grow": ("grew", "grown"),
    "have": ("had", "had"), "hold": ("held", "held"), "know": ("knew", "known"), "keep": ("kept", "kept"), "lead": ("led", "led"), "lean": ("leaned", "leaned"),
    "leave": ("left", "left"), "lie": ("lay", "lain"), "make": ("made", "made"), "meet": ("met", "met"), "pay": ("paid", "paid"),
    "put": ("put", "put"), "quit": ("quit", "quit"), "read": ("read", "read"), "rewrite": ("rewrote", "rewritten"),
    "rip": ("ripped", "ripped"), "run": ("ran", "run"), "say": ("said", "said"), "send": ("sent", "sent"), "set": ("set", "set"),
    "shut": ("shut", "shut"), "sit": ("sat", "sat"), "speak": ("spoke", "spoken"), "spend": ("spent", "spent"), "stand": ("stood", "stood"),
    "stick": ("stuck", "stuck"), "swear": ("swore", "sworn"), "take": ("took", "taken"), "teach": ("taught", "taught"),
    "tell": ("told", "told"), "throw": ("threw", "thrown"), "write": ("wrote", "written"), "cut": ("cut", "cut"), "shed": ("shed", "shed"),
    "see": ("saw", "seen"), "think": ("thought", "thought"), "understand": ("understood", "understood"), "oversee": ("oversaw", "overseen"),
}  # fmt: skip
_DOUBLED: Final = frozenset(["bin", "ship", "drop", "swap", "rip", "plan", "cap", "opt", "scrap", "ban", "refer", "log", "stop", "step", "wrap", "commit", "submit", "map", "pin", "tag", "strip", "put", "run", "get", "set", "sit", "quit", "cut", "begin", "shut", "chip", "shun", "slot", "hop", "tip", "trim", "opt", "transfer", "prefer", "defer", "infer", "confer", "bar", "star", "rid", "nod", "fit"])  # fmt: skip

MODALS: Final = frozenset(["will", "would", "shall", "should", "can", "could", "may", "might", "must", "ought"])
BE: Final = frozenset(["be", "is", "are", "am", "was", "were", "been", "being"])
HAVE: Final = frozenset(["have", "has", "had", "having"])
DO: Final = frozenset(["do", "does", "did"])
GET: Final = frozenset(["get", "gets", "got"])
ADVERBS: Final = frozenset(
    [
        "now",
        "also",
        "still",
        "already",
        "just",
        "only",
        "currently",
        "mostly",
        "mainly",
        "recently",
        "officially",
        "finally",
        "fully",
        "entirely",
        "simply",
        "directly",
        "internally",
        "primarily",
        "largely",
        "originally",
        "typically",
        "generally",
        "nowadays",
        "presently",
        "jointly",
        "exclusively",
        "solely",
        "formally",
        "eventually",
        "personally",
        "actually",
        "really",
        "basically",
        "both",
        "all",
        "always",
        "usually",
        "strongly",
        "heavily",
        "firmly",
        "quietly",
        "silently",
        "since",
        "then",
        "first",
        "together",
        "single-handedly",
        "happily",
        "long",
        "often",
        "normally",
        "completely",
        "permanently",
        "temporarily",
        "successfully",
        "historically",
        "deliberately",
        "once",
        "effectively",
        "partly",
        "partially",
        "chiefly",
        "very",
        "quite",
        "much",
        "rather",
        "pretty",
        "ever",
        "gladly",
        "again",
        "finally",
        "subsequently",
        "initially",
        "lately",
        "newly",
        "explicitly",
        "implicitly",
        "technically",
        "unanimously",
        "collectively",
        "collaboratively",
        "ultimately",
        "readily",
        "privately",
        "publicly",
        "locally",
        "automatically",
        "definitely",
        "certainly",
        "truly",
        "sadly",
        "luckily",
        "thankfully",
        "greatly",
        "instead",
        "previously",
        "formerly",
        "meanwhile",
    ]
)
NEGATIONS: Final = frozenset(
    ["not", "never", "no", "hardly", "barely", "rarely", "seldom", "neither", "nor", "n't", "cannot", "scarcely"]
)
PREPOSITIONS: Final = frozenset(
    [
        "in",
        "on",
        "at",
        "by",
        "with",
        "from",
        "to",
        "for",
        "under",
        "into",
        "onto",
        "over",
        "as",
        "via",
        "through",
        "since",
        "until",
        "till",
        "before",
        "after",
        "within",
        "inside",
        "behind",
        "against",
        "towards",
        "toward",
        "upon",
        "without",
        "across",
        "during",
        "throughout",
        "per",
        "about",
        "around",
        "near",
        "below",
        "above",
        "beside",
        "alongside",
        "off",
        "out",
        "than",
        "like",
        "despite",
        "between",
        "beyond",
        "up",
        "using",
        "atop",
        "favouring",
    ]
)
# What ends a phrase and belongs to none: it opens another clause.
CONNECTIVES: Final = frozenset(
    [
        "because",
        "so",
        "when",
        "while",
        "where",
        "which",
        "who",
        "whom",
        "whose",
        "that",
        "if",
        "unless",
        "although",
        "though",
        "whereas",
        "whenever",
        "but",
        "yet",
        "otherwise",
        "hence",
        "therefore",
        "thus",
        "since",
    ]
)
DETERMINERS: Final = frozenset(
    [
        "the",
        "a",
        "an",
        "this",
        "that",
        "these",
        "those",
        "my",
        "our",
        "your",
        "his",
        "her",
        "its",
        "their",
        "each",
        "every",
        "all",
        "no",
        "some",
        "any",
    ]
)
PRONOUNS: Final = frozenset(
    ["i", "we", "you", "he", "she", "it", "they", "everything", "everyone", "everybody", "this", "that"]
)


def _third(lemma: str) -> str:
    if lemma == "have":
        return "has"
    if re.search(r"(?:s|x|z|ch|sh|o)$", lemma):
        return f"{lemma}es"
    return f"{lemma[:-1]}ies" if re.search(r"[^aeiou]y$", lemma) else f"{lemma}s"


def _past(lemma: str) -> str:
    if lemma.endswith("e"):
        return f"{lemma}d"
    if re.search(r"[^aeiou]y$", lemma):
        return f"{lemma[:-1]}ied"
    return f"{lemma}{lemma[-1]}ed" if lemma in _DOUBLED else f"{lemma}ed"


def _gerund(lemma: str) -> str:
    if lemma.endswith("ie"):
        return f"{lemma[:-2]}ying"
    if lemma.endswith("e") and not lemma.endswith("ee") and lemma != "be":
        return f"{lemma[:-1]}ing"
    return f"{lemma}{lemma[-1]}ing" if lemma in _DOUBLED else f"{lemma}ing"


def inflections(lemma: str) -> dict[str, set[Form]]:
    """Every spelling of a verb, with the forms it may be."""
    past, participle = _IRREGULAR.get(lemma, (_past(lemma), _past(lemma)))
    found: dict[str, set[Form]] = {}
    for word, form in (
        (lemma, Form.BASE), (_third(lemma), Form.THIRD), (past, Form.PAST), (participle, Form.PARTICIPLE), (_gerund(lemma), Form.GERUND),
    ):  # fmt: skip
        found.setdefault(word, set()).add(form)
    return found
