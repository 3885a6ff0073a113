"""The routes of a Starlette or FastAPI application as it says them itself.

Prints lines of JSON. Runs in the environment of the application: starlette_routes.py EXPRESSION, such as
`app.main:app`.
"""

import importlib
import inspect
import json
import os
import sys


def main() -> None:
    module, _, expression = sys.argv[1].partition(":")
    sys.path.insert(0, os.getcwd())
    app = eval(expression, vars(importlib.import_module(module)))
    walk(app.routes, "")


def walk(routes: list, prefix: str) -> None:
    for route in routes:
        inner = getattr(route, "routes", None)
        path = prefix + getattr(route, "path", "")
        if inner is not None:
            walk(inner, path)
        elif hasattr(route, "endpoint"):
            function = inspect.unwrap(route.endpoint)
            code = getattr(function, "__code__", None)
            place = (os.path.realpath(code.co_filename), code.co_firstlineno) if code is not None else ("", 0)
            for method in sorted(getattr(route, "methods", None) or ()):
                if method != "HEAD" or "GET" not in route.methods:
                    print(json.dumps({"method": method, "path": path, "file": place[0], "line": place[1]}))


if __name__ == "__main__":
    main()
