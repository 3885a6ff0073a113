"""Models of topics: what publishes messages, and what consumes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

Argument = tuple[int | str, ...]
"""Positions and keywords under which an argument may be given."""

AROUND: Final = "around"
"""The function in which a call stands."""


@dataclass(frozen=True, slots=True)
class ConsumerModel:
    """A call by which a function takes the messages of topics.

    `function` is an argument, the function that the call decorates, or the one that it stands in (`AROUND`).
    `has_topics`: the arguments behind the topic are topics, too. `is_named_by_function`: without a topic it is the
    module of the function and its name."""

    topic: Argument
    function: Argument | str
    has_topics: bool
    is_named_by_function: bool


@dataclass(frozen=True, slots=True)
class PublisherModel:
    """A call that publishes a message.

    `to_consumer`: the topic is that of the consumer on which the member is called."""

    topic: Argument
    to_consumer: bool


@dataclass(frozen=True, slots=True)
class ChannelModel:
    """All that a model says of topics. Names of two systems are not one another's."""

    system: str = ""
    consumers: Mapping[str, ConsumerModel] = field(default_factory=dict[str, ConsumerModel])
    publishers: Mapping[str, PublisherModel] = field(default_factory=dict[str, PublisherModel])
