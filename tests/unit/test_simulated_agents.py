"""Simulated agents on a made-up repository: what is counted, what is shown, and when an episode ends."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from eval_agent import Result, charge_task, compare, estimate_ratio, play, read_needed
from simulated_agents.episodes import Budget, Episode, EpisodeEnd, Excerpt, Outcome, Reply
from simulated_agents.graph_policy import (
    GRAPH_POLICIES,
    GraphTools,
    Leads,
    ask_by_symbols,
    find_excerpts,
    find_sources,
    list_questions,
)
from simulated_agents.text_policies import TEXT_POLICIES, TextTools
from simulated_agents.words import list_words

from codegraph.text.token_counts import bound_tokens

BOOTH = '''"""The booth of a theatre."""


class Booth:
    def sell_ticket(self, seat):
        price = self.find_price(seat)
        self.sold.append(seat)
        return price

    def find_price(self, seat):
        return 12 if seat.row < 5 else 8
'''
REFUNDS = """def refund(booth, ticket):
    booth.sold.remove(ticket.seat)
    return ticket.price
"""
TASK = "A refund must be refused after the performance. Let the price of a ticket say until when."
ROW = {
    "files": ["booth.py", "money/refunds.py"],
    "functions": [
        {"path": "booth.py", "name": "Booth.find_price", "reason": ""},
        {"path": "money/refunds.py", "name": "refund", "reason": ""},
    ],
}
NEVER = "nothing of the kind"


@pytest.fixture
def theatre(tmp_path: Path) -> Path:
    (tmp_path / "money").mkdir()
    (tmp_path / "booth.py").write_text(BOOTH, encoding="utf-8")
    (tmp_path / "money" / "refunds.py").write_text(REFUNDS, encoding="utf-8")
    (tmp_path / "test_booth.py").write_text("def test_price():\n    assert price\n", encoding="utf-8")
    return tmp_path


def begin(theatre: Path, budget: Budget | None = None) -> Episode:
    return Episode(theatre, read_needed(theatre, ROW), budget or Budget())


def test_needed_functions_have_the_lines_of_their_definitions(theatre: Path):
    needed = read_needed(theatre, ROW)
    assert needed.files == {"booth.py", "money/refunds.py"}
    assert [function.spans for function in needed.functions] == [((10, 11),), ((1, 3),)]


def test_an_episode_counts_requests_and_replies_and_ends_when_all_was_shown(theatre: Path):
    episode = begin(theatre)
    episode.record("ask", Reply("booth.py:10: def find_price", (Excerpt("booth.py", 10, BOOTH.split("\n")[9:11]),)))
    assert episode.finish().shown == 0.5
    with pytest.raises(EpisodeEnd):
        episode.record("again", Reply("money/refunds.py", (Excerpt("money/refunds.py", 1, REFUNDS.split("\n")[:2]),)))
    tokens = sum(map(bound_tokens, ("ask", "booth.py:10: def find_price", "again", "money/refunds.py")))
    assert episode.finish() == Outcome(True, 2, tokens, 1.0)


@pytest.mark.parametrize(
    "reply",
    [
        Reply("booth.py money/refunds.py"),  # named alone
        Reply("xbooth.py money/refunds.pyi"),  # other files
        Reply("", (Excerpt("booth.py", 9, BOOTH.split("\n")[9:11]),)),  # in other lines than they stand
        Reply("", (Excerpt("money/refunds.py", 1, [line[:9] for line in REFUNDS.split("\n")]),)),  # cut
        Reply("", (Excerpt("money/refunds.py", 1, REFUNDS.split("\n")[:1]),)),  # less than half
    ],
)
def test_no_function_is_shown_by_less_than_half_of_its_lines(theatre: Path, reply: Reply):
    episode = begin(theatre)
    episode.record("", reply)
    named = 0.5 if reply.text.startswith("booth.py") else 0.0
    assert episode.finish()[::3] == (False, named)


def test_a_reply_that_passes_the_budget_shows_nothing(theatre: Path):
    whole = Reply("booth.py money/refunds.py " * 9, (Excerpt("booth.py", 1, BOOTH.split("\n")),))
    for budget in (Budget(tokens=20), Budget(calls=0)):
        episode = begin(theatre, budget)
        with pytest.raises(EpisodeEnd):
            episode.record("", whole)
        assert episode.finish()[::3] == (False, 0.0)
        assert charge_task(episode.finish()) == Budget()


@pytest.mark.skipif(shutil.which("rg") is None, reason="no ripgrep here")
@pytest.mark.parametrize("policy", TEXT_POLICIES.values(), ids=TEXT_POLICIES)
def test_ripgrep_finds_what_a_task_names_and_spends_the_same_each_time(theatre: Path, policy: Callable):
    def run() -> Outcome:
        episode = begin(theatre)
        return play(episode, lambda: policy(TASK, TextTools(theatre, episode)))

    outcome = run()
    assert outcome.is_completed and outcome.calls < 10
    assert outcome == run()


@pytest.mark.skipif(shutil.which("rg") is None, reason="no ripgrep here")
def test_ripgrep_leaves_tests_aside_and_gives_up_without_words(theatre: Path):
    episode = begin(theatre)
    tools = TextTools(theatre, episode)
    assert tools.count_words(["price", "assert"]) == {"price": 4, "assert": 0}
    assert tools.rank_files(["price", "ticket"]) == ["booth.py", "money/refunds.py"]
    outcome = play(episode, lambda: TEXT_POLICIES["ripgrep, by hits"]("Paint it blue", tools))
    assert not outcome.is_completed


def answer(tool: str, arguments: dict[str, str]) -> str:
    if tool == "code_search":
        return "theatre · generation 1\nmoney/refunds.py:1-3  refund  function\ntest_booth.py:1-2  test_price  function"
    if arguments.get("symbol") == "money/refunds.py:1":
        lines = REFUNDS.rstrip("\n")
        return f"refund  function  money/refunds.py:1\n```python money/refunds.py:1-3\n{lines}\n```"
    if arguments.get("symbol") == "Booth.find_price":
        lines = "\n".join(BOOTH.split("\n")[9:11])
        return f"Booth.find_price  method  booth.py:10\n```python booth.py:10-11\n{lines}\n```"
    if tool == "code_explore":
        return "Booth.sell_ticket  method  booth.py:5\n  calls: Booth.find_price, … 3 more\n"
    return "error"


@pytest.mark.parametrize("policy", GRAPH_POLICIES.values(), ids=GRAPH_POLICIES)
def test_the_policies_of_the_graph_ask_for_the_symbols_that_replies_name(theatre: Path, policy: Callable):
    asked = []

    def ask(tool: str, arguments: dict[str, str]) -> str:
        asked.append((tool, *arguments.values()))
        return answer(tool, arguments)

    episode = begin(theatre)
    outcome = play(episode, lambda: policy(TASK, GraphTools(ask, episode)))
    assert outcome.is_completed and outcome.calls == len(asked)
    assert asked[:2] == [("code_explore", TASK), ("code_search", TASK)]
    assert {("code_symbol", "money/refunds.py:1"), ("code_symbol", "Booth.find_price")} <= set(asked)
    assert not any("test_booth" in each[1] or each[1] == "more" for each in asked)


def test_a_policy_of_the_graph_ends_without_leads(theatre: Path):
    episode = begin(theatre)
    assert not play(episode, lambda: ask_by_symbols(TASK, GraphTools(lambda *_: NEVER, episode))).is_completed
    assert episode.finish().calls == 2 + len(list_questions(TASK))
    assert Leads(TASK).take_best() == ""


def test_source_in_a_reply_is_read_with_its_place():
    text = "a\n````md notes.md:3-4\n```\nb\n````\n```go x/y.go:7-7\nc\n```"
    assert list(find_excerpts(text)) == [Excerpt("notes.md", 3, ["```", "b"]), Excerpt("x/y.go", 7, ["c"])]


def test_source_of_which_more_is_left_out_than_shown_has_not_been_seen():
    shown = "```py a.py:1-2\nx = 1\ny = 2\n```\n  … 1 more line"
    begun = "```py b.py:5-5\ndef f():\n```\n  … 9 more lines"
    assert find_sources(f"{begun}\n{shown}") == [("a.py", range(1, 3))]


def test_leads_are_functions_that_an_exploration_lists_and_those_beside_a_symbol():
    leads = Leads("the price of a ticket")
    leads.note_reply("relevant files and functions, most likely first:\n  a/till.py  Till.find_price:7, close:20")
    assert leads.take_best() == "a/till.py:7"
    leads.note_reply("Till.open  method  a/till.py:2\nafter it in the file: Till.sell_ticket:12")
    assert "a/till.py:12" in {leads.take_best(), leads.take_best()}


def test_words_are_cut_so_that_names_hold_them():
    assert list_words("Entries that were cleaned, and the addresses of cleaning") == ["entr", "clean", "address"]


def test_ratios_are_of_tasks_that_both_completed():
    done, half, lost = Outcome(True, 2, 100, 1), Outcome(True, 4, 400, 1), Outcome(False, 9, 900, 0.5)

    def make(*outcomes: Outcome) -> list[Result]:
        return [Result("", "", "theatre", at, outcome) for at, outcome in enumerate(outcomes)]

    found = compare(make(done, done, lost), make(half, lost, lost))
    assert found["completed_by_both"] == 1
    assert found["tokens_ratio"] == pytest.approx((0.25, 0.25, 0.25))
    assert found["winners"] == {"theatre": {"codegraph": 2, "neither": 1}}
    assert estimate_ratio([]) is None
