"""Dataclasses that are cheap to define behave as the standard ones do."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import FrozenInstanceError, field

import pytest

from codegraph.runtime.value_classes import Value, define


@define
class Light(Value):
    name: str
    size: int = 3
    tags: list[str] = field(default_factory=list)


@dataclasses.dataclass(frozen=True, slots=True)
class Standard:
    name: str
    size: int = 3
    tags: list[str] = field(default_factory=list)


@pytest.mark.parametrize("arguments", [("a",), ("a", 4), ("a", 4, ["x"])])
def test_fields_defaults_and_text_are_those_of_the_standard_one(arguments):
    light, standard = Light(*arguments), Standard(*arguments)
    assert dataclasses.asdict(light) == dataclasses.asdict(standard)
    assert repr(light).removeprefix("Light") == repr(standard).removeprefix("Standard")
    assert light == Light(*arguments) and light != standard


@pytest.mark.parametrize("wrong", [((), {}), (("a", 1, [], 2), {}), (("a",), {"name": "b"}), (("a",), {"other": 1})])
def test_arguments_that_do_not_fit_are_refused(wrong):
    positional, named = wrong
    with pytest.raises(TypeError):
        Light(*positional, **named)


def test_it_cannot_be_changed_and_has_no_other_attributes():
    light = Light("a")
    for name in ("name", "other"):
        with pytest.raises(FrozenInstanceError):
            setattr(light, name, "b")
    with pytest.raises(FrozenInstanceError):
        delattr(light, "name")
    assert not hasattr(light, "__dict__")


def test_it_is_copied_hashed_matched_and_replaced():
    light = Light("a", tags=["x"])
    assert pickle.loads(pickle.dumps(light)) == light
    assert dataclasses.replace(light, size=5) == Light("a", 5, ["x"])
    match light:
        case Light(name, size, [tag]):
            assert (name, size, tag) == ("a", 3, "x")
        case _:
            pytest.fail("not matched")
    with pytest.raises(TypeError):
        hash(light)  # as its list has no hash
