"""Every failure a user can meet: what happened, what to do, and the exit code."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum


class ExitCode(IntEnum):
    DONE = 0  # also with no hits
    GATE = 1  # a gate or `doctor` said no
    USAGE = 2  # usage, configuration or internal error
    NOT_INDEXED = 3  # not indexed, or an index this version cannot read
    INTERRUPTED = 130


class CodegraphError(Exception):
    """Base of all expected failures.

    `hint` says what to do next; surfaces print both and exit with `exit_code`.
    """

    exit_code = ExitCode.USAGE

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class ConfigError(CodegraphError):
    """A setting is unknown or has a value it cannot have."""


class NotFoundError(CodegraphError):
    """No symbol, file or repository of that name."""


class AmbiguousError(CodegraphError):
    """A name to which several symbols answer.

    The hint lists them, as do `candidates` by id."""

    def __init__(self, message: str, hint: str = "", candidates: Sequence[str] = ()) -> None:
        super().__init__(message, hint)
        self.candidates = tuple(candidates)


class NotIndexedError(CodegraphError):
    """The repository has no index yet."""

    exit_code = ExitCode.NOT_INDEXED


class IncompatibleIndexError(CodegraphError):
    """The index was written by a newer version."""

    exit_code = ExitCode.NOT_INDEXED


class IncompatibleStoreError(CodegraphError):
    """The memory database was written by a newer version."""

    exit_code = ExitCode.NOT_INDEXED


class InvalidError(CodegraphError):
    """A value that is invalid for its parameter.

    The message names the parameter, the hint a valid value.
    """


class CredentialError(CodegraphError):
    """A text holds a credential and was not stored.

    The message names the kind, never the text.
    """


class LockedError(CodegraphError):
    """Another process is writing; the message names it."""


class UnreadableError(CodegraphError):
    """A path cannot be read: missing, not a directory, or no permission."""


class InstallationError(CodegraphError):
    """A part of the installation is missing or broken, such as the wheel of a grammar."""


class EncoderError(CodegraphError):
    """An encoder cannot be used.

    Its model is missing or damaged, or its service does not answer.
    """


class LanguageError(CodegraphError):
    """A language model cannot be used.

    Its service does not answer, or its answer does not fit the request.
    """


class WiringError(CodegraphError):
    """Another program's file must not be changed.

    The hint says what to add or remove by hand.
    """


class MemoryShortageError(CodegraphError):
    """There is not enough memory for a tree of this size."""


class StorageError(CodegraphError):
    """The index could not be written: disk full, read-only, damaged."""


class PublicationError(CodegraphError):
    """A place of published indexes cannot be used."""


class RefusedPublicationError(PublicationError):
    """A published index is not what it should be, and is not used."""


class DamagedStoreError(StorageError):
    """A store whose bytes are not what was written.

    It cannot be read, or only in part.
    """


class ReplicationError(CodegraphError):
    """The team's memory cannot be used; memory on this machine goes on.

    `is_outage` says that trying again later may help, and that nobody has to do anything.
    """

    def __init__(self, message: str, hint: str = "", *, is_outage: bool = False) -> None:
        super().__init__(message, hint)
        self.is_outage = is_outage
