"""What a function stores in a mapping is there beside what the last assignment put into it."""


class Cart:
    def pay(self): ...


class Order:
    def pay(self): ...


registry = {"first": Cart()}


def put(name):
    registry[name] = Order()


registry = {"second": Cart()}
registry[input()].pay()  #> call Cart.pay inferred; call Order.pay inferred
