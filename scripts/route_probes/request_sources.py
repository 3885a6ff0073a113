"""Sources of requests: the code of an application that makes them.

A client may run in another thread, task or process than the server. It sends where the request was made in a header.
"""

import inspect
import json
import os
import sys
from collections.abc import Callable
from types import CodeType
from typing import Any

ROOT = os.path.realpath(os.getcwd()) + os.sep
HEADER = "x-request-source"
MAX_SOURCES = 20
"""Functions that lead to one request."""


def find_sources() -> str:
    """Return the code of files below the current folder that leads to a call, as JSON.

    The nearest comes first."""
    frame = sys._getframe(1)
    found: list[str] = []
    while frame is not None and len(found) < MAX_SOURCES:
        if os.path.realpath(frame.f_code.co_filename).startswith(ROOT):
            found.append(format_source(frame.f_code))
        frame = frame.f_back
    return json.dumps(found)


def format_source(code: CodeType) -> str:
    return f"{os.path.realpath(code.co_filename)}:{code.co_firstlineno}"


def mark_requests() -> None:
    """Make clients say in a header where a request was made."""
    for module, names in (("requests", ["Session"]), ("httpx", ["Client", "AsyncClient"])):
        try:
            library = __import__(module)
        except ImportError:
            continue
        for name in names:
            mark(getattr(library, name))


def mark(client: type) -> None:
    send = client.send

    def send_marked(self: object, request: Any, *given: object, **named: object) -> object:
        if sys._getframe(1).f_code.co_name == "resolve_redirects":  # which the server asks for, not the code
            request.headers.pop(HEADER, None)
        elif HEADER not in request.headers:
            request.headers[HEADER] = find_sources()
        return send(self, request, *given, **named)

    client.send = send_marked


def is_own(handler: Callable[..., object]) -> bool:
    """Return whether a handler stands below the current folder.

    Of a function that makes views of a class it is the class."""
    code = inspect.unwrap(getattr(handler, "view_class", handler))
    try:
        return os.path.realpath(inspect.getfile(code)).startswith(ROOT)
    except TypeError:  # an object that is called
        return False


def record(method: str, path: str, sources: str, *, is_of_tree: bool = False) -> None:
    """Write that a route answered a request, with the code that made it.

    `is_of_tree`: its handler is known to be the tree's."""
    found = json.loads(sources or "[]")
    if found:
        row = {"method": method, "path": path, "sources": found, "is_of_tree": is_of_tree}
        with open(os.environ["ROUTE_REQUESTS"], "a", encoding="utf-8") as rows:
            rows.write(json.dumps(row) + "\n")
