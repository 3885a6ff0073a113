"""A folder without `__init__.py` is a package, whatever other languages there are."""

import area.shop.cart  #> import cart.py::

area.shop.cart.Cart().add()  #> call Cart; call Cart.add


def later():
    import area.shop.cart

    return area.shop.cart.Cart()  #> call Cart exact
