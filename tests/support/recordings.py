"""Scenarios of tool calls, replayed in one process with a fixed clock, fixed noise and a fixed repository.

A scenario is a folder of `tests/golden/vocabularies` with `calls.jsonl`, one call a line:

    {"tool": "update_memory", "arguments": {"id": "${store_memory.1/id}", "content": "…"}}

`${store_memory.1/id}` is a JSON pointer into the reply of the first call of `store_memory`; a call with `"as": "first"`
is also known by that name. A string that is nothing but a reference has the type of what it refers to. With `verb` in
place of `tool`, a person runs a verb of the command line; with `hook`, a hook of a coding agent runs; with `event`, one
is written to the log as it is. `${root}` is the repository and `${vector}` an embedding. Before each call a minute
passes, or `"wait"` seconds. `replies.json` holds what the calls answered, normalised.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from codegraph import __version__
from codegraph.cli.hook_session import handle
from codegraph.errors import CodegraphError
from codegraph.memory.event_codec import decode_event
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.operations.capabilities import BY_NAME, load_handler, request_type
from codegraph.operations.context import Context
from codegraph.operations.provenance.item_queries import GUARD
from codegraph.operations.tools.tool_table import choose
from codegraph.server.call import Call, run
from codegraph.server.durations import DURATIONS
from codegraph.server.repositories import Repositories
from codegraph.settings.config import load
from codegraph.store.memory.spool import enqueue_tool_call
from support.gitrepo import GitRepo
from support.memory import Clock, moment
from support.shop import FILES

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
VOCABULARIES = ("codemem", "engram", "kimetsu", "kronroe", "kumiho")
SETTINGS = {"CODEGRAPH_WORKERS": "1", "CODEGRAPH_VECTORS_TABLE": "false", "CODEGRAPH_INDEX_WAIT_S": "120"}
START = moment("2026-03-02T09:00:00")
MINUTE = 60.0
MANIFEST = '[project]\nname = "shop"\nversion = "1.0"\ndependencies = ["requests>=2", "click"]\n'
TOLERANCE = 1e-9
"""Largest difference of a number in a reply from the recorded one."""

NOT_CALLED = "not called"
"""Begins the reply of a call whose arguments refer to what no earlier reply holds."""

TOKENS = 0.05
"""Largest difference of a count of tokens, as a fraction: digits of ids take more or fewer."""


VECTOR = [round(math.sin(number + 1) / 12, 6) for number in range(256)]
"""An embedding that a caller brings along."""

SURFACES = ("tool", "verb", "hook", "event")


class Step(NamedTuple):
    """One call of a scenario. `name` is what is called, and its number among the calls of that."""

    name: str
    surface: str  # one of SURFACES
    called: str
    arguments: dict[str, Any]
    wait: float
    alias: str


class Reply(NamedTuple):
    """Return the answer of a call: JSON, or the text of an error or of a plain text tool."""

    name: str
    is_error: bool
    value: Any


class Noise:
    """Bytes that repeat: a counter, so that ids made later sort later, and a digest of it."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.count = 0

    def __call__(self, size: int) -> bytes:
        self.count += 1
        counter = self.count.to_bytes(4, "big")
        digest = hashlib.blake2b(counter, digest_size=16, salt=self.seed.to_bytes(4, "big")).digest()
        return (b"\0\0" + counter + digest)[:size] if size > 6 else digest[:size]


def read_steps(scenario: str) -> list[Step]:
    """Return the calls of a scenario in order."""
    numbers = Counter[str]()
    steps = []
    for line in _find_calls(scenario).read_text().splitlines():
        row = json.loads(line)
        surface = next(word for word in SURFACES if word in row)
        called = row[surface]
        numbers[called] += 1
        name = f"{called}.{numbers[called]}"
        steps.append(Step(name, surface, called, row.get("arguments", {}), row.get("wait", MINUTE), row.get("as", "")))
    return steps


def _find_calls(scenario: str) -> Path:
    match scenario:
        case "home":
            return GOLDEN / "home" / "calls.jsonl"
        case "questions":
            return GOLDEN / "home" / "questions.jsonl"
        case _:
            return GOLDEN / "vocabularies" / scenario / "calls.jsonl"


def read_replies(scenario: str) -> list[Reply]:
    """Return the recorded replies of a scenario."""
    rows = json.loads((_find_calls(scenario).parent / "replies.json").read_text())
    return [Reply(row["call"], "error" in row, row["error"] if "error" in row else row["reply"]) for row in rows]


def write_replies(scenario: str, replies: list[Reply]) -> None:
    """Record the replies of a scenario. Raises ValueError when a call could not be made."""
    broken = [f"{r.name}: {r.value}" for r in replies if str(r.value).startswith(NOT_CALLED)]
    if broken:
        raise ValueError("\n".join(broken))
    rows = [{"call": r.name, "error" if r.is_error else "reply": r.value} for r in replies]
    text = json.dumps(rows, ensure_ascii=False, indent=1) + "\n"
    (_find_calls(scenario).parent / "replies.json").write_text(text)


