"""The routes of a Flask application as it says them itself, as lines of JSON.

Runs in the environment of the application: flask_routes.py EXPRESSION, such as `app:create_app()`.
"""

import importlib
import inspect
import json
import os
import sys
from collections.abc import Callable


def main() -> None:
    module, _, expression = sys.argv[1].partition(":")
    sys.path.insert(0, os.getcwd())
    app = eval(expression, vars(importlib.import_module(module)))
    for rule in app.url_map.iter_rules():
        view = app.view_functions.get(rule.endpoint)
        methods = sorted(rule.methods - {"HEAD", "OPTIONS"})
        if hasattr(view, "view_class"):
            for method in methods:
                say(method, rule.rule, getattr(view.view_class, method.lower(), view))
        elif view is not None:
            for method in methods:
                say(method, rule.rule, view)


def say(method: str, path: str, view: Callable[..., object]) -> None:
    function = inspect.unwrap(view)
    code = getattr(function, "__code__", None) or getattr(getattr(function, "__func__", None), "__code__", None)
    place = (os.path.realpath(code.co_filename), code.co_firstlineno) if code is not None else ("", 0)
    print(json.dumps({"method": method, "path": path, "file": place[0], "line": place[1]}))


if __name__ == "__main__":
    main()
