"""Which file of a tree an import means, where the names are those of standard modules."""

from __future__ import annotations

import sys

from codegraph_parsers.file_facts import FileFacts
from codegraph_parsers.lang.python.imports import PythonProject

MODULES = sorted(name for name in sys.stdlib_module_names if not name.startswith("_"))


def project(*paths: str) -> PythonProject:
    return PythonProject([FileFacts(path, "python", "", 0, 1) for path in paths], paths, {})


def target(found: PythonProject, path: str, module: str) -> tuple[str, ...]:
    return found.resolve(path, module, "").units


def test_a_folder_with_all_standard_modules_is_the_standard_library() -> None:
    lib = [f"Lib/{name}.py" for name in MODULES[:60]]
    found = project(*lib, "Lib/test/test_all.py", "Tools/make.py")
    for path in ("Lib/test/test_all.py", "Tools/make.py", lib[1]):
        assert target(found, path, MODULES[0]) == (lib[0],)


def test_a_few_modules_that_are_called_like_standard_ones_are_not_meant() -> None:
    found = project("app/json.py", "app/types.py", "app/main.py", "tests/test_main.py")
    assert target(found, "tests/test_main.py", "json") == ()
    assert found.resolve("tests/test_main.py", "json", "").external == "json"
    assert target(found, "app/main.py", "json") == ("app/json.py",)
