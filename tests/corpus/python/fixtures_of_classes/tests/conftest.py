"""A fixture gives the class of the test that requests it an attribute."""

import pytest

from shop import Desk, Scale


@pytest.fixture
def desk(request: pytest.FixtureRequest):
    request.cls.desk = Desk()
    yield


@pytest.fixture
def drawer(desk, request):
    request.cls.drawer = Desk().open()
    request.cls.shadowed = Desk()


@pytest.fixture
def scale(request):
    request.cls.scale = Scale()


@pytest.fixture(autouse=True)
def always(request):
    request.cls.always = Scale()


def helper(request):
    request.cls.never = Scale()
