"""No way into memory lets a credential through: every text of every tool, hooks, the spool, imports and metadata."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from codegraph.cli.hook import redact
from codegraph.cli.hook_session import handle
from codegraph.errors import CodegraphError
from codegraph.memory import notes
from codegraph.memory.capture import ingest_spool
from codegraph.memory.memory_engine import MemoryEngine
from codegraph.memory.memory_model import Vocabulary
from codegraph.memory.notes import Draft
from codegraph.memory.transfer.formats import Item
from codegraph.memory.transfer.load import import_items
from codegraph.operations.tools.tool_spec import Tool
from codegraph.operations.tools.tool_table import ServedTool, list_tools
from codegraph.server.adapter import get_input_type
from codegraph.server.call import Call, run
from codegraph.server.json_schema import build_input_schema
from codegraph.server.repositories import Repositories
from codegraph.store.memory.spool import enqueue_tool_call

SECRET = "ghp_" + "q7R4s9T2u6" * 3 + "v8W3x5"
PASSWORD = "Larkspur-42x"
TEXTS = (f"deploys push with {SECRET}", f"the password for staging is {PASSWORD}")

WRITES = [
    tool
    for tool in list_tools()
    if not tool.name.startswith(("code_", "search_symbols", "index_codebase", "review_diff"))
]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    return home


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "cart.py").write_text("def total(lines):\n    return sum(lines)\n")
    return folder


def stored_text(home: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file())


def test_no_text_of_a_tool_brings_a_credential_into_memory(home, repository):
    engine = MemoryEngine(home, actor="mcp")
    with engine.write() as recording:
        ids = [
            notes.store(recording, Draft(text, vocabulary=vocabulary)).memory.id
            for vocabulary in Vocabulary
            for text in (
                f"carts are totalled in cents, says {vocabulary}",
                f"orders are never edited, says {vocabulary}",
            )
        ]
    accepted, leaks = 0, set[str]()
    for tool in WRITES:
        for arguments in laden(tool, ids):
            outcome = run(ServedTool(tool.name, tool), arguments, Call(Repositories(repository)))
            accepted += not outcome.is_error
        kept = stored_text(home)
        if SECRET.encode() in kept or PASSWORD.encode() in kept:
            leaks.add(f"{tool.toolset}.{tool.name}")
            break
    engine.close()
    assert not leaks
    assert accepted > 30, "calls must get as far as memory to show anything"


def laden(tool: Tool, ids: list[str]) -> Iterator[dict[str, Any]]:
    """Calls of a tool, each with a credential in one place and plain values elsewhere."""
    schema = build_input_schema(get_input_type(tool))
    fields = schema["properties"]
    plain = {name: plain_value(name, fields[name], ids) for name in schema.get("required", ())}
    for name, of in fields.items():
        for text in TEXTS:
            for value in laden_values(name, of, text, ids):
                yield plain | {name: value}


def plain_value(name: str, of: dict[str, Any], ids: list[str]) -> Any:
    if "enum" in of:
        return of["enum"][0]
    match of.get("type"):
        case "array":
            return ids[:2] if "id" in name else [plain_value(name.removesuffix("s"), of.get("items", {}), ids)]
        case "object":
            return {
                k: plain_value(k, v, ids) for k, v in of.get("properties", {}).items() if k in of.get("required", ())
            }
        case "integer" | "number":
            return of.get("minimum", 1)
        case "boolean":
            return False
    if name.endswith(("id", "kref")):
        return ids[0]
    return f"a plain {name} about carts"


def laden_values(name: str, of: dict[str, Any], text: str, ids: list[str]) -> Iterator[Any]:
    match of.get("type"):
        case "string" if "enum" not in of:
            yield text
        case "array":
            for value in laden_values(name, of.get("items", {}), text, ids):
                yield [value]
        case "object" if of.get("properties"):
            plain = plain_value(name, of, ids)
            for key, inner in of["properties"].items():
                for value in laden_values(key, inner, text, ids):
                    yield plain | {key: value}
        case "object":
            yield {"note": text}
            yield {text: "note"}
        case None:
            yield text


@pytest.mark.parametrize(
    "field", ["content", "tags", "metadata", "namespace", "id", "aliases", "anchors", "kref", "artifacts", "session"]
)
@pytest.mark.parametrize("text", TEXTS)
def test_no_field_of_an_imported_record_brings_one(home, field, text):
    record: dict[str, Any] = {"content": "carts are totalled in cents", "type": "decision"}
    record[field] = {
        "tags": [text],
        "aliases": [text],
        "metadata": {"note": {"deep": [text]}},
        "anchors": [{"kind": "symbol", "target": text, "path": text}],
        "kref": f"kref://shop/{text.replace(' ', '-')}/{text.replace(' ', '-')}.decision",
        "artifacts": [{"name": text, "location": f"/tmp/{text}", "revision": 1}],
    }.get(field, text)
    engine = MemoryEngine(home)
    with engine.write() as recording:
        found = import_items(recording, [Item("1", record, ""), Item("2", {"content": "orders are never edited"}, "")])
    engine.close()
    assert found.imported >= 1, "what holds no credential comes in"
    kept = stored_text(home)
    assert SECRET.encode() not in kept and PASSWORD.encode() not in kept


@pytest.mark.parametrize("text", TEXTS)
def test_hooks_keep_no_credential(home, repository, text):
    payload = {"session_id": "s1", "cwd": str(repository)}
    said = {"prompt": text, "task": text, "model": text, "category": text}
    for event in ("run-start", "prompt", "session-start", "stop", "run-fail", "session-end"):
        with suppress(CodegraphError):
            handle(event, payload | said, str(home))
    for name in ("pattern", "file_path"):
        call = payload | {"tool_name": "Grep", "tool_input": {name: text}}
        assert enqueue_tool_call(str(home), call, redact)
        assert enqueue_tool_call(str(home), call | {"tool_input": {name: "x" * (512 - 30) + " " + text}}, redact)
    kept = stored_text(home)
    assert SECRET.encode() not in kept and PASSWORD.encode() not in kept
    assert SECRET[:20].encode() not in kept, "a credential that is cut in two is one still"
    engine = MemoryEngine(home)
    ingest_spool(engine, lambda _: "shop")
    engine.close()
    assert SECRET.encode() not in stored_text(home)


def test_a_refused_import_names_the_record_and_not_the_secret(home):
    engine = MemoryEngine(home)
    with engine.write() as recording:
        found = import_items(recording, [Item("7", {"content": TEXTS[0]}, "")])
    engine.close()
    said = json.dumps([skipped._asdict() for skipped in found.skipped])
    assert '"7"' in said and SECRET not in said