@dataclass(slots=True)
class World:
    """A repository, a home folder and the time, in which calls are made."""

    folder: Path
    clock: Clock
    root: Path = field(init=False)
    home: Path = field(init=False)

    def __post_init__(self) -> None:
        self.root = self.folder / "shop"
        self.home = self.folder / "home"


@contextmanager
def open_world(folder: Path, seed: int = 0) -> Iterator[World]:
    """Make a repository in `folder` and fix all that replies depend on, until the end."""
    world = World(folder, Clock(START))
    GitRepo.make(world.root, FILES | {"pyproject.toml": MANIFEST})
    for path in world.root.rglob("*"):
        os.utime(path, (1_700_000_000, 1_700_000_000))  # a fresh file is compared by content
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("CODEGRAPH_", "KUMIHO_"))}
    environment |= SETTINGS | {"CODEGRAPH_HOME": str(world.home), "CODEGRAPH_CONFIG": str(folder / "none.toml")}
    defaults: Any = MemoryEngine.__init__.__kwdefaults__
    with (
        patch.dict(os.environ, environment, clear=True),
        patch.dict(defaults, clock=world.clock, noise=Noise(seed)),
        patch("codegraph.indexing.vector_table.is_wanted", lambda config: bool(config.vectors_uri)),
        patch.multiple(GUARD, clock=lambda: world.clock.at / 1e6, _kept={}),
        patch.multiple(DURATIONS, _taken={}, _calls={}),
    ):
        yield world


def replay(vocabulary: str, folder: Path, seed: int = 0) -> list[Reply]:
    """Make the calls of a scenario in a new world below `folder`; return their normalised replies."""
    with open_world(folder, seed) as world:
        return replay_in(world, vocabulary)


def replay_in(world: World, vocabulary: str) -> list[Reply]:
    offered = {tool.name: tool for tool in choose((vocabulary if vocabulary in VOCABULARIES else "all",))}
    repositories = Repositories(world.root)
    labels = Labels(world)
    raw: dict[str, Any] = {"root": str(world.root), "vector": VECTOR}
    replies = []
    for step in read_steps(vocabulary):
        world.clock.at += int(step.wait * 1_000_000)
        try:
            arguments = resolve(step.arguments, raw)
        except LookupError as error:  # the calls after it are still compared
            replies.append(Reply(step.name, True, f"{NOT_CALLED}: {error}"))
            continue
        match step.surface:
            case "tool":
                outcome = run(offered[step.called], arguments, Call(repositories, offered=tuple(offered.values())))
                is_error, value = outcome.is_error, _parse(outcome.text)
            case "verb":
                is_error, value = run_verb(world, step.called, arguments)
            case "hook":
                is_error, value = False, run_hook(world, step.called, arguments)
            case _:
                is_error, value = False, write_event(world, step.called, arguments)
        raw[step.name] = value
        if step.alias:
            raw[step.alias] = value
        replies.append(Reply(step.name, is_error, labels.normalise(value, step.name)))
    return replies


def run_verb(world: World, verb: str, arguments: dict[str, Any]) -> tuple[bool, Any]:
    """Run a verb of the command line as a person would; return whether it failed, and what it answered."""
    capability = BY_NAME[verb]
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in arguments.items()}
    context = Context(world.root, load(world.root))
    try:
        answer = load_handler(capability)(context, request_type(capability)(**values))
        return False, to_plain(answer.results)
    except CodegraphError as error:
        return True, f"{error.message}\n{error.hint}"
    finally:
        context.close()


def run_hook(world: World, event: str, payload: dict[str, Any]) -> Any:
    """Run a hook of a coding agent in the repository; return what it tells the agent."""
    payload = {"cwd": str(world.root), **payload}
    with patch("time.time_ns", lambda: world.clock() * 1000), redirect_stdout(StringIO()) as told:
        if event == "tool-use":
            enqueue_tool_call(str(world.home), payload, lambda text: text)
        else:
            handle(event, payload, str(world.home))
    return _parse(told.getvalue())


def write_event(world: World, kind: str, fields: dict[str, Any]) -> Any:
    """Write an event whose operation needs more history than a scenario has; return nothing."""
    with MemoryEngine(world.home, actor="test").write() as recording:
        recording.record(decode_event(kind, json.dumps(fields)))


