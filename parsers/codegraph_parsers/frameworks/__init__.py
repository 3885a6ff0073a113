"""Models of web frameworks: what registers routes and makes requests.

A model is a folder with `model.toml`, which is parsed and never run. It speaks of symbols of libraries by their full
names, and applies to what the resolver proved to be such a symbol. docs/framework-models.md describes the keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from codegraph_parsers.frameworks.channels import ConsumerModel, PublisherModel
from codegraph_parsers.frameworks.controllers import (
    ChainModel,
    ModuleModel,
    SettingModel,
)
from codegraph_parsers.frameworks.framework_model import (
    FOLDER,
    PRELUDE,
    Argument,
    ClientModel,
    FrameworkModel,
    MiddlewareModel,
    MountModel,
    RequestModel,
    RouteModel,
    RouterModel,
    SignatureModel,
    StripModel,
    SubrouterModel,
)
from codegraph_parsers.frameworks.lists import (
    ActionModel,
    EntryModel,
    GroupModel,
    IncludeModel,
    LimitModel,
    ResourceModel,
)
from codegraph_parsers.frameworks.parsing import parse_model
from codegraph_parsers.frameworks.vocabulary import SurroundingsVocabulary

_STEP: Final = re.compile(r"\.|\(\)|[^.(]+|.")


@cache
def load_models() -> tuple[FrameworkModel, ...]:
    """Return the models that come with codegraph, by their keys."""
    places = sorted(FOLDER.glob("*/model.toml"))
    return tuple(
        parse_model(place.parent.name, place.read_text("utf-8"), prelude=_read_prelude(place)) for place in places
    )


def _read_prelude(place: Path) -> str:
    """Return the declarations beside a model, "" where there are none."""
    prelude = place.with_name(PRELUDE)
    return prelude.read_text("utf-8") if prelude.is_file() else ""


class Vocabulary(SurroundingsVocabulary):
    """The models of code in one language."""

    def __init__(self, models: Iterable[FrameworkModel]) -> None:
        super().__init__(models)
        self.names, self._normalized = dict[str, str](), dict[str, str]()
        self.routers: dict[str, tuple[FrameworkModel, RouterModel]] = {}
        self.routes: dict[str, tuple[FrameworkModel, RouteModel]] = {}
        self.mounts: dict[str, tuple[FrameworkModel, MountModel]] = {}
        self.prefixes: dict[str, FrameworkModel] = {}
        self.middleware: dict[str, MiddlewareModel] = {}
        self.dependencies: dict[str, Argument] = {}
        self.clients: dict[str, tuple[FrameworkModel, ClientModel]] = {}
        self.requests: dict[str, tuple[FrameworkModel, RequestModel]] = {}
        self.reverses: dict[str, Argument] = {}
        self.entries: dict[str, tuple[FrameworkModel, EntryModel]] = {}
        self.includes: dict[str, IncludeModel] = {}
        self.groups: dict[str, tuple[FrameworkModel, GroupModel]] = {}
        self.resources: dict[str, tuple[FrameworkModel, ResourceModel]] = {}
        self.limits: dict[str, LimitModel] = {}
        self.actions: dict[str, ActionModel] = {}
        self.attributes: set[str] = set()
        self.outside: set[str] = set()
        self.class_members: dict[str, tuple[str, ...]] = {}
        self.fixtures: dict[str, tuple[FrameworkModel, str]] = {}
        self.signatures: dict[str, list[SignatureModel]] = {}
        self.settings: dict[str, tuple[FrameworkModel, SettingModel]] = {}
        self.chains: dict[str, ChainModel] = {}
        self.providers: dict[str, tuple[str, ...]] = {}
        self.modules: dict[str, tuple[FrameworkModel, ModuleModel]] = {}
        self.applications: dict[str, tuple[FrameworkModel, Argument]] = {}
        self.consumers: dict[str, tuple[FrameworkModel, ConsumerModel]] = {}
        self.publishers: dict[str, tuple[FrameworkModel, PublisherModel]] = {}
        self.subrouters: dict[str, tuple[FrameworkModel, SubrouterModel]] = {}
        self.strips: dict[str, StripModel] = {}
        self.texts: dict[str, str] = {}
        self.answers = tuple(dict.fromkeys(model.answer for model in self.models if model.answer))
        """Methods by which objects answer that are given as handlers."""
        for model in self.models:
            self.names.update(model.names)
            self.reverses.update(model.reverses)
            for rule in model.signatures:
                self.signatures.setdefault(rule.function, []).append(rule)
            self.strips.update(model.strips)
            self.texts.update(model.texts)
            self.subrouters.update({name: (model, each) for name, each in model.subrouters.items()})
            self.middleware.update(model.middleware)
            self.dependencies.update(model.dependencies)
            self.routers.update({name: (model, each) for name, each in model.routers.items()})
            for name, router in model.routers.items():
                self.prefixes.update({f"{name}.{member}": model for member in router.prefixed_by})
            self.routes.update({name: (model, each) for name, each in model.routes.items()})
            self.mounts.update({name: (model, each) for name, each in model.mounts.items()})
            self.clients.update({name: (model, each) for name, each in model.clients.items()})
            self.requests.update({name: (model, each) for name, each in model.requests.items()})
            self._add_lists(model)
            self._add_controllers(model)
            self._add_channels(model)
        self._index_paths()
        calls = (
            *self.routes, *self.mounts, *self.requests, *self.reverses, *self.routers, *self.clients,
            *self.prefixes, *self.middleware, *self.dependencies, *self.entries, *self.subrouters,
            *self.renders, *self.tags, *self.list_special(), *self.consumers, *self.publishers, *self.chains,
            *self.includes, *self.groups, *self.resources, *self.settings, *self.applications,
        )  # fmt: skip
        self.known = frozenset((*calls, *self._list_annotations(), *self.component_names))
        """Full names of all that may be called or annotate."""
        self.has_declarations = any(model.contract.declarations for model in self.models)
        names = (name.removesuffix("()") for name in (*calls, *self.names, *self.names.values(), *self.signatures))
        self.members = frozenset(name.rpartition(".")[2] for name in names)
        """Last parts of the names of all that may be called."""

    def _list_annotations(self) -> Iterator[str]:
        """Yield the full names of annotations, and of types of receivers."""
        for model in self.models:
            yield from model.annotated.list_annotations()
            yield from model.receivers.list_names()

    def _index_paths(self) -> None:
        self.paths: dict[str, tuple[FrameworkModel, RouteModel | RequestModel]] = {**self.routes, **self.requests}
        """Calls that are given a path."""
        self.path_members = frozenset(name.rpartition(".")[2] for name in (*self.paths, *self.mounts))

    def _add_lists(self, model: FrameworkModel) -> None:
        lists = model.lists
        self.entries.update({name: (model, each) for name, each in lists.entries.items()})
        self.includes.update(lists.includes)
        self.groups.update({name: (model, each) for name, each in lists.groups.items()})
        self.resources.update({name: (model, each) for name, each in lists.resources.items()})
        self.limits.update(lists.limits)
        self.actions.update(lists.actions)
        self.outside.update(lists.outside)
        self.attributes.update(lists.attributes)
        self.class_members.update(lists.members)
        self.fixtures.update({name: (model, given) for name, given in lists.fixtures.items()})

    def _add_controllers(self, model: FrameworkModel) -> None:
        annotated = model.annotated
        self.chains.update(annotated.chains)
        self.providers.update(annotated.providers)
        self.settings.update({name: (model, each) for name, each in annotated.settings.items()})
        self.modules.update({name: (model, each) for name, each in annotated.modules.items()})
        self.applications.update({name: (model, each) for name, each in annotated.applications.items()})

    def _add_channels(self, model: FrameworkModel) -> None:
        channels = model.channels
        self.consumers.update({name: (model, each) for name, each in channels.consumers.items()})
        self.publishers.update({name: (model, each) for name, each in channels.publishers.items()})

    def normalize(self, name: str) -> str:
        """Return the name by which models know what the resolver calls `name`.

        The resolver names what a call gives after the call: `flask.Flask().route`. An object is known by its class."""
        found = self._normalized.get(name)
        if found is None:
            found = self._normalized[name] = self._normalize(name)
        return found

    def _normalize(self, name: str) -> str:
        known = ""
        for step in _STEP.findall(name):
            if step == "()" and (known in self.routers or known in self.clients):
                continue
            known += step
            known = self.names.get(known, known)
        return known


class Models:
    """The models of one tree.

    They come with codegraph, or its repository adds them."""

    def __init__(self, added: tuple[FrameworkModel, ...] = ()) -> None:
        self.all: tuple[FrameworkModel, ...] = (*load_models(), *added)
        self.added = added
        self.languages = frozenset(language for model in self.all for language in model.languages)
        self._vocabularies: dict[str, Vocabulary] = {}

    def get_vocabulary(self, language: str) -> Vocabulary:
        """Return what the models say of code in a language."""
        found = self._vocabularies.get(language)
        if found is None:
            models = (model for model in self.all if language in model.languages)
            found = self._vocabularies[language] = Vocabulary(models)
        return found
