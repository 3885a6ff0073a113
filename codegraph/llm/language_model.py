"""A language model over HTTP.

It makes chat requests to OpenAI-compatible services, Anthropic and Gemini.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol
from urllib.parse import quote

from codegraph.errors import ConfigError, LanguageError
from codegraph.runtime.json_service import ATTEMPTS, TIMEOUT_S, Service, is_web_address

MOST_TOKENS: Final = 4_096
"""Tokens of an answer at most."""

MAX_CHARS: Final = 120_000
"""Characters of a text that are sent; what is longer loses its beginning."""

_HINT: Final = "check `llm_provider`, `llm_model`, `llm_url` and the key; without a provider nothing is sent anywhere"


class Provider(StrEnum):
    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    GEMINI = "gemini"


ADDRESSES: Final[Mapping[Provider, str]] = {
    Provider.OPENAI: "https://api.openai.com/v1",
    Provider.ANTHROPIC: "https://api.anthropic.com",
    Provider.GEMINI: "https://generativelanguage.googleapis.com",
}


class Language(Protocol):
    """A language model that answers a text as instructed.

    `name` identifies it in answers.
    """

    @property
    def name(self) -> str: ...

    def answer(self, instructions: str, text: str) -> str:
        """Return the model's answer to `text` under `instructions`.

        Raises LanguageError.
        """
        ...


@dataclass(frozen=True, slots=True)
class Endpoint:
    """See `Language`. An empty `url` is the provider's own."""

    provider: Provider
    model: str
    url: str = ""
    key: str = ""
    attempts: int = ATTEMPTS
    timeout_s: float = TIMEOUT_S
    pause: Callable[[float], None] = time.sleep

    @property
    def name(self) -> str:
        return f"{self.provider.value}:{self.model}"

    def answer(self, instructions: str, text: str) -> str:
        url, secrets, headers, body = self._build_request(instructions, text[-MAX_CHARS:])
        service = Service(
            url, "the language model", LanguageError, _HINT, secrets, headers, self.attempts, self.timeout_s, self.pause
        )
        reply = service.post(json.dumps(body).encode())
        try:
            found = self._extract_text(json.loads(reply))
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise LanguageError(f"the answer of {self.name} is no chat answer: {error}", hint=_HINT) from error
        if not found.strip():
            raise LanguageError(f"{self.name} answered nothing", hint=_HINT)
        return found

    def _build_request(
        self, instructions: str, text: str
    ) -> tuple[str, Mapping[str, str], Mapping[str, str], Mapping[str, Any]]:
        """Return URL, secret headers, other headers and body."""
        base = (self.url or ADDRESSES[self.provider]).rstrip("/")
        match self.provider:
            case Provider.OPENAI:
                messages = [{"role": "system", "content": instructions}, {"role": "user", "content": text}]
                secrets = {"Authorization": f"Bearer {self.key}"} if self.key else {}
                return f"{base}/chat/completions", secrets, {}, {"model": self.model, "messages": messages}
            case Provider.ANTHROPIC:
                messages = [{"role": "user", "content": text}]
                body = {"model": self.model, "max_tokens": MOST_TOKENS, "system": instructions, "messages": messages}
                secrets = {"x-api-key": self.key} if self.key else {}
                return f"{base.removesuffix('/v1')}/v1/messages", secrets, {"anthropic-version": "2023-06-01"}, body
            case Provider.GEMINI:
                body = {
                    "system_instruction": {"parts": [{"text": instructions}]},
                    "contents": [{"role": "user", "parts": [{"text": text}]}],
                }
                secrets = {"x-goog-api-key": self.key} if self.key else {}
                name = quote(self.model.removeprefix("models/"), safe="")
                return f"{base.removesuffix('/v1beta')}/v1beta/models/{name}:generateContent", secrets, {}, body

    def _extract_text(self, reply: Any) -> str:
        match self.provider:
            case Provider.OPENAI:
                return reply["choices"][0]["message"]["content"] or ""
            case Provider.ANTHROPIC:
                return "".join(part["text"] for part in reply["content"] if part.get("type", "text") == "text")
            case Provider.GEMINI:
                return "".join(part.get("text", "") for part in reply["candidates"][0]["content"]["parts"])


def build_endpoint(provider: str, model: str, url: str = "", key: str = "", *, parameter: str = "llm_") -> Endpoint:
    """Build a model from its settings.

    The settings are called `parameter` + provider, model, url. Raises ConfigError.
    """
    try:
        named = Provider(provider.strip().lower())
    except ValueError:
        raise ConfigError(
            f"`{parameter}provider` is {provider[:60]!r}",
            hint=f"one of {', '.join(p.value for p in Provider)}, or empty for none",
        ) from None
    if not model.strip():
        raise ConfigError(
            f"`{parameter}model` is empty", hint=f"name a model of {named.value}, or leave the provider empty"
        )
    if url and not is_web_address(url):
        raise ConfigError(
            f"`{parameter}url` is {url[:60]!r}", hint="the address of a service, such as http://localhost:8080/v1"
        )
    return Endpoint(named, model.strip(), url.strip(), key)
