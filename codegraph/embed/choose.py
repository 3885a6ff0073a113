"""Choice of the encoder by the settings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from codegraph.config import Config
from codegraph.embed.encoder import Encoder
from codegraph.embed.fields import identity_of_chunks
from codegraph.embed.shipped import IDENTITY
from codegraph.errors import ConfigError

STATIC: Final = "static"
ENDPOINT: Final = "endpoint"
REGISTRY: Final = "lancedb:"


def encoder_of(config: Config, env: Mapping[str, str] | None = None) -> Encoder:
    """The encoder of `config.encoder`; it reads and connects to nothing before it is used. Raises ConfigError."""
    if config.encoder == STATIC:
        from codegraph.embed.static import StaticEncoder  # numpy: settings can be checked without it

        return StaticEncoder()
    if config.encoder == ENDPOINT:
        from codegraph.embed.endpoint import EndpointEncoder

        if not config.encoder_model:
            raise ConfigError("`encoder_model` is not set", hint="name the model that the endpoint is asked for")
        key = _key(config.encoder_key_variable, os.environ if env is None else env)
        return EndpointEncoder(
            config.encoder_url, config.encoder_model, key=key, dimension_wanted=config.encoder_dimension
        )
    if config.encoder.startswith(REGISTRY) and len(config.encoder) > len(REGISTRY):
        from codegraph.embed.registry import RegistryEncoder

        return RegistryEncoder(config.encoder.removeprefix(REGISTRY), config.encoder_model)
    raise ConfigError(
        f"`encoder` in {config.origin('encoder')} is {config.encoder!r}",
        hint=f"it must be `{STATIC}`, `{ENDPOINT}` or `{REGISTRY}NAME`",
    )


def identity_of(config: Config) -> str:
    """Identity of the vectors of chunks that the settings ask for, found without numpy for the shipped encoder.

    Raises ConfigError."""
    return identity_of_chunks(IDENTITY if config.encoder == STATIC else encoder_of(config).identity)


def _key(variable: str, env: Mapping[str, str]) -> str:
    if variable and not env.get(variable):
        raise ConfigError(
            f"`encoder_key_variable` names {variable}, which is not set", hint=f"put the key into {variable}"
        )
    return env[variable] if variable else ""
