"""Which encoder the settings ask for."""

from __future__ import annotations

from codegraph.config import Config
from codegraph.embed.encoder import Encoder
from codegraph.errors import ConfigError

STATIC = "static"
ENDPOINT = "endpoint"
LANCEDB_PREFIX = "lancedb:"


def encoder_of(config: Config) -> Encoder:
    """The encoder of `config.encoder`, which reads and connects to nothing before it is used. Raises ConfigError."""
    if config.encoder == STATIC:
        from codegraph.embed.static import StaticEncoder  # numpy: settings can be checked without it

        return StaticEncoder()
    raise ConfigError(
        f"`encoder` in {config.origin('encoder')} is {config.encoder!r}",
        hint=f"it must be `{STATIC}`, `{ENDPOINT}` or `{LANCEDB_PREFIX}NAME`",
    )
