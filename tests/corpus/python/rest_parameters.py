"""Rest parameters hold tuples and mappings of what callers pass; spread arguments pass what they hold."""

from typing import Any


class Task:
    def run(self): ...

    def get(self, key): ...


def every(*tasks):
    for task in tasks:
        task.run()  #> call Task.run inferred
    tasks[0].run()  #> call Task.run inferred
    tasks.run()  #> none run


def named(**tasks):
    tasks["a"].run()  #> call Task.run inferred
    tasks.get("a").run()  #> call Task.run inferred; none get
    for name, task in tasks.items():
        task.run()  #> call Task.run inferred


def typed(*tasks: Task, **others: Task):
    for task in tasks:
        task.run()  #> call Task.run typed
    others["x"].run()  #> call Task.run typed


def anything(*args: Any, **kwargs: Any):
    kwargs.get("x")  #> none get; external get
    args.get("x")  #> none get


def one(task):
    task.run()  #> call Task.run inferred


def use():
    every(Task(), Task())
    named(a=Task())
    anything(Task(), x=Task())
    tasks = (Task(),)
    one(*tasks)
