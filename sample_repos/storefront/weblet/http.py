from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Request:
    method: str
    path: str
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def content_type(self) -> str:
        return self.headers.get("content-type", "text/plain")

    def json(self) -> Any:
        return json.loads(self.body)

    @classmethod
    def get(cls, path: str) -> Request:
        return cls("GET", path)


class Reply:
    def __init__(self, body: str, status: int = 200) -> None:
        self.body = body
        self.status = status
        self.headers: dict[str, str] = {}

    def set_header(self, name: str, value: str) -> Reply:
        self.headers[name.lower()] = value
        return self

    def freeze(self) -> bytes:
        return self.body.encode()
