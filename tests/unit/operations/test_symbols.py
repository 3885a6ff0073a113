"""Symbols with their neighbours in the file, callers and callees."""

from collections.abc import Iterator

import pytest

from codegraph.indexing.pipeline import index_repository
from codegraph.operations.answers import SymbolAnswer
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.requests import SymbolRequest
from codegraph.operations.symbols import NEIGHBOURS
from codegraph.server.tools.default.symbol import FORMS, format_symbol
from codegraph.settings.config import Config
from tests.support.files import written

LIBRARY = {
    "library/shelf.py": (
        "import os\n\n\ndef dust():\n    return 1\n\n\n"
        "class Shelf:\n    def put(self, book):\n        return book\n\n"
        "    def take(self, book):\n        return os.path.join(os.sep, os.getcwd(), os.fspath(book), lend(book))\n\n\n"
        "def lend(book):\n    def stamp():\n        return book\n\n    return stamp()\n"
    ),
    "library/card.py": "\n\n".join(f"def card_{n}():\n    return {n}\n" for n in range(20)),
    "tests/test_shelf.py": "from library.shelf import lend\n\n\n"
    + "\n\n".join(f"def test_lend_{n}():\n    assert lend({n})\n" for n in range(4)),
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    root = written(tmp_path_factory.mktemp("library"), LIBRARY)
    config = Config(tmp_path_factory.mktemp("home"), workers=1)
    index_repository(root, config)
    context = Context(root, config)
    yield context
    context.close()


def ask(context: Context, name: str) -> SymbolAnswer:
    return load_handler(BY_NAME["symbol"])(context, SymbolRequest(name, 50)).results


def test_what_stands_next_to_a_function_is_named_and_what_is_inside_of_others_is_not(library: Context) -> None:
    shown = ask(library, "lend")
    assert [one.qualname for one in shown.before] == ["dust", "Shelf"]
    assert shown.after == ()
    assert [one.qualname for one in ask(library, "Shelf.put").after] == ["Shelf.take"]


def test_of_many_neighbours_the_nearest_are_named(library: Context) -> None:
    shown = ask(library, "card_10")
    assert [one.name for one in shown.before] == [f"card_{n}" for n in range(10 - NEIGHBOURS, 10)]
    assert [one.name for one in shown.after] == [f"card_{n}" for n in range(11, 11 + NEIGHBOURS)]


def test_several_tests_share_a_line_and_so_do_calls_into_libraries(library: Context) -> None:
    called = format_symbol(ask(library, "lend"), FORMS[0], {})
    assert "called by (5):" in called
    assert sum("test_lend" in line for line in called) == 1
    assert any(line.startswith("  4 tests: ") and line.endswith("… 2 more") for line in called)
    calling = format_symbol(ask(library, "Shelf.take"), FORMS[0], {})
    assert any(line.startswith("  lend  library/shelf.py") for line in calling)
    assert any("calls into libraries: " in line and "os.getcwd" in line for line in calling)
    assert "before it in the file: Shelf.put:9" in calling
