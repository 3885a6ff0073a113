#!/usr/bin/env python3
"""Cost of seeing the code that a task needs, for simulated agents.

  CODEGRAPH_EVAL_REPOS  folder with a clone of each application (scripts/evaluation_checkouts.py makes them)

  eval_agent.py [--half NAME] [--checkouts DIR] [--home DIR] [--json]

The tasks are those of `tests/evaluation/find/tasks.jsonl`. Two agents ask codegraph's default tools over MCP, three
search with ripgrep and read windows of files; what each does is fixed and stands in `scripts/simulated_agents/`. A task
is completed when each needed file has been named and at least half of the lines of each needed function shown, within
60 calls and 60,000 tokens (`codegraph.text.token_counts.bound_tokens`, of requests and replies). A task that was not
completed costs the whole budget. The agents of either kind that did best in a half are compared there.

No policy is a model: it does not understand what it reads, and an oracle tells it when to stop. The needed code was
read from the project by one person. Of the half `held_out` only scores are told.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import anyio.from_thread
import anyio.to_thread
import numpy as np
from evaluation_sets.checkouts import Checkouts, MissingCheckoutError, read_rows
from evaluation_sets.definitions import read_definitions
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from simulated_agents.episodes import Budget, Episode, EpisodeEnd, Function, Needed, Outcome
from simulated_agents.graph_policy import GRAPH_POLICIES, GraphTools
from simulated_agents.text_policies import TEXT_POLICIES, MissingProgramError, TextTools

from codegraph.text.token_counts import bound_tokens

ROOT = Path(__file__).resolve().parent.parent
HALVES = ("development", "held_out")
OURS = tuple(GRAPH_POLICIES)
TOOLS = ("code_explore", "code_search", "code_symbol", "code_impact")
SAMPLES = 10_000

Row = dict[str, Any]


class Result(NamedTuple):
    """One agent on one task."""

    agent: str
    half: str
    repository: str
    task: int
    outcome: Outcome


class Estimate(NamedTuple):
    """A figure with the interval that holds 95 of 100 resamples of the tasks."""

    value: float
    low: float
    high: float


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--half", choices=HALVES, help="only this half")
    arguments.add_argument("--checkouts", default="", help="folder of clones (default: CODEGRAPH_EVAL_REPOS)")
    arguments.add_argument("--home", type=Path, help="folder of indexes to use and keep (default: a new one)")
    arguments.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    options = arguments.parse_args()
    rows = [row for row in read_rows("tasks") if options.half in (None, row["half"])]
    try:
        checkouts = Checkouts.from_environment(options.checkouts)
        with tempfile.TemporaryDirectory() as scratch:
            home = options.home or Path(scratch)
            results, described = run_tasks(checkouts, rows, home.resolve())
    except (MissingCheckoutError, MissingProgramError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    report = {half: summarize(each) for half, each in split(results, "half").items()}
    if options.json:
        print(json.dumps({"tokens_of_descriptions": described, "halves": report}))
    else:
        print_report(report, described)
    return 0


def run_tasks(checkouts: Checkouts, rows: Sequence[Row], home: Path) -> tuple[list[Result], int]:
    """Run every agent on every task; count the server's descriptions."""
    results: list[Result] = []
    described = 0
    by_repository: defaultdict[str, list[tuple[int, Row]]] = defaultdict(list)
    for number, row in enumerate(rows):
        by_repository[row["repository"]].append((number, row))
    for repository, numbered in by_repository.items():
        root = find_checkout(checkouts, repository, numbered[0][1]["commit"])
        print(f"{repository}: {len(numbered)} tasks", file=sys.stderr, flush=True)
        needs = {number: read_needed(root, row) for number, row in numbered}

        def add(agent: str, number: int, row: Row, outcome: Outcome) -> None:
            results.append(Result(agent, row["half"], row["repository"], number, outcome))

        for number, row in numbered:
            for agent, policy in TEXT_POLICIES.items():
                episode = Episode(root, needs[number], Budget())
                tools = TextTools(root, episode)
                add(agent, number, row, play(episode, lambda p=policy, r=row, t=tools: p(r["task"], t)))
        with GraphServer(root, home) as server:
            described = server.described
            for number, row in numbered:
                for agent, policy in GRAPH_POLICIES.items():
                    episode = Episode(root, needs[number], Budget())
                    tools = GraphTools(server.ask, episode)
                    add(agent, number, row, play(episode, lambda p=policy, r=row, t=tools: p(r["task"], t)))
    return results, described


