"""What holds of any recall: the filter is kept, the budget is kept, scores are in order and repeat."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples
from support.memory import TestEngine

from codegraph.embed.static import StaticEncoder
from codegraph.memory import notes
from codegraph.memory.memory_model import Filter, MemoryStatus, Relationship
from codegraph.memory.notes import Draft
from codegraph.memory.recall.budget import fit_items
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.recall.request import RecallRequest
from codegraph.text.token_counts import bound_tokens

ENCODER = StaticEncoder()
WORDS = ("parse", "getHTTPResponse", "retry_loop", "cache", "日本語", "naïve", "lock-file", "server", "token", "zebra")
SPACES = ("", "a", "a#b", "c")
KINDS = ("decision", "pattern", "context")

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)


def filled(home: Path, seed: int) -> TestEngine:
    engine = TestEngine(home, seed)
    rng = random.Random(seed)
    with engine.write() as recording:
        stored = [
            notes.store(
                recording,
                Draft(
                    " ".join(rng.choices(WORDS, k=rng.randint(1, 8))),
                    kind=rng.choice(KINDS),
                    namespace=rng.choice(SPACES),
                    tags=tuple(rng.sample(WORDS, k=rng.randint(0, 2))),
                    session=rng.choice(("", "s1", "s2")),
                    status=rng.choice((None, None, None, MemoryStatus.PENDING)),
                ),
            ).memory
            for _ in range(30)
        ]
        for _ in range(8):
            one, other = rng.sample(stored, 2)
            if one.id != other.id:
                notes.link(recording, one.id, other.id, rng.choice(tuple(Relationship)))
    return engine


@examples(25)
@given(
    st.integers(0, 5),
    texts,
    st.lists(st.sampled_from(SPACES[1:]), max_size=2),
    st.lists(st.sampled_from(KINDS), max_size=1),
    st.lists(st.sampled_from(WORDS), max_size=1),
    st.integers(1, 12),
)
def test_every_result_passes_the_filter_and_scores_fall(seed, query, spaces, kinds, tags, limit):
    with tempfile.TemporaryDirectory() as folder:
        engine = filled(Path(folder), seed)
        wanted = Filter(namespaces=tuple(spaces), kinds=tuple(kinds), tags=tuple(tags))
        request = RecallRequest(query, filter=wanted, limit=limit, now=engine.clock())
        found = Recaller(engine, ENCODER).recall(request).results
        assert len(found) <= limit
        for result in found:
            memory = result.memory
            assert not spaces or memory.namespace in spaces
            assert not kinds or memory.body.kind in kinds
            assert set(tags) <= set(memory.body.tags)
            assert memory.status is MemoryStatus.ACTIVE
        assert len({result.memory.id for result in found}) == len(found)
        assert found == Recaller(engine, ENCODER).recall(request).results
        engine.close()


@examples(200)
@given(st.lists(st.text(max_size=80), max_size=20), st.integers(1, 200))
def test_the_final_text_never_exceeds_its_budget_and_wastes_none_of_it(items, budget):
    def render(shown):
        return "# memories\n" + "".join(f"- {item}\n" for item in shown)

    text, shown = fit_items(items, budget, render, bound_tokens)
    assert bound_tokens(text) <= budget
    assert text == (render(items[:shown]) if text else "")
    if shown < len(items) and text:
        assert bound_tokens(render(items[: shown + 1])) > budget
