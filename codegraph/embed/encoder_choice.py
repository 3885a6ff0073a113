"""Choice of the encoder by the settings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from codegraph.embed.encoder import Encoder
from codegraph.embed.fields import build_chunk_identity
from codegraph.embed.shipped import IDENTITY
from codegraph.errors import ConfigError
from codegraph.settings.config import Config

STATIC: Final = "static"
ENDPOINT: Final = "endpoint"
REGISTRY: Final = "lancedb:"


def build_encoder(config: Config, env: Mapping[str, str] | None = None) -> Encoder:
    """Return the encoder of `config.encoder`.

    It reads and connects to nothing before it is used. Raises ConfigError.
    """
    if config.encoder == STATIC:
        from codegraph.embed.static import StaticEncoder  # numpy: settings can be checked without it

        return StaticEncoder()
    if config.encoder == ENDPOINT:
        from codegraph.embed.endpoint import EndpointEncoder

        if not config.encoder_model:
            raise ConfigError("`encoder_model` is not set", hint="name the model that the endpoint is asked for")
        key = _read_key(config.encoder_key_variable, os.environ if env is None else env)
        return EndpointEncoder(
            config.encoder_url, config.encoder_model, key=key, dimension_wanted=config.encoder_dimension
        )
    if config.encoder.startswith(REGISTRY) and len(config.encoder) > len(REGISTRY):
        from codegraph.embed.registry import RegistryEncoder

        return RegistryEncoder(config.encoder.removeprefix(REGISTRY), config.encoder_model)
    raise ConfigError(
        f"`encoder` in {config.get_origin('encoder')} is {config.encoder!r}",
        hint=f"it must be `{STATIC}`, `{ENDPOINT}` or `{REGISTRY}NAME`",
    )


def get_vector_identity(config: Config) -> str:
    """Return the identity of the vectors of chunks that the settings require.

    For the shipped encoder this takes no numpy. Raises ConfigError.
    """
    return build_chunk_identity(IDENTITY if config.encoder == STATIC else build_encoder(config).identity)


def _read_key(variable: str, env: Mapping[str, str]) -> str:
    if variable and not env.get(variable):
        raise ConfigError(
            f"`encoder_key_variable` names {variable}, which is not set", hint=f"put the key into {variable}"
        )
    return env[variable] if variable else ""
