"""What Python has without an import is known as Python's own."""

from __future__ import annotations

import builtins
import re
from pathlib import Path

import codegraph_parsers.lang.python as language

OF_SITE = {"copyright", "credits", "exit", "license", "quit"}


def test_every_builtin_is_declared_with_the_bases_it_has():
    text = (Path(language.__file__).parent / "prelude.pyi").read_text(encoding="utf-8")
    bases = {name: given.split(", ") for name, given in re.findall(r"^class (\w+)(?:\[.*?\])?\((.*)\):", text, re.M)}
    others = set(re.findall(r"^(?:(?:async )?def )?(\w+)(?:\[.*?\])?[(:]", text, re.M))
    names = {name for name in dir(builtins) if not name.startswith("_")} - OF_SITE - {"None", "True", "False", "object"}
    assert names <= {*bases, *others}
    for name in names:
        value = getattr(builtins, name)
        if isinstance(value, type) and issubclass(value, BaseException) and value.__name__ == name:
            assert bases[name] == [base.__name__ for base in value.__bases__], name