def to_plain(value: Any) -> Any:
    """Return a value made of dataclasses, named tuples, enums and paths as JSON."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: to_plain(getattr(value, each.name)) for each in fields(value)}
    match value:
        case Enum():
            return to_plain(value.value)
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {str(key): to_plain(item) for key, item in value.items()}
        case tuple() if names := getattr(value, "_fields", ()):
            return {name: to_plain(getattr(value, name)) for name in names}
        case _ if isinstance(value, list | tuple | set | frozenset):
            return [to_plain(item) for item in (sorted(value) if isinstance(value, set | frozenset) else value)]
        case _:
            return str(value)


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


_REFERENCE = re.compile(r"\$\{([\w.-]+)((?:/[^}/]*)*)\}")


def resolve(value: Any, replies: dict[str, Any]) -> Any:
    """Return arguments with references to earlier replies replaced."""
    match value:
        case dict():
            return {key: resolve(item, replies) for key, item in value.items()}
        case list():
            return [resolve(item, replies) for item in value]
        case str():
            whole = _REFERENCE.fullmatch(value)
            if whole:
                return _look_up(whole, replies)
            return _REFERENCE.sub(lambda found: str(_look_up(found, replies)), value)
        case _:
            return value


def _look_up(found: re.Match[str], replies: dict[str, Any]) -> Any:
    """Return what a reference leads to. Raises LookupError."""
    value: Any = replies.get(found[1])
    try:
        for key in found[2].split("/")[1:]:
            value = value[int(key)] if isinstance(value, list) else value[key]
    except (LookupError, TypeError, ValueError) as error:
        raise LookupError(f"{found[0]} leads nowhere in {str(replies.get(found[1]))[:300]}") from error
    return value


_ID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b|\bkf_[0-7][0-9A-Z]{25}\b")
_TOKEN = re.compile(r"[0-9a-f]{12}")  # of an operation, to undo it
_CUT = re.compile(r"\b[0-9a-f]{8}-[0-9a-f-]*…")  # the beginning of an id, at the end of a text that was cut
_UNDO = re.compile(r"\bundo [0-9a-f]{12}\b")
_COMMIT = re.compile(r"\b[0-9a-f]{40}\b")
_SESSION = re.compile(r"\b(\w+-[0-9a-f]{10})-[0-9a-f]{12}\b")  # made for a user without one
_FRACTION = re.compile(r"(\d\d:\d\d:\d\d)\.\d+")
_DURATION = re.compile(r"p\d\d(_ms)?|duration(_ms)?|\w+_ms")


@dataclass(slots=True)
class Labels:
    """Names for what differs between runs. An id is called after the call whose reply first shows it."""

    world: World
    known: dict[str, str] = field(default_factory=dict)
    shown: Counter[str] = field(default_factory=Counter)

    def normalise(self, value: Any, call: str) -> Any:
        """Return a value with ids, paths, commits, durations, fractions of seconds and the version replaced."""
        match value:
            case dict():
                return {
                    self._text(key, call): "<duration>"
                    if _DURATION.fullmatch(key) and isinstance(item, int | float)
                    else self.normalise(item, call)
                    for key, item in value.items()
                }
            case list():
                return [self.normalise(item, call) for item in value]
            case str():
                return "<token>" if _TOKEN.fullmatch(value) else self._text(value, call)
            case _:
                return value

    def _text(self, text: str, call: str) -> str:
        text = text.replace(str(self.world.root), "<root>").replace(str(self.world.home), "<home>")
        text = text.replace(str(self.world.folder), "<folder>").replace(__version__, "<version>")
        text = _ID.sub(lambda found: self._label(found[0], call), text)
        text = _CUT.sub("<cut>…", text)
        text = _UNDO.sub("undo <token>", _SESSION.sub(r"\1-<session>", text))
        return _FRACTION.sub(r"\1", _COMMIT.sub("<commit>", text))

    def _label(self, id: str, call: str) -> str:
        if id not in self.known:
            self.shown[call] += 1
            self.known[id] = f"<{'kf' if id.startswith('kf_') else 'id'} {call} {self.shown[call]}>"
        return self.known[id]


def compare_replies(expected: Reply, actual: Reply) -> list[str]:
    """Return where two replies differ, as `compare` does."""
    if expected.is_error != actual.is_error:
        return [_difference("is_error", expected.is_error, actual.is_error), f"{actual.value!r}"[:500]]
    return compare(expected.value, actual.value)


def compare(expected: Any, actual: Any, place: str = "") -> list[str]:
    """Return where two JSON values differ, one line a place, as a JSON pointer and both values."""
    if isinstance(expected, bool) or isinstance(actual, bool):
        return [] if expected is actual else [_difference(place, expected, actual)]
    match expected, actual:
        case dict(), dict():
            lines = [_difference(f"{place}/{key}", expected[key], "nothing") for key in expected if key not in actual]
            lines += [_difference(f"{place}/{key}", "nothing", actual[key]) for key in actual if key not in expected]
            for key in expected:
                if key in actual:
                    lines += compare(expected[key], actual[key], f"{place}/{key}")
            return lines
        case list(), list():
            counts = f"{len(expected)} items", f"{len(actual)} items"
            lines = [] if len(expected) == len(actual) else [_difference(place, *counts)]
            for number, (one, other) in enumerate(zip(expected, actual)):
                lines += compare(one, other, f"{place}/{number}")
            return lines
        case ((int() | float()), (int() | float())):
            room = TOKENS * abs(expected) if "tokens" in place and "budget" not in place else TOLERANCE
            return [] if abs(expected - actual) <= room else [_difference(place, expected, actual)]
        case _:
            return [] if expected == actual else [_difference(place, expected, actual)]


def _difference(place: str, expected: Any, actual: Any) -> str:
    return f"{place or '/'}: recorded {expected!r}, now {actual!r}"
