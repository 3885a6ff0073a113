"""Models of messages: objects that code gives to a framework."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from codegraph_parsers.frameworks.lists import Argument, KeyTable


@dataclass(frozen=True, slots=True)
class MessageModel:
    """A rule for functions and members that are given an object.

    They may also be called on its class. The classes of objects are below one of `bases`; any class is where there are
    none. Of such an object the framework runs the members `runs`. With `is_topic` it also calls the listeners of the
    class, and with `is_inherited` those of the classes and interfaces above it."""

    bases: tuple[str, ...]
    runs: tuple[str, ...]
    is_topic: bool
    is_inherited: bool


@dataclass(frozen=True, slots=True)
class ListenerModel:
    """A rule for classes that listen to messages.

    They are in a folder, below one of `interfaces`, or annotated with one of `marks`, or a variable or a call names
    them. `members` take a message, and so do functions with a mark; the type of their first parameter is the class of
    the message. `variable`, of classes below one of `bases`, maps classes of messages to lists of listeners. `calls`
    are given a message and a listener."""

    folder: str = ""
    members: tuple[str, ...] = ()
    interfaces: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    variable: str = ""
    calls: tuple[str, ...] = ()
    message: Argument = ()
    listener: Argument = ()


@dataclass(frozen=True, slots=True)
class MessagesModel:
    """All that a model says of messages.

    `given` is by the name of a function or member."""

    given: Mapping[str, tuple[MessageModel, ...]] = field(default_factory=dict[str, tuple[MessageModel, ...]])
    listeners: ListenerModel = field(default_factory=ListenerModel)


def read_messages(table: KeyTable) -> MessagesModel:
    """Return what a model says of messages. Its keys are taken out of the table."""
    given: dict[str, tuple[MessageModel, ...]] = {}
    for each in table.take_tables("message"):
        rule = MessageModel(
            each.take_list("bases"), each.take_list("runs"), each.take_flag("topic"), each.take_flag("inherited")
        )
        for member in each.take_list("members"):
            given[member] = (*given.get(member, ()), rule)
        each.finish()
    keys = table.take_table("listeners")
    listeners = ListenerModel(
        keys.take_text("folder", ""), keys.take_list("members"), keys.take_list("interfaces"),
        keys.take_list("marks"), keys.take_list("bases"),
        keys.take_text("variable", ""), keys.take_list("calls"), keys.take_argument("message"),
        keys.take_argument("listener"),
    )  # fmt: skip
    keys.finish()
    return MessagesModel(given, listeners)