def play(episode: Episode, policy: Callable[[], None]) -> Outcome:
    """Run a policy until its episode ends or it has no more ideas."""
    try:
        policy()
    except EpisodeEnd:
        pass
    return episode.finish()


def find_checkout(checkouts: Checkouts, repository: str, commit: str) -> Path:
    """Return the folder of a clone.

    Raises MissingCheckoutError where it has another commit checked out."""
    head = checkouts.read_text(repository, "rev-parse", "HEAD").strip()
    if head != commit:
        raise MissingCheckoutError(f"{repository} is at {head[:12]}: check {commit[:12]} out")
    return checkouts.folder / repository


def read_needed(root: Path, row: Row) -> Needed:
    """Return the files a task needs, and the functions with their lines."""
    functions = []
    for function in row["functions"]:
        path, name = function["path"], function["name"]
        definitions = read_definitions(path, (root / path).read_bytes())
        spans = tuple((one.first, one.last) for one in definitions if one.name == name)
        functions.append(Function(path, name, spans))
    return Needed(frozenset(row["files"]), tuple(functions))


class GraphServer:
    """A server process over an indexed repository, asked over stdio."""

    def __init__(self, root: Path, home: Path) -> None:
        path = os.pathsep.join(map(str, (ROOT, ROOT / "parsers")))
        self._root, self._environment = root, os.environ | {"CODEGRAPH_HOME": str(home), "PYTHONPATH": path}
        self._portal = anyio.from_thread.start_blocking_portal("asyncio")
        self.described = 0

    def __enter__(self) -> GraphServer:
        command = [sys.executable, "-m", "codegraph", "index", "--quiet", str(self._root)]
        subprocess.run(command, env=self._environment, check=True, stdout=subprocess.DEVNULL)
        self._caller = self._portal.__enter__()
        self._connection = self._caller.wrap_async_context_manager(self._connect())
        self._client: Client = self._connection.__enter__()
        self.described = self._caller.call(self._count_descriptions)
        return self

    def __exit__(self, *raised: Any) -> None:
        self._connection.__exit__(*raised)
        self._portal.__exit__(*raised)

    def ask(self, tool: str, arguments: Mapping[str, str]) -> str:
        """Return the text of a reply, be it an answer or an error."""
        result = self._caller.call(self._client.call_tool, tool, dict(arguments))
        return "\n".join(block.text for block in result.content if block.type == "text")

    def _connect(self) -> Client:
        parameters = StdioServerParameters(
            command=sys.executable, args=["-m", "codegraph", "serve"], env=self._environment, cwd=str(self._root)
        )
        return Client(stdio_client(parameters))

    async def _count_descriptions(self) -> int:
        listed = await self._client.list_tools()
        used = [tool.model_dump_json(exclude_none=True) for tool in listed.tools if tool.name in TOOLS]
        return bound_tokens("\n".join((self._client.instructions or "", *used)))


def split(results: Sequence[Result], field: str) -> dict[str, list[Result]]:
    """Return results by the value of a field, in the order of its values."""
    parts: defaultdict[str, list[Result]] = defaultdict(list)
    for result in results:
        parts[getattr(result, field)].append(result)
    return {key: parts[key] for key in sorted(parts)}


def summarize(results: Sequence[Result]) -> dict[str, Any]:
    """Return each agent's figures, and those of the best of either kind."""
    by_agent = {agent: sorted(each, key=lambda one: one.task) for agent, each in split(results, "agent").items()}
    ours = choose_best({agent: each for agent, each in by_agent.items() if agent in OURS})
    theirs = choose_best({agent: each for agent, each in by_agent.items() if agent not in OURS})
    return {
        "agents": {agent: measure(each) for agent, each in by_agent.items()},
        "ours": ours,
        "theirs": theirs,
        "pairs": compare(by_agent[ours], by_agent[theirs]),
    }


def choose_best(by_agent: Mapping[str, Sequence[Result]]) -> str:
    """Return the agent that completed most tasks; of several, the cheapest."""

    def rate(agent: str) -> tuple[int, int, str]:
        outcomes = [one.outcome for one in by_agent[agent]]
        return -sum(one.is_completed for one in outcomes), sum(charge_task(one).tokens for one in outcomes), agent

    return min(by_agent, key=rate)


