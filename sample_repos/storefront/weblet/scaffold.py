from __future__ import annotations

from collections.abc import Callable

from .http import Reply, Request
from .routing import Router, View


class Scaffold:
    """What applications and mounted parts have in common."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.router = Router()

    def route(self, pattern: str) -> Callable[[View], View]:
        def register(view: View) -> View:
            self.add_rule(pattern, view)
            return view

        return register

    def add_rule(self, pattern: str, view: View) -> None:
        self.router.add(pattern, view)

    def setup(self) -> None:
        self.prepare()

    def prepare(self) -> None:
        """Hook for subclasses."""

    def handle_missing(self, request: Request) -> Reply:
        return Reply(f"nothing at {request.path}", 404)
