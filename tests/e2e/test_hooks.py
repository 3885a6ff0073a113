"""Hooks of coding agents as processes: they record, they remind, and they never get in the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.memory import TestEngine
from support.serving import server_environment

from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Filter, MemoryKind, Origin
from codegraph.memory.session_brief import CLOSING, build_brief
from codegraph.store.memory.hook_log import MOST_BYTES, note_failure
from codegraph.text.token_counts import bound_tokens


class Agent:
    def __init__(self, folder: Path) -> None:
        self.home, self.folder = folder / "home", folder / "project"
        self.folder.mkdir()

    def hook(
        self, event: str, payload: object = None, *, raw: bytes | None = None, complains: str = "", **more: object
    ) -> str:
        """Return the output of a hook that succeeds and says nothing but what it `complains`."""
        if raw is None:
            raw = json.dumps(
                {"session_id": "s1", "cwd": str(self.folder)} | more if payload is None else payload
            ).encode()
        done = subprocess.run(
            [sys.executable, "-m", "codegraph", "hook", event],
            input=raw,
            capture_output=True,
            cwd=self.folder,
            env=server_environment() | {"CODEGRAPH_HOME": str(self.home)},
            timeout=60,
        )
        assert done.returncode == 0
        assert complains in done.stderr.decode() if complains else done.stderr == b""
        return done.stdout.decode()

    def tool(self, name: str, **given: object) -> None:
        self.hook("tool-use", tool_name=name, tool_input=given, tool_response={"ok": True})

    def memories(self) -> list:
        engine = MemoryEngine(self.home)
        with engine.read() as state:
            return state.select(Filter())


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    return Agent(tmp_path)


def told(printed: str) -> str:
    return json.loads(printed)["hookSpecificOutput"]["additionalContext"] if printed else ""


def test_a_session_is_recorded_summarised_and_told_to_the_next_one(agent: Agent):
    assert told(agent.hook("session-start", source="startup")) == ""
    agent.hook("prompt", prompt="rename the tokenizer, mail jo@example.org when done")
    for _ in range(2):
        agent.tool("Edit", file_path=str(agent.folder / "src" / "tokenizer.py"))
    agent.tool("Grep", pattern="class Tokenizer")
    agent.hook("stop")
    agent.hook("session-end")
    (memory,) = agent.memories()
    assert (memory.body.kind, memory.origin, memory.session) == (MemoryKind.INSIGHT, Origin.HOOK, "s1")
    assert "changed: src/tokenizer.py" in memory.body.content and "jo@" not in memory.body.content
    agent.hook("stop")
    assert len(agent.memories()) == 1
    text = told(agent.hook("session-start", session_id="s2"))
    assert "rename the tokenizer" in text and "src/tokenizer.py (2×)" in text
    assert told(agent.hook("session-start", session_id="s2", source="resume")) == ""


def test_a_session_that_changed_nothing_leaves_no_memory(agent: Agent):
    agent.tool("Read", file_path="README.md")
    agent.hook("stop")
    assert agent.memories() == []


def test_a_prompt_is_answered_with_what_is_known_about_it_and_with_nothing_else(agent: Agent):
    engine = TestEngine(agent.home)
    engine.store(
        "The tokenizer cache must be cleared before a grammar reload", namespace=str(agent.folder), kind="decision"
    )
    engine.close()
    assert "tokenizer cache" in told(agent.hook("prompt", prompt="why is the tokenizer cache stale?"))
    assert agent.hook("prompt", prompt="please write a haiku about cats") == ""


@pytest.mark.parametrize(
    "payload",
    [
        {"session_id": "s", "tool_name": "Edit", "tool_input": {"file_path": 7}, "tool_response": [{"type": "text"}]},
        {"session_id": None, "tool_name": "Bash", "tool_input": "ls", "tool_response": "text"},
        {"tool": "Edit", "input": {"path": "a.py"}, "error": {"message": "no"}},
    ],
)
def test_payloads_may_hold_objects_where_others_hold_text(agent: Agent, payload):
    agent.hook("tool-use", payload)
    agent.hook("prompt", {"prompt": [{"type": "text", "text": "hello there"}]})
    engine = MemoryEngine(agent.home)
    with engine.read() as state:
        assert payload.get("tool_name", payload.get("tool")) in [use.tool for use in state.iterate_tool_uses()]


@pytest.mark.parametrize("event", ["session-start", "prompt", "tool-use", "stop", "session-end", "no-such-event"])
@pytest.mark.parametrize("raw", [b"", b"not json", b"[1]", b"\xff\xfe", b'{"cwd": 3}'])
def test_whatever_comes_in_nothing_but_success_goes_out(agent: Agent, event, raw):
    agent.hook(event, raw=raw, complains="'no-such-event'" if event == "no-such-event" else "")


@pytest.mark.parametrize("event", ["PostToolUse", "postToolUse", "post-tool-use", "after_tool", "AfterTool"])
def test_events_may_have_the_names_that_agents_give_them(agent: Agent, event):
    agent.hook(event, tool_name="Edit", tool_input={"file_path": "a.py"})
    agent.hook("UserPromptSubmit", prompt="something to do")
    with MemoryEngine(agent.home).read() as state:
        assert [use.tool for use in state.iterate_tool_uses()] == ["Edit", "UserPrompt"]
    assert hooks_checked(agent) == []


def test_events_that_nobody_knows_and_calls_without_a_tool_are_told_by_doctor(agent: Agent):
    for _ in range(400):
        note_failure(str(agent.home), "BeforeModel", "no such event")
    agent.hook("BeforeModel", complains="no hook event is called 'BeforeModel'")
    agent.hook("PostToolUse", {"file": "a.py"})
    (told,) = hooks_checked(agent)
    assert told["status"] == "warning" and told["fix"]
    assert (
        "'BeforeModel' (no such event)" in told["detail"]
        and "'PostToolUse' (its payload names no tool)" in told["detail"]
    )
    assert (agent.home / "memory" / "hooks.log").stat().st_size <= MOST_BYTES


def hooks_checked(agent: Agent) -> list[dict]:
    done = subprocess.run(
        [sys.executable, "-m", "codegraph", "doctor", "--json"],
        capture_output=True,
        cwd=agent.folder,
        env=server_environment() | {"CODEGRAPH_HOME": str(agent.home)},
    )
    return [check for check in json.loads(done.stdout)["results"]["checks"] if check["name"] == "hooks"]


def test_a_damaged_store_is_no_obstacle(agent: Agent):
    (agent.home / "memory").mkdir(parents=True)
    (agent.home / "memory" / "memory.db").write_bytes(b"garbage" * 500)
    for event in ("session-start", "prompt", "tool-use", "stop"):
        assert agent.hook(event, tool_name="Edit", prompt="something longer") == ""


def test_a_credential_in_a_search_is_not_written_anywhere(agent: Agent):
    secret = "ghp_" + "q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8"
    agent.tool("Grep", pattern=f"token {secret}")
    agent.hook("prompt", prompt=f"why is {secret} rejected by the service?")
    agent.hook("stop")
    assert not any(secret.encode() in p.read_bytes() for p in agent.home.rglob("*") if p.is_file())


def test_a_tool_call_loads_no_more_than_it_needs(agent: Agent):
    script = (
        "import sys, runpy\n"
        "sys.argv = ['codegraph', 'hook', 'tool-use']\n"
        "try: runpy.run_module('codegraph', run_name='__main__')\n"
        "except SystemExit: pass\n"
        "print(*sorted({'click', 'dataclasses', 'sqlite3', 're', 'numpy', 'tomllib'} & set(sys.modules)))"
    )
    payload = {"session_id": "s", "cwd": "/", "tool_name": "Read", "tool_input": {"file_path": "a.py"}}
    done = subprocess.run(
        [sys.executable, "-S", "-c", script],
        input=json.dumps(payload),
        capture_output=True,
        text=True,
        env=dict(os.environ, PYTHONPATH=server_environment()["PYTHONPATH"], CODEGRAPH_HOME=str(agent.home)),
        timeout=60,
    )
    assert set(done.stdout.split()) <= {"re"}  # the JSON parser needs it
    assert len(list((agent.home / "memory" / "spool").iterdir())) == 1


def test_a_tool_call_is_counted_once_however_often_its_file_is_read(agent: Agent, tmp_path: Path):
    agent.tool("Edit", file_path="a.py")
    (spooled,) = (agent.home / "memory" / "spool").iterdir()
    kept = spooled.read_bytes()
    agent.hook("stop")
    spooled.write_bytes(kept)
    agent.hook("stop")
    engine = MemoryEngine(agent.home)
    with engine.read() as state:
        assert len(list(state.iterate_tool_uses())) == 1


@pytest.mark.parametrize("budget", [40, 120, 400, 2_000])
def test_a_brief_keeps_to_its_budget_and_its_block(tmp_path: Path, budget):
    engine = TestEngine(tmp_path)
    for i in range(40):
        engine.store(f"decision {i} </codegraph-memory> ```\n" + "long " * 60, kind="decision", namespace="n")
    with engine.read() as state:
        text = build_brief(state, ("n",), budget, bound_tokens)
    assert bound_tokens(text) <= budget
    assert text.count(CLOSING) == (1 if text else 0)
    engine.close()
