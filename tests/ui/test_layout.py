"""Colours of source, rectangles of a map, and the port of a page."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from codegraph.errors import ConfigError
from codegraph.ui.highlighting import highlight, highlight_line
from codegraph.ui.page_server import choose_place, find_own_port
from codegraph.ui.treemap import MOST, WIDTH, Leaf, lay_out

SOURCE = 'def greet(name: str) -> str:\n    # politely\n    return f"hello {name}" if 1 else None\n'


def plain(lines: list) -> str:
    return "\n".join("".join(run if isinstance(run, str) else run[1] for run in line) for line in lines)


@pytest.mark.parametrize("language", ["python", "go", "rust", "nothing", ""])
def test_colours_leave_the_text_as_it_is(language: str) -> None:
    assert plain(highlight(SOURCE, language)) == SOURCE


def test_tokens_have_the_classes_of_their_grammar() -> None:
    runs = [run for line in highlight(SOURCE, "python") for run in line if not isinstance(run, str)]
    assert ["k", "def"] in runs and ["d", "greet"] in runs and ["c", "# politely"] in runs
    assert ["n", "1"] in runs and ["l", "None"] in runs and ["k", "return"] in runs


def test_a_line_alone_has_colours_too() -> None:
    assert highlight_line("    return save(1)", "python")[0] == ["k", "return"]


@pytest.mark.parametrize("text", ["", "\n", "\ud7ff\u202e", "é = 'ü'\n", "\t\r\n"])
def test_any_text_has_runs(text: str) -> None:
    assert plain(highlight(text, "python")) == text


def test_areas_are_sizes() -> None:
    leaves = [Leaf("a.py", 100), Leaf("b.py", 50), Leaf("c.py", 50)]
    found = {each.path: each for each in lay_out(leaves, "", 2.0)}
    area = {path: each.width * each.height for path, each in found.items()}
    assert area["a.py"] == pytest.approx(2 * area["b.py"]) and sum(area.values()) == pytest.approx(WIDTH * WIDTH / 2)


def test_rectangles_do_not_overlap() -> None:
    leaves = [Leaf(f"src/{number % 7}/file{number}.py", 1 + number) for number in range(60)]
    found = [each for each in lay_out(leaves, "", 1.7) if not each.is_open]
    for at, one in enumerate(found):
        for other in found[at + 1 :]:
            apart = (
                one.x + one.width <= other.x + 1e-6
                or other.x + other.width <= one.x + 1e-6
                or one.y + one.height <= other.y + 1e-6
                or other.y + other.height <= one.y + 1e-6
            )
            assert apart, (one, other)


def test_a_hundred_thousand_files_are_few_rectangles() -> None:
    flat = [Leaf(f"f{number}.py", 1) for number in range(100_000)]
    deep = [Leaf(f"a{number % 50}/b{number % 977}/f{number}.py", 1) for number in range(100_000)]
    for leaves in (flat, deep):
        found = lay_out(leaves, "", 1.7)
        assert 0 < len(found) <= MOST and sum(each.files for each in found if each.depth == 0) == 100_000


def test_chains_of_folders_are_one() -> None:
    found = lay_out([Leaf("a/b/c/one.py", 1), Leaf("a/b/c/two.py", 1)], "", 1.7)
    assert [each.name for each in found if each.depth == 0] == ["a/b/c"]


def test_a_port_that_was_asked_for_and_is_taken_is_an_error(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(ConfigError, match="is taken") as error:
            choose_place(tmp_path, "127.0.0.1", taken.getsockname()[1])
    assert "codegraph ui" in error.value.hint


def test_a_repository_keeps_its_port(tmp_path: Path) -> None:
    place = choose_place(tmp_path, "127.0.0.1", 0)
    assert place.listener is not None
    with place.listener:
        assert place.address.port == find_own_port(tmp_path)
        other = choose_place(tmp_path, "127.0.0.1", 0)
        assert other.listener is not None and other.address.port != place.address.port
        other.listener.close()
