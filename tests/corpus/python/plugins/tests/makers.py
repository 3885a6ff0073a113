import pytest

from shop.cart import Clerk, Till


@pytest.fixture
def till():
    return Till()


@pytest.fixture
def clerk():
    return Clerk()
