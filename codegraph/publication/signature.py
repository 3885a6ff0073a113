"""Ed25519 signatures of manifests.

Whoever publishes has the private key in an environment variable; whoever pulls has the public one in the settings. Keys
are 32 bytes in base64.
"""

from __future__ import annotations

import base64
import binascii
import os
from typing import Final, NamedTuple

from codegraph.errors import ConfigError, PublicationError, RefusedPublicationError
from codegraph.runtime.optional_packages import require_package
from codegraph.settings.config import Config

_KEY_BYTES: Final = 32


class KeyPair(NamedTuple):
    """A private key and its public one, as texts."""

    private: str
    public: str


def make_keys() -> KeyPair:
    """Make a new pair of keys."""
    _require_cryptography()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    return KeyPair(_encode(key.private_bytes_raw()), _encode(key.public_key().public_bytes_raw()))


def read_private_key(config: Config) -> str:
    """Return the private key from the variable that the settings name, or "".

    Raises ConfigError (the variable is empty).
    """
    variable = config.publish_key_variable
    if not variable:
        return ""
    key = os.environ.get(variable, "")
    if not key:
        raise ConfigError(
            f"the environment variable {variable} is empty, which `publish_key_variable` names",
            hint="set it to the private key, or unset `publish_key_variable` to publish without a signature",
        )
    return key


def sign(content: bytes, private_key: str) -> str:
    """Return the signature of a manifest.

    Raises ConfigError (the key is none).
    """
    _require_cryptography()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.from_private_bytes(_decode_key(private_key, "private"))
    return _encode(key.sign(content))


def verify(content: bytes, signature: str, public_key: str) -> None:
    """Check the signature of a manifest.

    Raises RefusedPublicationError (it is missing, or by another key), ConfigError (the key is none).
    """
    _require_cryptography()
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    key = Ed25519PublicKey.from_public_bytes(_decode_key(public_key, "public"))
    try:
        key.verify(base64.b64decode(signature, validate=True), content)
    except (InvalidSignature, binascii.Error) as error:
        how = "is signed by another key" if signature else "is not signed"
        raise RefusedPublicationError(
            f"the published index {how}",
            hint="do not use it before you know who wrote it; `remote_key` has the key of those you trust",
        ) from error


def _decode_key(text: str, which: str) -> bytes:
    try:
        key = base64.b64decode(text.strip(), validate=True)
    except binascii.Error:
        key = b""
    if len(key) != _KEY_BYTES:
        raise ConfigError(
            f"the {which} key is not {_KEY_BYTES} bytes in base64",
            hint="make a pair with `codegraph publish --new-key`",
        )
    return key


def _encode(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")


def _require_cryptography() -> None:
    require_package("cryptography", "a signature", error=PublicationError)
