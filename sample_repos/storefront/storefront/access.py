from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from weblet import Reply, Request, build_reply, current_request

from .notify import notifier

View = Callable[[Request], Reply]


def requires_login(view: View) -> View:
    @wraps(view)
    def guarded(request: Request) -> Reply:
        if "session" not in current_request().headers:
            return build_reply("log in first", 401)
        return view(request)

    return guarded


def audited(action: str) -> Callable[[View], View]:
    def decorate(view: View) -> View:
        def recorded(request: Request) -> Reply:
            notifier.send("audit", action)
            return view(request)

        return recorded

    return decorate
