from typing import Generic

from kinds import ModelT, T


class Maker(Generic[T]):  #> ref kinds.py::T
    @classmethod
    def build(cls, **given) -> T: ...  #> ref kinds.py::T

    def batch(self, size: int) -> "list[T]": ...


def stored(given: ModelT) -> ModelT:  #> ref kinds.py::ModelT
    given.save()  #> call Model.save
    return given


def first(items: list[T]) -> T:
    return items[0]
