import pytest


@pytest.fixture
def cart(cart):  #> implicit testing.py::cart
    return cart


def test_named(till, clerk):  #> implicit makers.py::till; implicit makers.py::clerk
    till.open()  #> call Till.open
    clerk.greet()  #> call Clerk.greet


def test_own(cart):
    cart.add()  #> call Cart.add
