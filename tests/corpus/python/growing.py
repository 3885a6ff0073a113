"""Containers that code fills: by append and item assignment, in loops and through attributes."""


class Task:
    def run(self): ...


class Other:
    def run(self): ...


def in_a_loop(names):
    found = []
    for name in names:
        found.append(Task())
    for each in found:
        each.run()  #> call Task.run typed; none Other
    return found


def use(names):
    for each in in_a_loop(names):
        each.run()  #> call Task.run inferred


def by_key(names):
    table = {}
    for name in names:
        table[name] = Task()
    table["x"].run()  #> call Task.run typed
    for each in table.values():
        each.run()  #> call Task.run typed


class Queue:
    def __init__(self):
        self.tasks = []
        self.named = {}
        self.unknown = []

    def add(self, name):
        self.tasks.append(Task())
        self.named[name] = Other()

    def take(self, value):
        self.unknown.append(value)
        self.unknown[0].run()  #> none run

    def run_all(self):
        for task in self.tasks:
            task.run()  #> call Task.run inferred
        self.named["a"].run()  #> call Other.run inferred


HANDLERS = []


def register(handler):
    HANDLERS.append(handler)
    return handler


@register
def first():
    pass


def fire():
    for handler in HANDLERS:
        handler()  #> call first inferred
