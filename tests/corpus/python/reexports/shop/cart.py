from shop.prices import round_up  #> import shop/prices.py::round_up


class Cart:
    def total(self):  #> def method Cart.total
        return round_up(1)  #> call shop/prices.py::round_up exact


def total(cart):
    return cart
