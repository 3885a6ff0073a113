"""The inventory is complete and true: everything it names exists, and everything has words for a surface."""

from __future__ import annotations

import inspect
import shlex
from dataclasses import is_dataclass
from importlib import import_module

import pytest

from codegraph.cli.app import app
from codegraph.operations import requests
from codegraph.operations.capabilities import CAPABILITIES, Capability, answer_type, load_handler, request_type
from codegraph.operations.capability import Group
from codegraph.operations.parameter import request_fields

every_capability = pytest.mark.parametrize("capability", CAPABILITIES, ids=lambda c: c.name)


@every_capability
def test_its_request_answer_and_handler_exist(capability: Capability):
    assert is_dataclass(request_type(capability))
    assert issubclass(answer_type(capability), tuple)
    assert list(inspect.signature(load_handler(capability)).parameters) == ["context", "request"]


TYPES = ("str", "int", "float", "bool", "dict[str, object]", "Capture")
"""Types that a command line reads: words, KEY=TEXT pairs, a capture as a JSON object."""


@every_capability
def test_every_field_says_what_it_is(capability: Capability):
    for field in request_fields(request_type(capability)):
        assert field.parameter.help, field.name
        assert field.base_type in TYPES, field.type


@every_capability
def test_its_examples_are_commands_the_parser_takes(capability: Capability):
    for example in capability.examples:
        program, *words = shlex.split(example)
        assert program == "codegraph"
        command = app
        context = None
        while hasattr(command, "resolve_command"):
            context = command.make_context("codegraph", words, resilient_parsing=True)
            _, command, words = command.resolve_command(context, words)
        assert command.name == capability.command[-1]
        command.make_context(command.name, words, parent=context)


def test_names_are_unique_and_every_request_is_used():
    names = [c.name for c in CAPABILITIES]
    assert len(names) == len(set(names))
    declared = {n for n, value in vars(requests).items() if n.endswith("Request") and is_dataclass(value)}
    for package in {c.request.partition(":")[0] for c in CAPABILITIES if ":" in c.request}:
        of_package = vars(import_module(f"codegraph.operations.{package}.requests"))
        declared |= {f"{package}:{n}" for n, v in of_package.items() if n.endswith("Request") and is_dataclass(v)}
    assert declared == {c.request for c in CAPABILITIES}


def test_what_writes_says_so():
    code = {c.name for c in CAPABILITIES if not c.read_only and c.group is not Group.MEMORY}
    assert code == {
        "index", "publish", "pull", "fleet index", "vectors", "export", "config set", "remove", "gc", "coverage import",
        "coverage clear", "import scip", "import remove", "token add", "token revoke",
    }  # fmt: skip
    reading = {"list", "history", "traverse", "decisions", "stats", "metrics", "patterns"}
    spaces = {"memory namespace list", "memory namespace stats", "memory session list"}
    memory = {c.name for c in CAPABILITIES if c.read_only and c.group is Group.MEMORY}
    assert memory >= {f"memory {name}" for name in reading} | spaces
    assert not memory & {"memory show", "memory add", "memory erase", "memory consolidate", "memory namespace delete"}
