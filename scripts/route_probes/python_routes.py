"""Parts of probes in Python: applications, places of functions, and rows.

A row is a line of JSON that a route is printed as.
"""

import importlib
import inspect
import json
import os
import sys
from typing import Any


def load_application(argument: str) -> Any:
    """Return what `MODULE:EXPRESSION` means in the current folder."""
    module, _, expression = argument.partition(":")
    sys.path.insert(0, os.getcwd())
    return eval(expression, vars(importlib.import_module(module)))


def find_code(thing: Any) -> Any:
    """Return the code of a function or method behind its wrappers, None for none."""
    function = inspect.unwrap(thing)
    return getattr(function, "__code__", None) or getattr(getattr(function, "__func__", None), "__code__", None)


def locate(code: Any) -> tuple[str, int]:
    """Return the file and first line of code, of which there may be none."""
    return (os.path.realpath(code.co_filename), code.co_firstlineno) if code is not None else ("", 0)


def print_route(method: str, path: str, place: tuple[str, int], kind: str = "") -> None:
    file, line = place
    print("ROUTE " + json.dumps({"method": method, "path": path, "file": file, "line": line, "kind": kind}))
