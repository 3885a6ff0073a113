"""What requests about items rest on: the repository's namespaces, cosines of texts, and the configured model."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from codegraph.config import Config
from codegraph.errors import ConfigError, InvalidError
from codegraph.llm.model import Endpoint, endpoint
from codegraph.memory import checks
from codegraph.memory.kinds import kinds_told_as
from codegraph.memory.model import RECALLABLE, Filter, MemoryStatus, Origin, Vocabulary
from codegraph.memory.provenance.storing import Likeness
from codegraph.operations.context import Context
from codegraph.operations.memory.place import readable_in
from codegraph.store.memory.kref import SCHEME, parse_kref, space_path
from codegraph.store.memory.reader import Reader

GATE = "KUMIHO_GRAPH_AUGMENTED_RECALL"
"""Environment variable that lets the tool `kumiho_memory_recall` use graph-augmented recall."""


def origin_of(surface: str) -> Origin:
    return Origin.HUMAN if surface == "cli" else Origin.AGENT


def likeness_of(config: Config) -> Likeness:
    """Cosines by the configured encoder, loaded when it is first needed."""

    def compare(text: str, others: Sequence[str]) -> Sequence[float]:
        from codegraph.embed.choose import encoder_of

        vectors = encoder_of(config).encode([text, *others])
        return (vectors[1:] @ vectors[0]).tolist()

    return compare


def scope(
    context: Context,
    state: Reader,
    spaces: Sequence[str],
    types: Sequence[str] = (),
    kinds: Sequence[str] = (),
    *,
    deprecated: bool = False,
    hidden: Sequence[str] = (),
) -> Filter:
    """The memories a question is about: those of the repository, or those of the spaces it names, wherever they were
    written; without those of `hidden` spaces. Raises InvalidError."""
    wanted = [space_path(space, "space_paths") for space in spaces]
    words = tuple(
        kind
        for word in types
        for kind in kinds_told_as(checks.kind(word, Vocabulary.CODEGRAPH, "memory_types"), Vocabulary.KUMIHO)
    )
    here = readable_in(context.repo)
    statuses = (*RECALLABLE, MemoryStatus.DEPRECATED) if deprecated else RECALLABLE
    if not wanted and not kinds and not hidden:
        return Filter(here, words, statuses=statuses)
    rows = state.rows_below(wanted, here, kinds)
    if hidden:
        away = set(state.rows_below(hidden, here))
        rows = [row for row in rows if row not in away]
    return Filter(kinds=words, statuses=statuses, rows=tuple(rows))


def below_kref(prefix: str, parameter: str) -> str:
    """The space of a kref prefix, with or without `kref://`; "" for all of them."""
    text = prefix.strip().removeprefix(SCHEME).strip("/")
    if not text:
        return ""
    if "?" in text:
        return str(parse_kref(prefix, parameter).space)
    return space_path(text, parameter)


def whole(value: int, parameter: str, low: int, high: int) -> int:
    return checks.whole(value, parameter, low, high)


def language_of(config: Config, env: Mapping[str, str] | None = None) -> Endpoint | None:
    """The model that the user's settings name, or the variables `KUMIHO_LLM_*`; None for none. Raises ConfigError."""
    env = os.environ if env is None else env
    url = config.llm_url or env.get("KUMIHO_LLM_BASE_URL", "")
    provider = config.llm_provider or env.get("KUMIHO_LLM_PROVIDER", "") or ("openai" if url else "")
    if not provider:
        return None
    return endpoint(provider, config.llm_model or env.get("KUMIHO_LLM_MODEL", ""), url, _key(config, env))


def _key(config: Config, env: Mapping[str, str]) -> str:
    if config.llm_key_variable:
        return env.get(config.llm_key_variable, "")
    return env.get("KUMIHO_LLM_API_KEY", "")


def chosen_language(
    config: Config, provider: str, model: str, base_url: str, api_key: str, env: Mapping[str, str] | None = None
) -> Endpoint | None:
    """The model of one call. A call alone sends nothing out of this machine: another service than the configured one
    has to be on it. Raises InvalidError, ConfigError."""
    env = os.environ if env is None else env
    if not (provider or model or base_url or api_key):
        return language_of(config, env)
    configured = language_of(config, env) if config.llm_provider or env.get("KUMIHO_LLM_PROVIDER") else None
    named = provider or (configured.provider.value if configured else "openai")
    same = configured is not None and configured.provider.value == named
    url = base_url or (configured.url if configured is not None and same else "")
    wanted = model or (configured.model if configured is not None and same else "") or env.get("KUMIHO_LLM_MODEL", "")
    found = endpoint(named, wanted, url, api_key or _key(config, env), parameter="")
    if base_url and not _on_this_machine(base_url) and (configured is None or base_url != configured.url):
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


def quick(language: Endpoint | None) -> Endpoint | None:
    """The same for a hook, which nobody waits for: one attempt, and a short one."""
    return replace(language, attempts=1, timeout_s=20.0) if language is not None else None


def _on_this_machine(url: str) -> bool:
    host = (urlsplit(url).hostname or "").rstrip(".")
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
