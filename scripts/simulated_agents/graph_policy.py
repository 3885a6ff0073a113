"""Agents that ask codegraph's tools, over MCP.

Both begin with `code_explore` and `code_search` for the text of the task, and both ask `code_symbol` for the most
promising of all symbols that replies have named and whose source they have not seen: one that a search found early,
whose name and path hold rare words of the task, or that calls or is called by symbols already shown and has such a
word.

- `ask_by_symbols` asks for four symbols, then makes one more search: for the content words of the task, then for its
  sentences and clauses; and so on. Of its first symbol it asks `code_impact`, as an agent does before an edit.
- `ask_by_questions` explores up to three of those wordings first, and then asks for symbols alone.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from simulated_agents.episodes import Episode, Excerpt, Reply
from simulated_agents.words import list_content, list_sentences, list_words, match_words

FENCE = re.compile(r"^(`{3,})\S* (\S.*):(\d+)-(\d+)$")
PLACE = r"(?P<path>[^\s:()]+\.\w+):(?P<line>\d+)(?:-\d+)?(?:,\d+)*"
DEFINED = "function|method|property|constructor|class|struct|interface|enum|type|macro"
HEADING = re.compile(rf"^(?P<name>\S+)  (?:{DEFINED})  {PLACE}$")
HIT = re.compile(rf"^{PLACE}  (?P<name>\S+)  (?:{DEFINED})$")
CALLEE = re.compile(rf"^  (?P<name>\S+)  {PLACE}  \w+$")
CALLER = re.compile(rf"^  {PLACE}  (?P<name>\S+)  (?:\w+ \S+  )?\w+$")
NEIGHBOURS = re.compile(r"^  (?:called by|calls): (.*)$")
NEIGHBOUR = re.compile(r"^(?P<name>(?![\w$]+\.[\w$]+\.)[\w.:$#]+)(?: \((?P<path>[^\s:()]+):[\d,]+\))?$")
"""A neighbour in a row of them. A name of three parts without a place is mostly one of a library."""
RELEVANT = re.compile(r"^  (?P<path>[^\s:()]+\.\w+)  (?P<names>[\w.:$#]+:\d+(?:, [\w.:$#]+:\d+)*)$")
"""A file with functions of it, in the list that an exploration begins with."""
MORE_LINES = re.compile(r"^  … (\d+) more lines?$")
BESIDE = re.compile(r"^(?:before|after) it in the file: (.*)$")
TEST = re.compile(r"(?:^|[/_.-])(?:tests?|spec|testdata|__tests__)(?=[/_.-])")
LISTED = 0.5
"""Weight of a function that an exploration lists first; a hit of a search has weight 1."""
SYMBOLS_BETWEEN = 4
MORE_QUESTIONS = 3

Ask = Callable[[str, dict[str, str]], str]
"""Sends a request to the server and returns the text of its reply."""


class GraphTools:
    """The tools of a server, each call of which is counted."""

    def __init__(self, ask: Ask, episode: Episode) -> None:
        self._ask, self._episode = ask, episode

    def call(self, tool: str, argument: str, value: str) -> str:
        """Return the text of a reply."""
        text = self._ask(tool, {argument: value})
        request = json.dumps({"name": tool, "arguments": {argument: value}}, ensure_ascii=False)
        self._episode.record(request, Reply(text, tuple(find_excerpts(text))))
        return text


def find_excerpts(text: str) -> Iterator[Excerpt]:
    """Yield the source in a reply: fences that name a file and lines."""
    lines = iter(text.split("\n"))
    for line in lines:
        opened = FENCE.match(line)
        if opened is not None:
            held: list[str] = []
            for inner in lines:
                if inner == opened[1]:
                    break
                held.append(inner)
            yield Excerpt(opened[2], int(opened[3]), held)


def find_sources(text: str) -> list[tuple[str, range]]:
    """Return the files and lines of the source in a reply.

    Source of which more is left out than is shown is none."""
    rests = [0]
    for line in reversed(text.split("\n")):
        if (more := MORE_LINES.match(line)) is not None:
            rests[-1] = int(more[1])
        elif FENCE.match(line) is not None:
            rests.append(0)
    excerpts = zip(find_excerpts(text), reversed(rests[:-1]))
    return [
        (one.path, range(one.first, one.first + len(one.lines))) for one, rest in excerpts if rest <= len(one.lines)
    ]


class Lead:
    """A symbol that replies have named."""

    def __init__(self) -> None:
        self.found = 0.0  # how early searches found it
        self.near = 0  # how often it was a neighbour of a symbol that was shown
        self.place = ""
        self.words: set[str] = set()


class Leads:
    """The symbols that replies have named, and how much each promises."""

    def __init__(self, task: str) -> None:
        self._words = list_words(task)
        self._wants_tests = "test" in self._words
        self._leads: defaultdict[str, Lead] = defaultdict(Lead)
        self._seen: set[str] = set()

    def note_reply(self, text: str) -> None:
        """Keep the symbols that a reply names."""
        shown = find_sources(text)
        rank = place = 0
        path = ""
        for line in text.split("\n"):
            if (hit := HIT.match(line)) is not None:
                self._note(hit["name"], hit["path"], hit["line"], found=1 / (1 + rank / 4))
                rank += 1
            elif (heading := HEADING.match(line)) is not None:
                self._note(heading["name"], heading["path"], heading["line"], found=1)
                path = heading["path"]
                if any(name == path and int(heading["line"]) in lines for name, lines in shown):
                    self._seen.add(heading["name"])
            elif (relevant := RELEVANT.match(line)) is not None:
                for named in relevant["names"].split(", "):
                    name, _, at = named.rpartition(":")
                    self._note(name, relevant["path"], at, found=LISTED / (1 + place / 8))
                    place += 1
            elif (beside := BESIDE.match(line)) is not None:
                for named in beside[1].split(", "):
                    name, _, at = named.rpartition(":")
                    self._note(name, path, at)
            elif (near := CALLEE.match(line)) is not None:
                self._note(near["name"], near["path"], near["line"])
            elif (near := CALLER.match(line)) is not None:
                self._note(near["name"], near["path"])
            elif (neighbours := NEIGHBOURS.match(line)) is not None:
                for part in re.split(r", (?![\d,]+\))", neighbours[1]):
                    if (near := NEIGHBOUR.match(part)) is not None:
                        self._note(near["name"], near["path"] or "")

    def take_best(self) -> str:
        """Return how to ask for the symbol that promises most; nothing where none is left."""
        weights = self._weigh_words()
        left = [name for name in self._leads if name not in self._seen]
        if not left:
            return ""
        best = min(left, key=lambda name: (-self._weigh(name, weights), name))
        self._seen.add(best)
        return self._leads[best].place or best

    def _note(self, name: str, path: str, line: str = "", *, found: float = 0.0) -> None:
        words = match_words(self._words, f"{path} {name}")
        if (TEST.search(path) and not self._wants_tests) or not (found or words):
            return
        lead = self._leads[name]
        lead.found += found
        lead.near += 0 if found else 1
        lead.place = lead.place or (f"{path}:{line}" if line else "")
        lead.words |= words

    def _weigh_words(self) -> dict[str, float]:
        """Return what each word says: less, the more of the symbols bear it."""
        held = Counter(word for lead in self._leads.values() for word in lead.words)
        return {word: 2 / math.log2(2 + held[word]) for word in self._words}

    def _weigh(self, name: str, weights: dict[str, float]) -> float:
        lead = self._leads[name]
        own = match_words(self._words, re.split(r"[.:#]+", name)[-1])
        told = sum(weights[word] * (1 if word in own else 0.5) for word in sorted(lead.words))
        return min(lead.found, 2) + min(lead.near, 3) / 5 + told


def ask_by_symbols(task: str, tools: GraphTools) -> None:
    """Explore, search, and ask for the symbols that promise most, in turns."""
    leads = begin(task, tools)
    questions = list_questions(task)
    has_asked_impact = False
    while True:
        for _ in range(SYMBOLS_BETWEEN):
            symbol = leads.take_best()
            if symbol:
                leads.note_reply(tools.call("code_symbol", "symbol", symbol))
            if symbol and not has_asked_impact:
                has_asked_impact = True
                leads.note_reply(tools.call("code_impact", "symbol", symbol))
        if questions:
            leads.note_reply(tools.call("code_search", "query", questions.pop(0)))
        elif not symbol:
            return


def ask_by_questions(task: str, tools: GraphTools) -> None:
    """Explore the task in several wordings, and then ask for what promises most."""
    leads = begin(task, tools)
    for question in list_questions(task)[:MORE_QUESTIONS]:
        leads.note_reply(tools.call("code_explore", "query", question))
    while symbol := leads.take_best():
        leads.note_reply(tools.call("code_symbol", "symbol", symbol))


def begin(task: str, tools: GraphTools) -> Leads:
    """Explore and search with the text of the task."""
    leads = Leads(task)
    leads.note_reply(tools.call("code_explore", "query", task))
    leads.note_reply(tools.call("code_search", "query", task))
    return leads


def list_questions(task: str) -> list[str]:
    """Return the content words of a task, then its sentences and clauses."""
    clauses = [part for part in re.split(r"[.,:;!?]\s+|\b(?:but|and|so that|because)\b", task) if len(part.split()) > 2]
    questions = [" ".join(list_content(task)), *list_sentences(task), *clauses]
    return [question for question in dict.fromkeys(each.strip(" .") for each in questions) if question != task]


GRAPH_POLICIES = {
    "codegraph, by symbols": ask_by_symbols,
    "codegraph, by questions": ask_by_questions,
}
