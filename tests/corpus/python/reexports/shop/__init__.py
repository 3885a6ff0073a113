from .cart import Cart, total as total  #> import shop/cart.py::Cart; import shop/cart.py::total
from .prices import *  #> import shop/prices.py::
from . import prices  #> import shop/prices.py::

__all__ = ["Cart", "round_up"] + prices.__all__
