"""Access tokens: who may read or write which repositories on a team's server.

A token is shown once, and the file keeps a digest of it. It has 256 random bits, so no text can be guessed that has the
digest.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from codegraph.errors import ConfigError, InvalidError, NotFoundError, StorageError
from codegraph.store.lock import hold_writer_lock

FILE: Final = "tokens.json"
PREFIX: Final = "cg"
FORMAT: Final = 1
REQUESTS_A_MINUTE: Final = 120
CONCURRENT: Final = 4
DAY_S: Final = 86_400.0
_SECRET_BYTES: Final = 32
_ID_BYTES: Final = 6
_WAIT_S: Final = 10.0
_PERSON: Final = re.compile(r"[\w.@+-]{1,80}")
_TOKEN: Final = re.compile(rf"{PREFIX}_([0-9a-f]{{{2 * _ID_BYTES}}})_[A-Za-z0-9_-]{{43}}")
_ANY: Final = "*"


class AccessToken(NamedTuple):
    """A token of a person, without its secret.

    `namespaces` are ids or names of repositories; `*` at the end stands for any letters. `expires_at` is in seconds
    since the epoch, 0 for never.
    """

    id: str
    person: str
    digest: str
    namespaces: tuple[str, ...]
    may_write: bool = False
    expires_at: float = 0.0
    requests_a_minute: int = REQUESTS_A_MINUTE
    concurrent: int = CONCURRENT

    def is_for(self, repository_id: str, name: str) -> bool:
        """Return whether a repository is in the namespaces of the token."""
        return any(_is_match(pattern, each) for pattern in self.namespaces for each in (repository_id, name) if each)

    def is_expired(self, now: float) -> bool:
        return 0 < self.expires_at <= now


class IssuedToken(NamedTuple):
    """A new token: its text, which is not kept, and what is kept."""

    text: str
    token: AccessToken


def get_token_file(home: Path) -> Path:
    """Return the file of access tokens in a home folder."""
    return home / FILE


def read_tokens(path: Path) -> tuple[AccessToken, ...]:
    """Return the tokens of a file; none where there is no file.

    Raises ConfigError (it is damaged), StorageError (it cannot be read).
    """
    try:
        content = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError) as error:
        raise StorageError(f"{path} cannot be read: {error}", hint="make it readable, or name another file") from error
    try:
        told = json.loads(content)
        if told["format"] != FORMAT:
            raise ValueError(f"it has format {told['format']!r}")
        return tuple(_decode(row) for row in told["tokens"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ConfigError(
            f"{path} is no file of tokens: {error}", hint="restore it, or delete it and add the tokens again"
        ) from error


def add_token(path: Path, person: str, namespaces: Sequence[str], **rights: bool | float | int) -> IssuedToken:
    """Add a token for a person to a file, and return it with its text.

    Raises InvalidError, ConfigError, StorageError, LockedError.
    """
    if not _PERSON.fullmatch(person):
        raise InvalidError(f"{person[:80]!r} is no name of a person", hint="use letters, digits and . @ + - _")
    wanted = tuple(dict.fromkeys(each.strip() for each in namespaces if each.strip()))
    if not wanted:
        raise InvalidError(
            "no namespace is given", hint="name repositories, such as `--namespace api`; `--namespace '*'` is every one"
        )
    wrong = next((each for each in wanted if _ANY in each[:-1]), None)
    if wrong is not None:
        raise InvalidError(f"{wrong!r} has a `*` that is not at its end", hint="such as `team-*`")
    key = secrets.token_hex(_ID_BYTES)
    text = f"{PREFIX}_{key}_{secrets.token_urlsafe(_SECRET_BYTES)}"
    token = AccessToken(key, person, _compute_digest(text), wanted)._replace(**rights)
    with _change(path) as tokens:
        tokens.append(token)
    return IssuedToken(text, token)


def revoke_tokens(path: Path, who: str) -> tuple[AccessToken, ...]:
    """Remove the token of an id, or all tokens of a person, and return them.

    Raises NotFoundError, ConfigError, StorageError, LockedError.
    """
    with _change(path) as tokens:
        revoked = [token for token in tokens if who in (token.id, token.person)]
        if not revoked:
            people = ", ".join(sorted({token.person for token in tokens})) or "nobody"
            raise NotFoundError(f"no token of {who[:80]!r}", hint=f"tokens: {people}; `codegraph token list` shows ids")
        tokens[:] = [token for token in tokens if token not in revoked]
    return tuple(revoked)


def find_token(tokens: Sequence[AccessToken], text: str) -> AccessToken | None:
    """Return the token that a text is, expired or not; None for no known one."""
    parsed = _TOKEN.fullmatch(text)
    if parsed is None:
        return None
    digest = _compute_digest(text)
    found = [t for t in tokens if t.id == parsed[1] and hmac.compare_digest(t.digest.encode(), digest.encode())]
    return found[0] if found else None


@contextmanager
def _change(path: Path) -> Iterator[list[AccessToken]]:
    """Change the tokens of a file, which only its owner can read."""
    with hold_writer_lock(path.with_suffix(".lock"), _WAIT_S):
        tokens = list(read_tokens(path))
        yield tokens
        told = json.dumps({"format": FORMAT, "tokens": [token._asdict() for token in tokens]}, indent=1)
        written = path.with_suffix(".tmp")
        try:
            written.unlink(missing_ok=True)
            with open(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as handle:
                handle.write(told)
                handle.flush()
                os.fsync(handle.fileno())
            written.replace(path)
        except OSError as error:
            raise StorageError(
                f"{path} cannot be written: {error.strerror}", hint="make its folder writable"
            ) from error


def _decode(row: dict[str, object]) -> AccessToken:
    token = AccessToken(**row)  # type: ignore[arg-type]
    kinds = (token.id, str), (token.person, str), (token.digest, str), (token.may_write, bool)
    numbers = (token.expires_at, token.requests_a_minute, token.concurrent)
    if not all(isinstance(value, kind) for value, kind in kinds) or not all(
        isinstance(n, int | float) for n in numbers
    ):
        raise ValueError("a token has a value that it cannot have")
    if not isinstance(token.namespaces, list) or not all(isinstance(each, str) for each in token.namespaces):
        raise ValueError("a token has no namespaces")
    return token._replace(namespaces=tuple(token.namespaces))


def _compute_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _is_match(pattern: str, text: str) -> bool:
    return text.startswith(pattern[:-1]) if pattern.endswith(_ANY) else text == pattern
