"""Registries in a module of their own, which decorators elsewhere fill."""

HANDLERS = {}
MODELS = {}


def handler(name):
    def keep(function):
        HANDLERS[name] = function
        return function

    return keep


def model(cls):
    MODELS[cls.__name__] = cls
    return cls


class Plugins:
    def __init__(self):
        self.known = {}

    def register(self, name):
        def keep(cls):
            self.known[name] = cls
            return cls

        return keep

    def load(self, name):
        return self.known[name]()  #> call Printer.__init__ inferred; none Boat


plugins = Plugins()
