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


def find_source() -> str:
    """Return the nearest code of a file below the current folder."""
    frame = sys._getframe(1)
    while frame is not None and not os.path.realpath(frame.f_code.co_filename).startswith(ROOT):
        frame = frame.f_back
    return format_source(frame.f_code) if frame is not None else ""


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
        if HEADER not in request.headers and (source := find_source()):
            request.headers[HEADER] = source
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


def record(method: str, path: str, source: str, *, is_of_tree: bool = False) -> None:
    """Write that a route answered a request.

    `is_of_tree`: its handler is known to be the tree's."""
    file, _, line = source.rpartition(":")
    if file:
        row = {"method": method, "path": path, "file": file, "line": int(line), "is_of_tree": is_of_tree}
        with open(os.environ["ROUTE_REQUESTS"], "a", encoding="utf-8") as rows:
            rows.write(json.dumps(row) + "\n")
