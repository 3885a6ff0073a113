"""The Python interface: its examples run, and it is typed, lazy and documented."""

from __future__ import annotations

import doctest
import inspect
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import codegraph
from codegraph import api

SAMPLE = Path(__file__).parents[2] / "sample_repos" / "storefront"


def list_methods(owner: type) -> list[str]:
    return [
        name
        for name, value in vars(owner).items()
        if not name.startswith("_") and (inspect.isfunction(value) or isinstance(value, property))
    ]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of a sample, committed, with one edit in its work tree."""
    root = tmp_path_factory.mktemp("work") / "storefront"
    shutil.copytree(SAMPLE, root)
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "start"]):
        subprocess.run([*git, *words], cwd=root, check=True)
    models = root / "storefront" / "catalog" / "models.py"
    text = models.read_text()
    models.write_text(text.replace("self.price.format()", "self.price.format().strip()"))
    assert models.read_text() != text
    return root


@pytest.fixture(scope="module")
def repo(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[api.Repository]:
    with codegraph.open(project, home=tmp_path_factory.mktemp("home")) as opened:
        yield opened


def run_example(docstring: str, names: dict[str, object]) -> None:
    example = doctest.DocTestParser().get_doctest(docstring, names, "example", None, 0)
    assert example.examples, "no example"
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(example, out=output.append, clear_globs=False)
    assert runner.failures == 0, "".join(output)
    names.update(example.globs)


@pytest.mark.parametrize("name", list_methods(api.Repository))
def test_the_example_of_a_question_runs(name: str, repo: api.Repository) -> None:
    run_example(inspect.getdoc(getattr(api.Repository, name)) or "", {"repo": repo})


def test_the_examples_of_memory_run_one_after_the_other(repo: api.Repository) -> None:
    names: dict[str, object] = {"repo": repo}
    for name in list_methods(api.Memory):
        run_example(inspect.getdoc(getattr(api.Memory, name)) or "", names)


def test_the_example_of_open_runs(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project.parent)
    monkeypatch.setenv("CODEGRAPH_HOME", str(project.parent / "home"))
    run_example(inspect.getdoc(codegraph.open) or "", {"codegraph": codegraph})


def test_a_folder_without_an_index_is_indexed_and_an_edit_seen_after_a_refresh(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    (root / "app.py").write_text("def save(): ...\n\n\ndef main():\n    save()\n")
    with codegraph.open(root, home=tmp_path / "home") as repo:
        assert [edge.source.name for edge in repo.callers("save")] == ["main"]
        (root / "more.py").write_text("from app import save\n\n\ndef other():\n    save()\n")
        repo.refresh()
        assert {edge.source.name for edge in repo.callers("save")} == {"main", "other"}


def test_errors_say_what_to_do(repo: api.Repository, tmp_path: Path) -> None:
    with pytest.raises(codegraph.NotFoundError, match="no_such_name") as caught:
        repo.callers("no_such_name")
    assert caught.value.hint
    with pytest.raises(codegraph.UnreadableError, match="is no folder"):
        codegraph.open(tmp_path / "missing")
    with pytest.raises(codegraph.InvalidError, match="base is empty"):
        repo.change_impact("")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        codegraph.nothing  # noqa: B018


def test_importing_the_package_loads_nothing_else() -> None:
    program = "import sys, codegraph; print(sorted(m for m in sys.modules if m.startswith('codegraph.')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
