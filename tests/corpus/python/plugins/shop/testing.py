import pytest

from shop.cart import Cart


@pytest.fixture
def cart():
    return Cart()


@pytest.fixture(name="basket")
def make_basket():
    return Cart()


def helper():
    return Cart()
