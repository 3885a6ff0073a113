"""A mapping keeps values that functions store in it beside those of its last assignment."""


class Cart:
    def pay(self): ...


class Order:
    def pay(self): ...


registry = {"first": Cart()}


def put(name):
    registry[name] = Order()


registry = {"second": Cart()}
registry[input()].pay()  #> call Cart.pay inferred; call Order.pay inferred
