from __future__ import annotations

from .context import RequestContext
from .http import Reply, Request
from .replies import build_reply
from .scaffold import Scaffold


class Application(Scaffold):
    def __init__(self, name: str, *, debug: bool = False) -> None:
        super().__init__(name)
        self.debug = debug
        self.setup()

    def prepare(self) -> None:
        super().prepare()
        self.started = True

    def build_reply(self, value: object) -> Reply:
        """The method: replies pass through, everything else goes to the function of the same name."""
        if isinstance(value, Reply):
            return value
        return build_reply(value)

    def handle(self, request: Request) -> Reply:
        with RequestContext(request) as context:
            rule = self.router.match(context.request.path)
            if rule is None:
                return self.handle_missing(request)
            return self.build_reply(rule.view(request))
