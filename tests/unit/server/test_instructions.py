"""Tests of the instructions that a client receives when it connects."""

from __future__ import annotations

import re

import pytest

from codegraph.operations.tools.tool_spec import Toolset
from codegraph.operations.tools.tool_table import choose, list_tools
from codegraph.server.instructions import DATA, ONE_MEMORY, make_instructions

MOST_CHARACTERS = 1_200

REFLEXES = {
    Toolset.DEFAULT: ("start with `code_explore`", "ask `memory_recall`", "Call `memory_write` once"),
    Toolset.CODEMEM: ("`index_codebase`", "`search_code`", "`recall_memory`", "`store_memory`"),
    Toolset.KRONROE: ("the time it is true", "`facts_about`", "`correct_fact`"),
    Toolset.ENGRAM: ("waits for a person's approval",),
    Toolset.KUMIHO: ("Engage before you answer", "Reflect after you answer", "`source_krefs`"),
    Toolset.KIMETSU: ("`cite_memory`", "that helped", "`run_id`"),
}


@pytest.mark.parametrize("toolset", Toolset)
def test_a_toolset_tells_its_own_reflexes_shortly(toolset: Toolset):
    told = make_instructions(choose((toolset,)))
    assert len(told) <= MOST_CHARACTERS and told.endswith(DATA)
    for reflex in REFLEXES[toolset]:
        assert reflex in told
    others = {t.name for t in list_tools() if t.toolset is not toolset} - {
        t.name for t in list_tools() if t.toolset is toolset
    }
    assert not others & set(re.findall(r"`(\w+)`", told))


def test_several_toolsets_are_told_by_section_under_the_names_that_are_served():
    told = make_instructions(choose(("engram", "kronroe")))
    assert [line for line in told.splitlines() if line.startswith("# ")] == ["# kronroe", "# engram", "# all"]
    assert "`engram_remember` stages" in told and "`kronroe_remember` keeps" in told and "`remember`" not in told
    assert told.count(ONE_MEMORY) == told.count(DATA) == 1


def test_what_is_not_served_is_not_told():
    told = make_instructions(choose(read_only=True))
    assert "`memory_recall`" in told and "memory_write" not in told
    assert make_instructions(choose(tools=("kumiho_get_edges",))) == DATA
