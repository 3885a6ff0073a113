"""Components of one file each, as people ask about them: who uses them, which tests reach them, what is dead in them."""

from __future__ import annotations

import pytest

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.impact.closure import Closure, Seeds
from codegraph.operations.requests import DeadCodeRequest, ImpactRequest, RefsRequest, SearchRequest
from codegraph.query.index import Index
from codegraph.settings.config import Config

FILES = {
    "src/prices.ts": "export function total(of: number) { return of }\nexport const never = () => total(1)\n",
    "src/Cart.vue": """<script setup lang="ts">
import { total } from './prices'
import Line from './Line.svelte'
function pay() { return total(1) }
function forgotten() { return 1 }
</script>
<template><Line @click="pay">Pay the bill with a card</Line></template>
""",
    "src/Line.svelte": """<script>
  import { total } from './prices';
  function show() { return total(2); }
  function unseen() { return 2; }
</script>
<p>{show()}</p>
""",
    "src/Page.astro": "---\nimport Cart from './Cart.vue';\nfunction unused() {}\n---\n<Cart client:load />\n",
    "src/Old.vue": """<template><i @click="save" /></template>
<script>
export default {
  data() { return { a: 1 } },
  created() { this.load() },
  methods: { save() {}, load() {}, left() {} },
}
</script>
""",
    "tests/Cart.spec.ts": """import { mount } from '@vue/test-utils'
import Cart from '../src/Cart.vue'
test('pays', () => { mount(Cart) })
""",
    "tests/other.spec.ts": "import { never } from '../src/prices'\ntest('other', () => { never() })\n",
}


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Context:
    root = tmp_path_factory.mktemp("shop")
    for path, text in FILES.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text)
    config = Config(tmp_path_factory.mktemp("home"), workers=1, vectors=False)
    index_repository(root, config)
    return Context(root, config)


def reached(index: Index, symbol: str) -> set[str]:
    closure = Closure(index, Seeds((index.find_symbol(symbol).node,), (), ()))
    return {row.path for row in index.list_symbols(hit.node for hit in closure.list_tests())}


def test_a_component_is_used_by_the_markup_that_it_stands_in(context: Context) -> None:
    found = load_handler(BY_NAME["refs"])(context, RefsRequest(symbol="src/Cart.vue")).results
    assert {(edge.source.path, str(edge.kind)) for edge in found.edges} == {
        ("src/Page.astro", "imports"), ("src/Page.astro", "references"),
        ("tests/Cart.spec.ts", "imports"), ("tests/Cart.spec.ts", "references"),
    }  # fmt: skip


def test_what_a_component_does_is_reached_by_the_tests_that_mount_it(context: Context) -> None:
    index = context.index()
    assert reached(index, "Cart.vue::pay") == {"tests/Cart.spec.ts"}
    assert reached(index, "Line.svelte::show") == {"tests/Cart.spec.ts"}
    assert reached(index, "prices.ts::total") == {"tests/Cart.spec.ts", "tests/other.spec.ts"}
    report = load_handler(BY_NAME["impact"])(context, ImpactRequest(symbol="Line.svelte::show")).results
    assert {each.symbol.path for each in report.tests} == {"tests/Cart.spec.ts"}
    assert {each.symbol.path for each in report.dependents} == {"src/Line.svelte", "src/Cart.vue", "src/Page.astro"}


def test_what_no_markup_names_is_dead_and_what_the_framework_calls_is_not(context: Context) -> None:
    found = load_handler(BY_NAME["dead-code"])(context, DeadCodeRequest()).results
    assert {d.symbol.id.partition(":")[2] for d in found.symbols} == {
        "src/Cart.vue::forgotten", "src/Line.svelte::unseen", "src/Page.astro::unused", "src/Old.vue::methods.left",
    }  # fmt: skip


def test_the_text_of_markup_is_found(context: Context) -> None:
    found = load_handler(BY_NAME["search"])(context, SearchRequest(query="pay the bill with a card")).results
    assert found.hits[0].file == "src/Cart.vue"
