from __future__ import annotations

from types import TracebackType

from .http import Request

_stack: list[RequestContext] = []


class RequestContext:
    def __init__(self, request: Request) -> None:
        self.request = request

    def __enter__(self) -> RequestContext:
        _stack.append(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        _stack.pop()
        self.close()

    def close(self) -> None:
        self.request.headers.clear()


def current_request() -> Request:
    return _stack[-1].request
