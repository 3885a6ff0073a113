"""Functions that a question in prose leads to along calls."""

from collections.abc import Iterator

import pytest

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.answers import ExploreAnswer
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.question_functions import MOST_OF_FILE, order_by_calls
from codegraph.operations.requests import ExploreRequest
from codegraph.render.text.explore import format_explore
from codegraph.settings.config import Config
from tests.support.files import written

POST = {
    "post/desk.py": (
        "from post.stamps import price_of\n\n\n"
        "def accept_parcel(parcel):\n    '''Accept a parcel over the counter and frank it.'''\n"
        "    parcel.paid = price_of(parcel)\n    return parcel\n"
    ),
    "post/stamps.py": "from post.tables import look_up\n\n\ndef price_of(thing):\n    return look_up(thing.grams)\n",
    "post/tables.py": "def look_up(grams):\n    return 3 if grams < 20 else 5\n",
    "post/vans.py": "\n\n".join(f"def drive_{n}(van):\n    '''Drive a parcel over the hill.'''\n" for n in range(30)),
    "post/sacks.py": (
        "import shutil\n\nfrom post.seals import seal_sack\n\n\n"
        'def close_sack(sack):\n    """Close a sack of letters for the night train."""\n'
        + "".join(f"    sack.weigh({n})\n" for n in range(60))
        + "    shutil.rmtree(sack.old)\n    seal_sack(sack, print)\n"
        + "".join(f"    sack.count({n})\n" for n in range(60))
    ),
    "post/seals.py": 'def seal_sack(sack, tell):\n    """Seal a sack for the night train."""\n    tell(sack)\n',
    "post/orders.py": (
        "from post.seals import seal_sack\n\n\n"
        'def burn_letters(sack):\n    """Burn letters that the night train left behind."""\n    return sack\n\n\n'
        "ORDERS = {'burn': burn_letters}\nseal_sack(None, print)\n"
    ),
    "tests/test_desk.py": "from post.desk import accept_parcel\n\n\ndef test_parcel():\n    accept_parcel(None)\n",
}


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    root = written(tmp_path_factory.mktemp("post"), POST)
    config = Config(tmp_path_factory.mktemp("home"), workers=1)
    index_repository(root, config)
    context = Context(root, config)
    yield context
    context.close()


def ask(context: Context, question: str, budget: int = 6_000) -> ExploreAnswer:
    return load_handler(BY_NAME["explore"])(context, ExploreRequest(question, budget=budget)).results


def list_names(answer: ExploreAnswer) -> dict[str, list[str]]:
    return {file.path: [one.qualname for one in file.functions] for file in answer.files}


def test_calls_lead_to_functions_that_say_nothing_of_the_question(post: Context) -> None:
    named = list_names(ask(post, "how does the counter frank what people bring"))
    assert next(iter(named)) == "post/desk.py"
    assert named["post/stamps.py"] == ["price_of"]
    assert named["post/tables.py"] == ["look_up"]  # two steps away


def test_tests_are_not_named_and_of_one_file_a_few_functions_are(post: Context) -> None:
    named = list_names(ask(post, "how does a parcel get over the hill to the counter"))
    assert "tests/test_desk.py" not in named
    assert len(named["post/vans.py"]) == MOST_OF_FILE


def test_an_answer_begins_with_the_files_and_their_functions(post: Context) -> None:
    lines = format_explore(ask(post, "how does the counter frank what people bring"))
    assert lines[0] == "relevant files and functions, most likely first:"
    assert lines[1] == "  post/desk.py  accept_parcel:4"


def test_a_small_budget_keeps_the_first_files(post: Context) -> None:
    short = format_explore(ask(post, "how does the counter frank what people bring", 120))
    assert any("post/desk.py" in line for line in short)
    assert not any(line.startswith("```") for line in short)


def test_of_a_long_function_the_calls_to_what_is_shown_are_shown(post: Context) -> None:
    lines = format_explore(ask(post, "how is a sack of letters closed for the night train"))
    assert "```python post/sacks.py:6-40,67-71" in lines
    assert lines[lines.index("…") + 3] == "    seal_sack(sack, print)"


def test_calls_of_libraries_are_counted_beside_those_of_the_repository(post: Context) -> None:
    lines = format_explore(ask(post, "how is a sack of letters closed for the night train"))
    assert "  calls: seal_sack; 1 in libraries" in lines


def test_a_call_outside_of_functions_is_named_by_its_place(post: Context) -> None:
    lines = format_explore(ask(post, "how is a sack of letters closed for the night train"))
    assert "  called by: post/orders.py:10, close_sack (post/sacks.py:69)" in lines


def test_what_nothing_calls_tells_who_names_it(post: Context) -> None:
    lines = format_explore(ask(post, "how are letters burned that the night train left behind"))
    assert any(line.startswith("  referenced by: ") and "post/orders.py:9" in line for line in lines)


def test_lines_that_only_import_are_not_shown(post: Context) -> None:
    answer = ask(post, "how is a sack of letters closed for the night train")
    assert all("import shutil" not in focus.source.text for focus in answer.foci if focus.source is not None)


def test_callers_come_before_what_they_call_even_in_a_cycle() -> None:
    assert order_by_calls([1, 2, 3], {2: {1}, 3: {2}}) == [3, 2, 1]
    assert sorted(order_by_calls([1, 2], {1: {2}, 2: {1}})) == [1, 2]
