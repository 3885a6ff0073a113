"""Tasks of a queue: calling the member that puts one into it runs the function, elsewhere or later."""

import functools

import dramatiq
from celery import Celery, shared_task

app = Celery("app")


@app.task
def add(left, right): ...


@app.task(bind=True)
def bound(self): ...


@shared_task(name="other.name")
def shared(): ...


@dramatiq.actor
def act(): ...


@functools.cache
def cached(): ...


def plain(): ...


def use():
    add.delay(1, 2)  #> implicit add inferred; ref add exact
    bound.apply_async((1,), countdown=3)  #> implicit bound inferred
    shared.delay()  #> implicit shared inferred
    act.send()  #> implicit act inferred
    same_add.backend()  #> none add
    same_act.delay()  #> none act
    same_cached.delay()  #> none cached
    same_plain.delay()  #> none plain


same_add, same_act, same_cached, same_plain = add, act, cached, plain
