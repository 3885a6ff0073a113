"""A text as it would stand in a careful one: without markup, informal spellings written out, chat words left away."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import words as w

_LINK: Final = re.compile(r"!?\[([^\]\n]+)\](?:\((?:[^)\s]|\s(?=\"))*\)|\[[^\]\n]*\])")
_STRONG: Final = re.compile(r"(?<![\w*])\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*(?![\w*])")
_STRESSED: Final = re.compile(r"(?<![\w`*/])(?:_([A-Za-z][^_*`\n]*)_|\*([A-Za-z][^_*`\n]*)\*)(?![\w`*/])")
_ROLE: Final = re.compile(r":\w+(?::\w+)?:`([^`<\n]+?)(?: <[^>\n]*>)?`")
_TAG: Final = re.compile(r"</?(?:b|i|em|strong|br|p|a|u|sup|sub|span|li|ul|kbd)(?: [^>\n]*)?/?>", re.I)
_CODE_TAG: Final = re.compile(r"<(code|tt|kbd)>([^<\n]+)</\1>", re.I)
_QUOTED_LINE: Final = re.compile(r"^(?:>\s*)+", re.M)
_AT_VERSION: Final = re.compile(
    r"(?<![\w@`/.-])(@?[\w.-]+(?:/[\w.-]+)?)@(?=[\^~v]?\d+(?:\.\d+)*)([\^~]?v?\d[\w.-]*)(?![\w@])"
)
_TRAILER: Final = re.compile(
    r"^(?:[\w]+(?:-\w+)*-by|cc|change-id|bug|see[- ]also|refs?|fixes|closes|resolves|related(?: to)?|link|dependency-name|dependency-type|update-type): .*$",
    re.M | re.I,
)
_BOUND_IN_CODE: Final = re.compile(
    r"`([A-Za-z][\w.-]*)(?:\[[\w,]*\])?\s*((?:(?:>=|<=|==|~=|~>|!=|<|>|\^)\s*v?\d[\w.]*(?:,\s*)?)+)`"
)
_DOTS: Final = re.compile(r"^(?:\.\.\.|…)\s*", re.M)
_NUMBER_OF_CHANGE: Final = re.compile(r"\s+\((?:#|GH-|!)\d+\)\s*$|\s+\[#\d+\]\s*$", re.M)

_SHORT: Final[Mapping[str, str]] = {
    "im": "I'm", "ive": "I've", "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "isnt": "isn't",
    "arent": "aren't", "wasnt": "wasn't", "werent": "weren't", "wont": "won't", "cant": "can't",
    "couldnt": "couldn't", "wouldnt": "wouldn't", "shouldnt": "shouldn't", "hasnt": "hasn't", "havent": "haven't",
    "hadnt": "hadn't", "weve": "we've", "theyve": "they've", "youre": "you're", "theyre": "they're",
    "thats": "that's", "whats": "what's", "heres": "here's", "theres": "there's", "hes": "he's", "shes": "she's",
    "w/": "with", "w/o": "without", "b/c": "because", "bc": "because", "cuz": "because", "coz": "because",
    "u": "you", "ur": "your", "rn": "right now", "atm": "at the moment", "tho": "though", "gonna": "going to",
    "wanna": "want to", "gotta": "have to", "yall": "you", "y'all": "you", "ppl": "people", "nvm": "never mind",
    "afaik": "I think", "afaict": "I think", "idk": "I don't know", "prolly": "probably", "prob": "probably",
    "def": "definitely", "obv": "obviously", "ofc": "of course", "gotten": "got", "tmrw": "tomorrow", "tmr": "tomorrow",
    "yday": "yesterday", "approx": "approximately", "cus": "because", "thru": "through", "everythings": "everything's",
}  # fmt: skip
_SHORT_WORD: Final = re.compile(
    r"(?<![\w`'/.@-])(?:" + "|".join(sorted(map(re.escape, _SHORT), key=len, reverse=True)) + r")(?![\w`'/@-]|\.\w)",
    re.I,
)
_ITS: Final = re.compile(r"(?<![\w`'/.-])(its)\s+(?=([\w.+#-]+))", re.I)
_AFTER_IS: Final = (
    w.DETERMINERS
    | w.PREPOSITIONS
    | w.words(
        "just all called still now currently actually only not been really basically mostly named written owned mine ours theirs gone dead done hosted"
    )
) - {"all", "each", "which", "what", "of"}
_CHAT: Final = re.compile(
    r"(?:[,.]?\s+(?:lol|lmao|haha+|hehe|tbh|fwiw|imo|imho|btw|fyi|xd|ngl|sigh|ugh|:\)|:-\)|;\)|:\(|:d|:p|:/))+(?=\s*(?:[.,!;]|$))",
    re.I | re.M,
)
_PREFIXED: Final = re.compile(
    r"\b(?:(?:hand|self|well|custom|home|purpose)-(?=(?:written|owned|maintained|hosted|built|managed|developed|designed|coded) (?:in|by|on|with|using|at)\b)"
    r"|co-(?=(?:owns?|owned|leads?|led|maintains?|maintained|maintaining|founded|built|wrote|written|created|authored|manages?|managed|runs?|developed|develops?|"
    r"designed|chairs?|chaired)\b))"
)
_MARKUP: Final = re.compile(r"[\[<>*_`@]")
_VAGUE: Final = re.compile(r"\b(?:kinda|sorta|kind of|sort of|like,|literally)\s+(?!\w+(?:tion|er)\b)", re.I)


_TOPIC: Final = re.compile(
    r"(?:(?<=^)|(?<=[.!?] ))(?:and |so |oh )?(?P<t>(?:(?:the|our|my|that|this) )?(?!(?:who|what|which|where|when|why|how|is|are|was|were|do|does|did|can|could|would|should|will|has|have|any|"
    r"really|ok|okay|yes|no|right|huh|wait|sorry|questions|problems|anyone|anybody|you|it|them|him|her|me|us|seriously|surprised|ready|done|deal|see|thoughts|ideas)\b)[\w'.-]+(?: [\w'.-]+){0,3})\? "
    r"(?P<d>(?:it's |that's |they're |it is |that is )?(?:still |now |always |just )?)(?P<r>[^?.!,]{2,50})(?=[.,!]|$)",
    re.I | re.M,
)
_TOPIC_VERBS: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|'ve|moved|went|got|i|we|he|she|they|you|ask|use|see|put|check|try)\b|n't\b",
    re.I,
)


_BRACKETED: Final = re.compile(r"\b(and|or), (?:for|in|on|with|when|if|at) [^,.;]{3,40}, ")


def _told_of_topic(found: re.Match[str]) -> str:
    """`our queue? still x` as `our queue is still x`."""
    said = found["r"]
    if _TOPIC_VERBS.search(said) or _TOPIC_VERBS.search(found["t"]) or said.count(" ") > 4:
        return found.group(0)
    plural = found["t"].endswith("s") and not found["t"].endswith(("ss", "us", "'s"))
    inside = "in " if re.match(r"[/~.$][\w/]|[\w.-]+/", said) and not said.startswith("http") else ""
    adverb = re.search(r"still |now |always |just ", found["d"])
    return f"{found['t']} {'are' if plural else 'is'} {adverb[0] if adverb else ''}{inside}{said}"


def plain(text: str) -> str:
    """The text without markup and chat words, with what is written short in its full form."""
    text = _TRAILER.sub("", text)
    if _MARKUP.search(text):
        text = _ROLE.sub(r"`\1`", _CODE_TAG.sub(r"`\2`", _BOUND_IN_CODE.sub(r"\1 \2", text)))
        text = _STRONG.sub(r"\1", _TAG.sub("", _LINK.sub(r"\1", text)))
        text = _STRESSED.sub(lambda found: found[1] or found[2], text)
        text = _AT_VERSION.sub(r"\1 \2", _QUOTED_LINE.sub("", text))
    text = _NUMBER_OF_CHANGE.sub("", _DOTS.sub("", text))
    text = _SHORT_WORD.sub(_in_full, text)
    if "? " in text:
        text = re.sub(r"(?:(?<=^)|(?<=[.!] ))([A-Z][\w-]+)\? (?:he|she)(?='s| )", r"\1", text)
        text = _TOPIC.sub(_told_of_topic, text)
    text = re.sub(r"\bcode base\b", "codebase", text)
    text = _BRACKETED.sub(r"\1 ", text)
    text = _ITS.sub(_contracted, text)
    text = re.sub(r"\b([Ww])e both\b", lambda found: "They both" if found[1] == "W" else "they both", text)
    text = _VAGUE.sub("", text)
    text = _PREFIXED.sub("", text)
    return _CHAT.sub("", text)


def _in_full(found: re.Match[str]) -> str:
    spelt = found.group(0)
    if spelt.isupper() and len(spelt) > 1:
        return spelt  # an abbreviation
    full = _SHORT[spelt.lower()]
    return full[0].upper() + full[1:] if spelt[0].isupper() else full


def _contracted(found: re.Match[str]) -> str:
    """`its postgres now`: it is."""
    after = found[2].lower()
    said = after in _AFTER_IS or n.is_software(after.rstrip(".,")) or found[2][0].isdigit()
    return f"{found[1][:2]}'s " if said else found.group(0)
