"""Walrus, match, branches, loops, conditional expressions, try: what a name may hold where it is used."""

from contextlib import contextmanager, ExitStack, suppress
from collections.abc import Iterator


class Cat:
    def speak(self): ...


class Dog:
    def speak(self): ...


class Owner:
    pet: Cat

    def __init__(self):
        self.friend = None

    def adopt(self):
        self.friend = Dog()

    def call(self):
        self.friend.speak()  #> call Dog.speak inferred; none Cat


def find() -> Cat | None: ...


def walrus():
    if (found := find()) is not None:
        found.speak()  #> call Cat.speak typed


def branches(flag):
    pet = Cat() if flag else Dog()
    pet.speak()  #> call Cat.speak typed; call Dog.speak typed
    if flag:
        other = Cat()
    else:
        other = Dog()
        other.speak()  #> call Dog.speak typed
    other.speak()  #> call Cat.speak; call Dog.speak


def early(flag):
    pet = Cat()
    if flag:
        pet = Dog()
        return pet
    pet.speak()  #> call Cat.speak typed
    return None


def matched(value, owner: Owner):
    match value:
        case Cat():
            pass
        case Dog() as dog:
            dog.speak()  #> call Dog.speak typed
    match owner:
        case Owner(pet=pet):
            pet.speak()  #> call Cat.speak typed


def or_default(pet: Cat | None = None):
    pet = pet or Cat()
    pet.speak()  #> call Cat.speak typed


@contextmanager
def opened() -> Iterator[Cat]:
    yield Cat()


@contextmanager
def undeclared():
    yield Dog()


def managers():
    with opened() as cat, undeclared() as dog:
        cat.speak()  #> call Cat.speak typed
        dog.speak()  #> call Dog.speak inferred
    with suppress(KeyError), ExitStack() as stack:
        stack.enter_context(opened()).speak()  #> call Cat.speak typed


def caught():
    try:
        pet = Cat()
    except ValueError as error:
        error.speak()  #> none speak
        raise
    else:
        pet.speak()  #> call Cat.speak typed
    finally:
        pass


def generator():
    yield Cat()


def looping():
    for pet in generator():
        pet.speak()  #> call Cat.speak typed
    pets = [Cat(), Cat()]
    while pets:
        pets.pop().speak()  #> call Cat.speak typed
