from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .http import Reply, Request

View = Callable[[Request], Reply]


@dataclass(frozen=True)
class Rule:
    pattern: str
    view: View

    def matches(self, path: str) -> bool:
        return path == self.pattern or path.startswith(self.pattern.rstrip("/") + "/")


class Router:
    def __init__(self) -> None:
        self.rules: list[Rule] = []

    def add(self, pattern: str, view: View) -> Rule:
        rule = Rule(pattern, view)
        self.rules.append(rule)
        return rule

    def match(self, path: str) -> Rule | None:
        for rule in self.rules:
            if rule.matches(path):
                return rule
        return None
