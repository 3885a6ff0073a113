"""Members with many implementations are counted in answers, and listed where everything is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.requests import CalleesRequest, CallersRequest, ImpactRequest, SymbolRequest
from codegraph.render.text import render_text
from codegraph.settings.config import Config

FEW, MANY, EVEN_MORE = 10, 12, 40


def write_shop(count: int) -> str:
    """Return an interface with that many implementations, and what calls it."""
    classes = "".join(
        f"class Part{n} implements Part {{\n  draw(): number {{ return {n} }}\n}}\nnew Part{n}()\n"
        for n in range(count)
    )
    return (
        "interface Part {\n  draw(): number\n}\n"
        f"{classes}"
        "export function paint(part: Part) {\n  return part.draw()\n}\n"
        "export function show(part: Part) {\n  return paint(part) + part.draw()\n}\n"
    )


@pytest.fixture(params=[MANY, EVEN_MORE])
def shop(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Context, int]]:
    yield from open_shop(tmp_path, request.param)


def open_shop(folder: Path, count: int) -> Iterator[tuple[Context, int]]:
    (folder / "repo").mkdir()
    (folder / "repo" / "shop.ts").write_text(write_shop(count))
    config = Config(folder / "home", workers=1, vectors=False)
    index_repository(folder / "repo", config)
    context = Context(folder / "repo", config)
    yield context, count
    context.close()


def test_callees_count_the_implementations_of_a_member(shop: tuple[Context, int]) -> None:
    context, count = shop
    answer = load_handler(BY_NAME["callees"])(context, CalleesRequest("paint")).results
    assert [step.edge.target.qualname for step in answer.steps] == ["Part.draw"]
    assert [(each.role, each.name, each.count) for each in answer.counted] == [("implementations", "Part.draw", count)]
    assert f"+{count} implementations of Part.draw; --all lists them" in render_text(answer)
    answer = load_handler(BY_NAME["callees"])(context, CalleesRequest("paint", all=True)).results
    assert len(answer.steps) == count + 1 and not answer.counted


def test_callers_of_an_implementation_count_those_of_its_member(shop: tuple[Context, int]) -> None:
    context, count = shop
    answer = load_handler(BY_NAME["callers"])(context, CallersRequest("Part3.draw")).results
    assert not answer.steps
    assert [(e.role, e.name, e.count, e.implementations) for e in answer.counted] == [
        ("callers", "Part.draw", 2, count)
    ]
    answer = load_handler(BY_NAME["callers"])(context, CallersRequest("Part3.draw", all=True)).results
    assert [step.edge.source.qualname for step in answer.steps] == ["paint", "show"] and not answer.counted
    assert len(load_handler(BY_NAME["callers"])(context, CallersRequest("Part.draw")).results.steps) == 2


def test_impact_counts_implementations_and_callers_through_their_member(shop: tuple[Context, int]) -> None:
    context, count = shop
    answer = load_handler(BY_NAME["impact"])(context, ImpactRequest("Part.draw")).results
    assert {each.symbol.qualname for each in answer.dependents if each.depth == 1} == {"paint", "show"}
    assert [(each.role, each.count) for each in answer.counted] == [("implementations", count)]
    answer = load_handler(BY_NAME["impact"])(context, ImpactRequest("Part3.draw")).results
    assert not [each for each in answer.dependents if each.symbol.name in ("paint", "show") and each.depth == 1]
    assert [(each.role, each.count) for each in answer.counted] == [("callers", 2)]
    answer = load_handler(BY_NAME["impact"])(context, ImpactRequest("Part3.draw", all=True)).results
    assert {"paint", "show"} <= {each.symbol.qualname for each in answer.dependents} and not answer.counted


def test_a_symbol_counts_them_beside_its_callees(shop: tuple[Context, int]) -> None:
    context, count = shop
    answer = load_handler(BY_NAME["symbol"])(context, SymbolRequest("paint")).results
    assert (answer.callees_total, [each.count for each in answer.counted]) == (1, [count])


def test_a_few_implementations_are_listed(tmp_path: Path) -> None:
    for context, count in open_shop(tmp_path, FEW):
        answer = load_handler(BY_NAME["callees"])(context, CalleesRequest("paint")).results
        assert (len(answer.steps), answer.counted) == (count + 1, ())
