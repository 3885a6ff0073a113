"""A local name hides what the module calls by it."""


def load(path):  #> def function load
    return open(path)  #> external open


def reader(load):
    return load("x")  #> none load


def rebinding():
    load = make_loader()  #> call make_loader exact
    load("x")  #> none load


def make_loader():
    return lambda path: path


def nested():
    def load(path):  #> def function nested.load
        return path

    return load("x")  #> call nested.load exact


def later():
    def inner():
        return load("x")  #> none load

    load = None
    return inner() or load


def in_comprehension(items):
    return [load(load) for load in items]  #> none load


def after_comprehension(items):
    found = [load for load in items]
    return load(found)  #> call load exact


def len(value):
    return 3


def own_builtin(items):
    return len(items)  #> call shadowing.py::len exact


class Store:
    def load(self, path):  #> def method Store.load
        return load(path)  #> call load exact

    def reload(self):
        return self.load("x")  #> call Store.load exact