def charge_task(outcome: Outcome) -> Budget:
    """Return what a task cost: the whole budget where it was not completed."""
    return Budget(outcome.calls, outcome.tokens) if outcome.is_completed else Budget()


def measure(results: Sequence[Result]) -> dict[str, Any]:
    """Return how often an agent completed its tasks, and at what cost."""
    costs = [charge_task(one.outcome) for one in results]
    return {
        "tasks": len(results),
        "completed": estimate([one.outcome.is_completed for one in results], np.mean),
        "shown": estimate([one.outcome.shown for one in results], np.mean),
        **{
            f"{name}_{field}": estimate([getattr(one, field) for one in costs], statistic)
            for field in ("tokens", "calls")
            for name, statistic in (("median", np.median), ("mean", np.mean))
        },
    }


def compare(ours: Sequence[Result], theirs: Sequence[Result]) -> dict[str, Any]:
    """Return paired ratios of costs, and who was cheaper where."""
    pairs = list(zip(ours, theirs, strict=True))
    both = [(a.outcome, b.outcome) for a, b in pairs if a.outcome.is_completed and b.outcome.is_completed]
    winners: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for a, b in pairs:
        winners[a.repository][choose_winner(a.outcome, b.outcome)] += 1
    return {
        "completed_by_both": len(both),
        **{
            f"{field}_ratio": estimate_ratio([(getattr(a, field), getattr(b, field)) for a, b in both])
            for field in ("tokens", "calls")
        },
        "tokens_ratio_of_all": estimate_ratio(
            [(charge_task(a.outcome).tokens, charge_task(b.outcome).tokens) for a, b in pairs]
        ),
        "winners": {repository: dict(sorted(counts.items())) for repository, counts in sorted(winners.items())},
    }


def choose_winner(ours: Outcome, theirs: Outcome) -> str:
    """Return who completed a task with fewer tokens."""
    if not (ours.is_completed or theirs.is_completed):
        return "neither"
    return "codegraph" if charge_task(ours).tokens < charge_task(theirs).tokens else "ripgrep"


def estimate(values: Sequence[float], statistic: Callable[..., Any]) -> Estimate:
    """Return a statistic and its bootstrap interval."""
    sample = np.asarray(values, dtype=float)
    drawn = np.random.default_rng(1).integers(0, len(sample), (SAMPLES, len(sample)))
    low, high = np.percentile(statistic(sample[drawn], axis=1), (2.5, 97.5))
    return Estimate(float(statistic(sample)), float(low), float(high))


def estimate_ratio(pairs: Sequence[tuple[float, float]]) -> Estimate | None:
    """Return the geometric mean of ratios; nothing without pairs."""
    if not pairs:
        return None
    logarithms = estimate([math.log(ours / theirs) for ours, theirs in pairs], np.mean)
    return Estimate(*map(math.exp, logarithms))


def print_report(report: Mapping[str, Any], described: int) -> None:
    print("| half | agent | completed | shown | tokens, median | mean | calls, median | mean |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    for half, found in report.items():
        for agent, row in found["agents"].items():
            shares = (f"{format_number(row[key], '.2f')}" for key in ("completed", "shown"))
            costs = (
                format_number(row[f"{name}_{field}"], form)
                for field, form in (("tokens", ",.0f"), ("calls", ".1f"))
                for name in ("median", "mean")
            )
            print(f"| {half} | {agent} | {' | '.join((*shares, *costs))} |")
    print("\n| half | compared | by both | tokens | calls | tokens of all | cheaper by application |")
    print("|---|---|--:|--:|--:|--:|---|")
    for half, found in report.items():
        pairs = found["pairs"]
        ratios = (format_number(pairs[key], ".2f") for key in ("tokens_ratio", "calls_ratio", "tokens_ratio_of_all"))
        won = "; ".join(
            f"{repository}: {', '.join(f'{who} {n}' for who, n in counts.items())}"
            for repository, counts in pairs["winners"].items()
        )
        compared = f"{found['ours']}; {found['theirs']}"
        print(f"| {half} | {compared} | {pairs['completed_by_both']} | {' | '.join(ratios)} | {won} |")
    print(f"\nNot counted: {described:,} tokens of instructions and descriptions of codegraph's tools, once a session.")


def format_number(figure: Estimate | None, form: str) -> str:
    """Return a figure with its interval."""
    if figure is None:
        return "–"
    return f"{figure.value:{form}} ({figure.low:{form}} to {figure.high:{form}})"


if __name__ == "__main__":
    sys.exit(main())
