"""Part of a vocabulary that is about what runs besides handlers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from codegraph_parsers.frameworks.components import RegistrationModel
from codegraph_parsers.frameworks.declarations import DeclaredClass
from codegraph_parsers.frameworks.lists import Argument
from codegraph_parsers.frameworks.messages import ListenerModel, MessageModel
from codegraph_parsers.frameworks.middleware import CallbackModel, ConfigurationModel, RegisteredClassModel
from codegraph_parsers.frameworks.tables import AccessModel, CommandModel, SignalModel, TableModel

if TYPE_CHECKING:
    from codegraph_parsers.frameworks.framework_model import FrameworkModel


class SurroundingsVocabulary:
    """Rules of models about settings, classes, templates, tables and signals."""

    def __init__(self, models: Iterable[FrameworkModel]) -> None:
        self.models = tuple(models)
        self.configurations: dict[str, tuple[FrameworkModel, ConfigurationModel]] = {}
        self.declared: dict[str, DeclaredClass] = {}
        self.renders: dict[str, Argument] = {}
        self.tags: set[str] = set()
        self.registered_classes: dict[str, RegisteredClassModel] = {}
        self.callbacks: dict[str, CallbackModel] = {}
        self.tables: dict[str, TableModel] = {}
        self.accesses: dict[str, AccessModel] = {}
        self.signals: SignalModel | None = None
        self.commands: CommandModel | None = None
        self.registrations: dict[str, RegistrationModel] = {}
        self.messages: dict[str, tuple[MessageModel, ...]] = {}
        self.listeners: list[ListenerModel] = []
        self.component_names = tuple(name for model in self.models for name in model.components.list_names())
        for model in self.models:
            around = model.surroundings
            self.configurations.update({name: (model, each) for name, each in around.configurations.items()})
            self.declared.update(around.declared)
            self.renders.update(around.renders)
            self.tags.update(around.tags)
            self.registered_classes.update(around.registered_classes)
            self.callbacks.update(around.callbacks)
            self.tables.update(model.persistence.tables)
            self.accesses.update(model.persistence.accesses)
            self.signals = model.persistence.signals or self.signals
            self.commands = model.persistence.commands or self.commands
            self.registrations.update(model.components.registrations)
            for name, rules in model.messages.given.items():
                self.messages[name] = (*self.messages.get(name, ()), *rules)
            if model.messages.listeners != ListenerModel():
                self.listeners.append(model.messages.listeners)
        signals = self.signals
        self.watched = frozenset((
            *(name.rpartition(".")[2] for name in self.accesses),
            *((signals.connect, *signals.send) if signals is not None else ()),
        ))  # fmt: skip
        """Members that may read or write a table, or be of a signal."""
        callbacks = self.callbacks.values()
        self.callback_bases = frozenset(name for each in callbacks for name in each.bases)
        """Classes below which classes register callbacks."""
        self.calling = frozenset((
            *(name for each in self.declared.values() for name, calls in each.callbacks.items() if calls),
            *(name for each in callbacks for name in each.around),
        ))  # fmt: skip
        """Members of libraries' classes that call others back."""
        self.considered = self.watched | self.calling | {f"{name}()" for name in self.messages} | {*self.messages}
        """Members of which each call is looked at."""

    def list_special(self) -> tuple[str, ...]:
        """Return the names of calls that are about signals, commands and classes."""
        signals = (self.signals.receiver, self.signals.made) if self.signals is not None else ()
        listened = (name for each in self.listeners for name in each.calls)
        commands = self.commands.calls if self.commands is not None else ()
        return (*self.registered_classes, *signals, *commands, *listened)
