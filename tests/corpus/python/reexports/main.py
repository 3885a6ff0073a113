import shop
import shop.prices
from shop import Cart, total  #> import shop/cart.py::Cart; import shop/cart.py::total
from shop import *  #> import shop/__init__.py::


def run():
    cart = Cart()  #> call shop/cart.py::Cart exact
    cart.total()  #> call Cart.total typed
    total(cart)  #> call cart.py::total exact
    shop.total(cart)  #> call cart.py::total exact
    shop.Cart().total()  #> call Cart.total typed
    shop.prices.round_up(1)  #> call round_up exact
    round_up(2)  #> call round_up exact
    hidden(3)  #> none hidden; unresolved hidden
