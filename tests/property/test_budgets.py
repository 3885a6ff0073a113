"""Every tool about code answers within any budget that its schema allows, whatever the names in a repository."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from support.examples import examples

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.tools.tool_spec import Tool, Toolset
from codegraph.operations.tools.tool_table import ServedTool, list_tools
from codegraph.server.call import Call, build_structured_schema, run
from codegraph.server.reply import FEWEST_TOKENS, MOST_TOKENS
from codegraph.server.repositories import Repositories
from codegraph.settings.config import load as config_of

LONG = "a_name_of_very_many_words_" * 9
WORDY = "ünïcödé_" * 20
CODE = [t for t in list_tools() if t.toolset is Toolset.DEFAULT and t.name.startswith("code_")]
NAMES = (LONG, WORDY, f"Wide{LONG}", f"Wide{LONG}.of_{LONG}", "called", "small", "a/b.py", "every thing that is called")


@pytest.fixture(scope="module")
def wordy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of long names, signatures, documentation and paths, and of many callers."""
    root = tmp_path_factory.mktemp("wordy")
    folder = root.joinpath(*[f"folder_{n}_{'of_a_long_name' * 6}" for n in range(3)])
    folder.mkdir(parents=True)
    parameters = ", ".join(f"parameter_number_{n}: dict[str, list[tuple[int, str]]] = None" for n in range(60))
    text = f'"""{"Words of a module. " * 400}"""\n'
    text += f'def {LONG}({parameters}):\n    """{"One long line. " * 500}"""\n    return called()\n\n\n'
    text += f"def {WORDY}():\n    return {LONG}()\n\n\nclass Wide{LONG}:\n"
    text += f"    def of_{LONG}(self, {parameters}):\n        return called()\n\n\n"
    text += "".join(f"    def method_{n}_{'of_a_class' * 8}(self):\n        return called()\n\n" for n in range(60))
    (folder / f"{'module' * 20}.py").write_text(text + "\ndef called():\n    return 1\n")
    (root / "a").mkdir()
    (root / "a" / "b.py").write_text("def small():\n    return 1\n")
    index_repository(root, config_of(root))
    return root


def arguments(tool: Tool, name: str, budget: int) -> dict[str, Any]:
    asked = "query" if tool.name in ("code_search", "code_explore") else "symbol"
    return {asked: name, "max_tokens": budget}


@pytest.mark.parametrize("structured", [False, True])
@pytest.mark.parametrize("tool", CODE, ids=lambda t: t.name)
@examples(10)
@given(name=st.sampled_from(NAMES), budget=st.one_of(st.just(FEWEST_TOKENS), st.integers(FEWEST_TOKENS, MOST_TOKENS)))
def test_a_tool_about_code_answers_within_any_budget(tool: Tool, structured: bool, wordy: Path, name: str, budget: int):
    call = Call(Repositories(wordy), structured=structured)
    outcome = run(ServedTool(tool.name, tool), arguments(tool, name, budget), call)
    assert "shorter than max_tokens" not in outcome.text
    assert outcome.count_tokens() <= budget
    assert not outcome.is_error or outcome.text.startswith("error: no symbol"), outcome.text
    if structured and not outcome.is_error:
        Draft202012Validator(build_structured_schema(tool)).validate(outcome.structured)
