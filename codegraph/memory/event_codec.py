"""Conversion of events to JSON texts and back.

Every field is written, so that a changed default changes no old event.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial
from operator import attrgetter
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from codegraph.errors import DamagedStoreError, StorageError
from codegraph.memory import events
from codegraph.memory.events import MemoryEvent

EVENT_TYPES: Final[Mapping[str, type]] = {t.__name__: t for t in get_args(events.MemoryEvent)}

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def encode_event(event: MemoryEvent) -> tuple[str, str]:
    """Return the kind of an event and its payload."""
    return type(event).__name__, _encode(_to_plain(event))


def decode_event(kind: str, payload: str) -> MemoryEvent:
    """Decode an event.

    Raises StorageError for a kind that this version does not know, and for a payload that is not of that kind.
    """
    known = EVENT_TYPES.get(kind)
    if known is None:
        raise StorageError(f"the memory log holds an event of unknown kind {kind!r}", hint="update codegraph")
    try:
        return _build_decoder(known)(json.loads(payload))
    except (ValueError, TypeError, KeyError) as error:
        raise DamagedStoreError(
            f"an event of kind {kind} in the memory log is damaged: {error}",
            hint="run `codegraph memory rebuild`, which salvages the others and keeps the damaged file",
        ) from error


_SUBJECTS: Final[Mapping[type, str]] = {
    events.MemoryLinked: "link.source",
    events.MemoryUnlinked: "link.source",
    events.SessionStarted: "session.id",
    events.ToolUsed: "use.session",
    events.ConversationOpened: "conversation.session",
    events.MessageBuffered: "message.session",
    events.RunStarted: "run.id",
    events.CitationsMoved: "source",
    events.ConflictFound: "newer",
}
"""Fields with the subject of an event, of those that do not call it a memory, a run or a session."""


def get_subject(event: MemoryEvent) -> str:
    """Return the memory, run or session that an event is about.

    The result is "" when it is about several or none.
    """
    path = _SUBJECTS.get(type(event)) or next((n for n in ("memory", "run", "session") if hasattr(event, n)), "")
    return attrgetter(path)(event) if path else ""


def _to_plain(value: object) -> Any:
    if is_dataclass(value):
        return {f.name: _to_plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _to_plain(item) for key, item in value.items()}
    return value


_Decoder = Callable[[Any], Any]


@cache
def _build_decoder(kind: Any) -> _Decoder:
    """Return a function that converts JSON to a value of the annotation `kind`."""
    if kind is float:
        return float
    if kind in (str, int, bool):
        return partial(_check_type, kind)
    origin = get_origin(kind)
    if origin is tuple:
        return partial(_decode_items, _build_decoder(get_args(kind)[0]))
    if origin in (UnionType, Union):
        part = next(part for part in get_args(kind) if part is not type(None))
        return partial(_decode_optional, _build_decoder(part))
    if isinstance(kind, type) and is_dataclass(kind):
        hints: Mapping[str, Any] = get_type_hints(kind)
        return partial(_decode_record, kind, {name: _build_decoder(hint) for name, hint in hints.items()})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    return _keep  # metadata: JSON as it is


def _check_type(kind: type, raw: Any) -> Any:
    if not isinstance(raw, kind):
        raise TypeError(f"{raw!r} is not of type {kind.__name__}")
    return raw


def _decode_items(decode: _Decoder, raw: Any) -> tuple[Any, ...]:
    return tuple(map(decode, raw))


def _decode_optional(decode: _Decoder, raw: Any) -> Any:
    return None if raw is None else decode(raw)


def _decode_record(kind: Callable[..., Any], decoders: Mapping[str, _Decoder], raw: Any) -> Any:
    return kind(**{name: decoders[name](part) for name, part in raw.items()})


def _keep(raw: Any) -> Any:
    return raw
