"""The rules of CONTRIBUTING.md that a test can check: sizes, layers, and what measuring scripts refuse."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from importlinter import cli

ROOT = Path(__file__).resolve().parents[2]
check_sizes = import_module("check_sizes")  # of `scripts/`


def test_no_module_and_no_function_has_outgrown_a_reader():
    if not (ROOT / ".git").exists():
        pytest.skip("git says which files are the project's")
    names = [(path, path.relative_to(ROOT).as_posix()) for path in check_sizes.list_python_files()]
    assert len(names) > 500
    assert [text for path, name in names for text in check_sizes.check(path, name)] == []


def test_a_long_function_is_found_wherever_it_stands():
    body = "\n".join(["            pass"] * 70)
    source = f"class A:\n    if 1:\n        async def long(self):\n{body}\n"
    assert check_sizes.find_long_functions(ast.parse(source)) == [("long", 3, 71)]


def test_layers_import_downwards_only(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    assert cli.lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [("all", "--held-out"), ("history", "--held-out"), ("execution", "--older", "--held-out")]
)
def test_what_projects_of_one_commit_cannot_say_is_refused(arguments: tuple[str, ...], tmp_path: Path):
    command = [sys.executable, ROOT / "scripts" / "eval_impact.py", *arguments, "--checkouts", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "no history" in done.stderr


def test_fields_of_compiled_named_tuples_have_classes_that_are_imported():
    modules = sorted((ROOT / "codegraph" / "resolve").rglob("*.py"))
    assert len(modules) > 100
    found = {path.name: list_late_fields(ast.parse(path.read_text(encoding="utf-8"))) for path in modules}
    assert {name: fields for name, fields in found.items() if fields} == {}


def test_a_field_whose_class_is_imported_for_type_checking_only_is_found():
    source = (
        "if TYPE_CHECKING:\n    from codegraph.resolve.evaluator import Evaluator\n"
        "class Kept(NamedTuple):\n    evaluator: Evaluator | None\n    file: int\n"
        "class Plain:\n    evaluator: Evaluator\n"
    )
    assert list_late_fields(ast.parse(source)) == ["Kept.evaluator"]


def list_late_fields(tree: ast.Module) -> list[str]:
    """Return the fields of named tuples whose classes only type checking imports.

    mypyc evaluates the types of such fields when it loads the module, and crashes on a class that is not there."""
    late = {
        alias.asname or alias.name
        for block in tree.body
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for each in ast.walk(block)
        if isinstance(each, ast.ImportFrom) and (each.module or "").startswith("codegraph.resolve")
        for alias in each.names
    }
    tuples = (
        each for each in tree.body if isinstance(each, ast.ClassDef) and "NamedTuple" in map(ast.unparse, each.bases)
    )
    return [
        f"{each.name}.{ast.unparse(field.target)}"
        for each in tuples
        for field in each.body
        if isinstance(field, ast.AnnAssign)
        and not late.isdisjoint(name.id for name in ast.walk(field.annotation) if isinstance(name, ast.Name))
    ]
