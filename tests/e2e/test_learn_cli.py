"""`codegraph memory learn`, and the same verbs by the words that a script of another program has."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from codegraph.cli.hook import run_hook
from codegraph.memory.memory_model import Floors

TOPICS = ("migrations", "lockfile", "certificates", "webhooks", "invoices", "snapshots")


def a_history(cg, runs: int = 12) -> None:
    """Runs that each ask about one topic, are delivered some lessons, and cite the one that answers."""
    for topic in TOPICS:
        cg("memory", "learn", "record", f"The {topic} are handled by the job for {topic} in tools/{topic}.py")
        cg("memory", "learn", "record", f"Old notes about {topic}, nothing decided yet")
    for i in range(runs):
        topic = TOPICS[i % len(TOPICS)]
        _, context, _ = cg("memory", "learn", "context", f"job for {topic} tools", "--max-capsules", "5")
        wanted = next(c["id"] for c in context["capsules"] if "handled" in c["content"] and topic in c["content"])
        assert cg("memory", "learn", "cite", wanted)[0] == 0
        cg("memory", "learn", "run", "finish")


def test_the_documented_commands_run_as_they_are_written(cg):
    cg("memory", "learn", "record", "The dev server listens on port 8080")
    _, recorded, _ = cg("memory", "learn", "record", "The dev server listens on port 9090")
    cg("memory", "learn", "context", "which port has the dev server?")
    _, run, _ = cg("memory", "learn", "run", "list")
    id = run["runs"][0]["id"]
    for words in (
        ("brain", "memory", "blame", id),
        ("brain", "memory", "conflicts"),
        ("brain", "insights"),
        ("brain", "insights", "--last-n-runs", "5", "--since", "2020-01-01"),
        ("brain", "roi"),
        ("brain", "roi", "--window", "7d"),
        ("brain", "roi", "--window", "30d"),
        ("brain", "roi", "--window", "all"),
        ("brain", "consolidate", "--dry-run"),
        ("brain", "consolidate", "--distill"),
        ("brain", "triage"),
        ("brain", "triage", "--prune-all", "--yes"),
        ("brain", "tune"),
        ("brain", "tune", "--apply"),
        ("brain", "memory", "conflicts", "--resolve", recorded["conflicts"][0]["id"], "kept_both"),
    ):
        code, shown, err = cg(*words, text=True)
        assert code == 0 and shown, (words, err)
        assert cg(*words)[0] in (0, 2), words
    code, _, err = cg("brain", "tune", "--revert")
    assert code == 2 and "never changed" in err
    assert cg("brain", "nonsense")[0] == 2


def test_runs_take_categories_and_names(cg):
    assert (
        cg("memory", "learn", "run", "start", "r-1", "--task", "fix it", "--model", "gpt-5")[1]["run"]["task"]
        == "fix it"
    )
    cg("memory", "learn", "record", "The dev server listens on port 8080")
    cg("memory", "learn", "context", "dev server port", "--run", "r-1")
    _, failed, _ = cg("memory", "learn", "run", "fail", "r-1", "--category", "Gate")
    assert failed["signal"] is False and failed["credits"][0]["delta"] == 0
    code, _, err = cg("memory", "learn", "run", "finish", "r-1")
    assert code == 2 and "failed" in err
    code, _, err = cg("memory", "learn", "run", "finish")
    assert code == 2 and "no run is open" in err
    cg("memory", "undo", failed["token"])
    assert cg("memory", "learn", "run", "finish", "r-1")[1]["credits"][0]["delta"] == 0.1
    assert [r["outcome"] for r in cg("memory", "learn", "run", "list")[1]["runs"]] == ["finished"]


def test_tuning_is_a_dry_run_until_applied_and_can_be_reverted(cg):
    a_history(cg)
    before = cg("memory", "learn", "status")[1]["floors"]
    _, dry, _ = cg("memory", "learn", "tune")
    assert dry["tuning"]["cases"] == 12 and dry["tuning"]["held_out"]["cases"] == 2 and not dry["applied"]
    assert cg("memory", "learn", "status")[1]["floors"] == before
    _, done, _ = cg("memory", "learn", "tune", "--apply")
    assert done["applied"] == (not done["tuning"]["reason"])
    now = cg("memory", "learn", "status")[1]["floors"]
    assert now == (done["tuning"]["best"] if done["applied"] else before)
    if done["applied"]:
        assert done["tuning"]["held_out"]["objective"] > done["tuning"]["held_out_before"]["objective"]
        assert cg("memory", "learn", "tune", "--revert")[1]["floors"] == before == asdict(Floors())
    assert cg("memory", "learn", "tune", "--apply", "--revert")[0] == 2


def test_half_life_and_price_are_settings(cg):
    Path("codegraph.toml").write_text("decay_half_life_days = 14\nprice_per_mtok = 2.0\n")
    cg("memory", "learn", "record", "The dev server listens on port 8080")
    cg("memory", "learn", "context", "dev server port")
    assert cg("memory", "learn", "status")[1]["decay_half_life_days"] == 14
    _, roi, _ = cg("memory", "learn", "roi", "--window", "all")
    assert roi["ledger"]["usd"] == pytest.approx(roi["ledger"]["net"] * 2 / 1e6) and roi["ledger"]["net"] < 0
    Path("codegraph.toml").write_text("decay_half_life_days = -1\n")
    assert cg("memory", "learn", "status")[0] == 2


def test_bad_values_are_named_with_what_would_do(cg):
    for said, words in (
        ("kept_new", ("memory", "learn", "conflicts", "--resolve", "x", "both")),
        ("which conflict", ("memory", "learn", "conflicts", "kept_new")),
        ("no conflict", ("memory", "learn", "conflicts", "--resolve", "x", "kept_new")),
        ("0.0 to 1.0", ("memory", "learn", "record", "x", "--confidence", "2")),
        ("7d", ("memory", "learn", "roi", "--window", "week")),
        ("no memory", ("memory", "learn", "accept", "nobody-at-all")),
        ("from 1 to", ("memory", "learn", "context", "x", "--max-capsules", "0")),
        ("from 1 to", ("memory", "learn", "insights", "--last-n-runs", "0")),
        ("--yes", ("memory", "learn", "triage", "--prune-all")),
        ("empty", ("memory", "learn", "context", " ")),
    ):
        code, _, err = cg(*words)
        assert code == 2 and said in err, (words, err)


class Stdin:
    def __init__(self, payload: dict) -> None:
        import io

        self.buffer = io.BytesIO(json.dumps(payload).encode())

    def isatty(self) -> bool:
        return False


def test_a_session_of_an_agent_is_a_run(cg, monkeypatch, capsys):
    def hook(event: str, **payload: object) -> None:
        monkeypatch.setattr("sys.stdin", Stdin({"session_id": "s-1", "cwd": str(Path.cwd()), **payload}))
        assert run_hook(event) == 0
        capsys.readouterr()

    _, kept, _ = cg(
        "memory", "learn", "record", "Run the database migrations before the integration tests", "-k", "convention"
    )
    hook("session-start", source="startup")
    hook("prompt", prompt="please run the integration tests of the database")
    assert cg("memory", "learn", "run", "list")[1]["runs"][0]["id"] == "s-1"
    assert cg("memory", "learn", "cite", kept["memory"]["id"])[1]["run"] == "s-1"
    hook("session-end")
    _, blame, _ = cg("memory", "learn", "blame", "s-1")
    assert blame["run"]["outcome"] == "finished" and blame["cited"][0]["standing"]["score"] == 1.0
    hook("run-start", run_id="r-2", task="once more")
    hook("run-fail", run_id="r-2", category="Gate")
    assert cg("memory", "learn", "run", "list")[1]["runs"][0]["category"] == "Gate"
    hook("run-finish", run_id="nobody-started-this")
    assert len(cg("memory", "learn", "run", "list")[1]["runs"]) == 2
