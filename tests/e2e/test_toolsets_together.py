"""All vocabularies over one memory: what one of them writes, every other one finds, and calls by a word of its own."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from support.serving import talk, text

from codegraph.cli.app import main
from codegraph.memory.kind_translation import expand_kind, translate_kind
from codegraph.memory.memory_model import KINDS, MemoryKind, Vocabulary
from codegraph.memory.review.tiers import REVIEWED_KINDS
from codegraph.operations.tools.tool_table import choose
from codegraph.server.repositories import Repositories

VOCABULARIES = ("codemem", "kronroe", "engram", "kumiho", "kimetsu")

WRITTEN: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "default": ("memory_write", "content", {"kind": "decision"}, "Ledger rows are never deleted, only reversed"),
    "codemem": ("store_memory", "content", {"memory_type": "decision"}, "Ledger amounts are kept in integer cents"),
    "kronroe": ("kronroe_remember", "text", {}, "Marisol maintains the ledger importer"),
    "engram": ("engram_remember", "fact", {"kind": "project"}, "Our ledger closes on the fifth working day"),
    "kumiho": ("kumiho_memory_store", "user_text", {"memory_type": "decision"}, "Ledger exports go out as CSV"),
    "kimetsu": ("kimetsu_brain_record", "lesson", {"kind": "convention"}, "Run the ledger migrations before its tests"),
}
"""By vocabulary: a tool that writes, the parameter that takes the text, further arguments, the text."""

KIND = {"default": "decision", "codemem": "decision", "kronroe": "episode", "engram": "project", "kumiho": "decision",
        "kimetsu": "convention"}  # fmt: skip
"""Texts that were written, in the words of the vocabulary that wrote them."""


REMEMBERED = re.compile(r"^([0-9a-f-]{8,})  ([\w-]+) · ", re.M)
"""Id and kind of a memory in the text of `memory_recall`."""


async def called(client: Client, tool: str, **arguments: Any) -> Any:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, (tool, text(result))
    try:
        return json.loads(text(result))
    except ValueError:
        return text(result)


async def found_by(client: Client, reader: str, query: str) -> dict[str, str]:
    """Text to kind, of all that a vocabulary recalls."""
    match reader:
        case "default":
            result = await client.call_tool("memory_recall", {"query": query, "limit": 50})
            return dict(REMEMBERED.findall(text(result)))
        case "codemem":
            return {r["content"]: r["memory_type"] for r in await called(client, "recall_memory", query=query, k=50)}
        case "kronroe":
            reply = await called(client, "kronroe_recall", query=query, limit=50)
            return {row["fact"]["object"]: row["fact"]["predicate"] for row in reply["results"]}
        case "engram":
            return {r["fact"]: r["kind"] for r in await called(client, "engram_recall", query=query, limit=50)}
        case "kumiho":
            reply = await called(client, "kumiho_memory_recall", query=query, limit=50)
            return {row["summary"]: row["type"] for row in reply["results"]}
        case _:
            reply = await called(client, "kimetsu_brain_context", query=query, max_capsules=20, min_score=0.0)
            return {row["content"]: row["kind"] for row in reply["capsules"]}


@pytest.mark.parametrize("writer", WRITTEN)
def test_what_one_vocabulary_writes_the_others_find_and_call_by_their_own_word(writer: str, folder: Path, capsys):
    tool, parameter, further, said = WRITTEN[writer]

    async def session(client: Client) -> None:
        reply = await called(client, tool, **{parameter: said}, **further)
        if writer == "engram":  # what waits for a person is told by nobody
            for reader in VOCABULARIES:
                assert not await found_by(client, reader, "ledger"), reader
            name = reply.split(":")[0].removeprefix("staged ")
            assert main(["memory", "approve", name]) == 0, capsys.readouterr().err
        for reader in VOCABULARIES:
            found = await found_by(client, reader, said)
            assert any(said in told for told in found), (reader, found)
            if reader != "kronroe":
                kind = next(kind for told, kind in found.items() if said in told)
                allowed = REVIEWED_KINDS if reader == "engram" else KINDS[Vocabulary(reader)]
                assert kind in allowed, (reader, kind)
                if reader == writer:
                    assert kind == KIND[writer]
                elif reader != "engram":
                    assert kind == translate_kind(KIND[writer], Vocabulary(reader))
        assert await found_by(client, "default", said)

    talk(Repositories(folder), session, toolsets=("default", *VOCABULARIES))


SPELLINGS = ("GraphQL", "graphql", "GRAPHQL", "graph ql", "graph-ql", "graph_ql", "Graph Ql")
NOISE = ("The graph of the build is drawn at night", "A ql file holds one query", "Graph views load in the browser")


@pytest.mark.parametrize("stored", ["GraphQL", "graphql", "graph ql"])
def test_every_vocabulary_finds_a_name_however_it_is_spelt(stored: str, folder: Path, capsys):
    said = f"Clients reach {stored} through the gateway"

    async def by_words(client: Client, tool: str, key: str, spelling: str) -> str:
        return json.dumps((await called(client, tool, query=spelling, limit=5))[key][:1])

    async def session(client: Client) -> None:
        for text_of in (*NOISE[:2], said, NOISE[2]):
            await called(client, "memory_write", content=text_of)
        missed: list[tuple[str, str]] = []
        for spelling in SPELLINGS:
            for reader in VOCABULARIES:
                found = list(await found_by(client, reader, spelling))
                missed += [(reader, spelling)] if found[:1] != [said] else []
            for tool, key in (
                ("kumiho_memory_retrieve", "results"), ("kumiho_fulltext_search", "items"),
                ("memory_retrieve", "results"), ("memory_fulltext", "items"),
            ):  # fmt: skip
                missed += [(tool, spelling)] if said not in await by_words(client, tool, key, spelling) else []
            shown = text(await client.call_tool("memory_recall", {"query": spelling, "limit": 1}))
            missed += [("default", spelling)] if said not in shown else []
            assert main(["memory", "recall", spelling, "--limit", "1"]) == 0
            shown = capsys.readouterr().out
            missed += [("cli", spelling)] if said not in shown or "no answer here has" in shown else []
        assert not missed

    talk(Repositories(folder), session, toolsets=("default", *VOCABULARIES))


def test_only_names_that_clash_carry_their_toolset():
    names = [offered.name for offered in choose(VOCABULARIES)]
    assert not [name for name, count in Counter(names).items() if count > 1]
    assert {"kronroe_remember", "engram_remember", "kronroe_recall", "engram_recall"} <= set(names)
    assert {"store_memory", "assert_fact", "kumiho_memory_engage", "cite_memory"} <= set(names)
    assert {offered.name for offered in choose(("kronroe",))} >= {"remember", "recall"}


@pytest.mark.parametrize("vocabulary", [Vocabulary.CODEMEM, Vocabulary.KRONROE, Vocabulary.KUMIHO, Vocabulary.KIMETSU])
def test_every_kind_has_one_word_in_every_vocabulary_and_a_question_for_it_means_all_it_stands_for(vocabulary):
    told = {kind: translate_kind(kind, vocabulary) for kind in MemoryKind}
    assert set(told.values()) <= {str(kind) for kind in KINDS[vocabulary]}
    assert all(told[kind] == kind for kind in KINDS[vocabulary])
    for kind, word in told.items():
        assert str(kind) in expand_kind(word, vocabulary)
