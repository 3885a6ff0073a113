"""Surroundings of requests about items.

The repository's namespaces, cosines of texts, and the configured model.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from codegraph.errors import ConfigError, InvalidError
from codegraph.llm.language_model import Endpoint, build_endpoint
from codegraph.memory import write_validation
from codegraph.memory.memory_model import Origin
from codegraph.memory.provenance.storing import Likeness
from codegraph.operations.parameter import request_fields
from codegraph.settings.config import Config

GATE = "KUMIHO_GRAPH_AUGMENTED_RECALL"
"""Environment variable that lets the tool `kumiho_memory_recall` use graph-augmented recall."""


def get_origin(surface: str) -> Origin:
    return Origin.HUMAN if surface == "cli" else Origin.AGENT


def make_likeness(config: Config) -> Likeness:
    """Return a function that computes cosines with the configured encoder.

    The encoder is loaded at first use.
    """

    def compare(text: str, others: Sequence[str]) -> Sequence[float]:
        from codegraph.embed.encoder_choice import build_encoder

        vectors = build_encoder(config).encode([text, *others])
        return (vectors[1:] @ vectors[0]).tolist()

    return compare


def check_bounds(request: object) -> None:
    """Raise InvalidError for a value of a request that its parameter does not allow."""
    for field in request_fields(type(request)):
        value: Any = getattr(request, field.name)
        of, name = field.parameter, field.name
        if isinstance(value, str):
            if of.choices and value not in of.choices:
                raise InvalidError(f"`{name}` cannot be {value!r}", hint=f"one of: {', '.join(of.choices)}")
            continue
        if value is None or of.low is None:
            continue
        if field.base_type == "int":
            write_validation.check_integer(value, name, int(of.low), int(of.high or 0))
        elif not of.low <= value <= (1e15 if of.high is None else of.high):
            most = "" if of.high is None else f" to {of.high:g}"
            raise InvalidError(f"`{name}` is {value}", hint=f"it must be from {of.low:g}{most}")


def find_model(config: Config, env: Mapping[str, str] | None = None) -> Endpoint | None:
    """Return the language model of the user's settings, None for none.

    The variables `KUMIHO_LLM_*` may name it, too. Raises ConfigError.
    """
    env = os.environ if env is None else env
    url = config.llm_url or env.get("KUMIHO_LLM_BASE_URL", "")
    provider = config.llm_provider or env.get("KUMIHO_LLM_PROVIDER", "") or ("openai" if url else "")
    if not provider:
        return None
    return build_endpoint(provider, config.llm_model or env.get("KUMIHO_LLM_MODEL", ""), url, _get_key(config, env))


def _get_key(config: Config, env: Mapping[str, str]) -> str:
    if config.llm_key_variable:
        return env.get(config.llm_key_variable, "")
    return env.get("KUMIHO_LLM_API_KEY", "")


def choose_model(
    config: Config, provider: str, model: str, base_url: str, api_key: str, env: Mapping[str, str] | None = None
) -> Endpoint | None:
    """Choose the language model of one call.

    A call alone sends nothing out of this machine: a service other than the configured one has to be local. Raises
    InvalidError, ConfigError.
    """
    env = os.environ if env is None else env
    if not (provider or model or base_url or api_key):
        return find_model(config, env)
    configured = find_model(config, env) if config.llm_provider or env.get("KUMIHO_LLM_PROVIDER") else None
    named = provider or (configured.provider.value if configured else "openai")
    same = configured is not None and configured.provider.value == named
    url = base_url or (configured.url if configured is not None and same else "")
    wanted = model or (configured.model if configured is not None and same else "") or env.get("KUMIHO_LLM_MODEL", "")
    found = build_endpoint(named, wanted, url, api_key or _get_key(config, env), parameter="")
    if base_url and not _is_local(base_url) and (configured is None or base_url != configured.url):
        raise InvalidError(
            "`base_url` names a service that your settings do not",
            hint="set it as CODEGRAPH_LLM_URL yourself; a call may name one on this machine, as http://127.0.0.1:8080/v1",
        )
    if not base_url and not same:
        raise ConfigError(
            f"`provider` is {named}, which your settings do not name",
            hint=f"set CODEGRAPH_LLM_PROVIDER={named} and CODEGRAPH_LLM_MODEL yourself; no call alone does",
        )
    return found


def shorten_timeout(language: Endpoint | None) -> Endpoint | None:
    """Return a model for a hook, which nobody waits for.

    It has one attempt and a short timeout.
    """
    return replace(language, attempts=1, timeout_s=20.0) if language is not None else None


def _is_local(url: str) -> bool:
    host = (urlsplit(url).hostname or "").rstrip(".")
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
