"""Functions that a question in prose is about."""

from collections.abc import Iterator

import pytest

from codegraph.indexing.pipeline import index_repository
from codegraph.query.index import Index
from codegraph.search.function_ranking import list_feedback_terms
from codegraph.search.query import parse_query
from codegraph.settings.config import Config
from tests.support.files import written

BAKERY = {
    "docs/bread.md": "# Bread\n\nHow sour bread is decided by the levain: the levain ferments in the basket.\n",
    "bakery/dough.py": (
        '"""The dough."""\n\n\ndef ferment(levain, basket):\n    return levain.rest(basket)\n\n\n'
        "def weigh(flour):\n    return flour.grams\n"
    ),
    "bakery/till.py": "def add_up(prices):\n    return sum(prices)\n",
    "bakery/oven.py": "def heat_the_oven(oven):\n    oven.door.close()\n\n\ndef cool(oven):\n    oven.door.open()\n",
    "tests/test_dough.py": "def test_ferment():\n    '''Sour bread and its levain, in a basket.'''\n\n\ndef levain():\n    pass\n",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    root = written(tmp_path_factory.mktemp("bakery"), BAKERY)
    config = Config(tmp_path_factory.mktemp("home"))
    index_repository(root, config)
    with Index.open(root, config) as opened:
        yield opened


def rank(index: Index, question: str, *, only: str = "") -> list[str]:
    hits = index.search_code(question, limit=50).hits
    rated = index.rank_functions(question, hits, lambda path: path.startswith(only))
    assert [one.score for one in rated] == sorted((one.score for one in rated), reverse=True)
    return [one.symbol.qualname for one in rated]


def test_a_document_says_what_the_code_calls_what_a_question_speaks_of(index: Index) -> None:
    question = "what makes bread sour"
    hits = [hit for hit in index.search_code(question, limit=50).hits if hit.file == "docs/bread.md"]
    terms = list_feedback_terms(index.open_search(), parse_query(question), hits)
    assert max(terms.values()) == 1.0
    assert "levain" in terms
    assert not {"bread", "sour", "the", "is"} & terms.keys()  # the question's own, and words of any sentence
    assert rank(index, question)[0] == "ferment"


def test_functions_of_tests_and_of_other_folders_are_left_out(index: Index) -> None:
    assert "levain" not in rank(index, "what makes bread sour")
    assert "levain" in rank(index, "which helpers do the tests of sour bread have")
    assert rank(index, "what makes bread sour", only="docs/") == []


def test_a_name_of_several_words_that_is_said_comes_first(index: Index) -> None:
    assert rank(index, "who is it that will heat the oven")[0] == "heat_the_oven"
