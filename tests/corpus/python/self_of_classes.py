"""`Self` of a class method is an instance: what only instances have is found on it."""

from typing import Self, overload


class Node:
    @property
    def kids(self) -> "dict[str, Self]":
        return {}

    @kids.setter
    def kids(self, kids): ...

    @overload
    @classmethod
    def make(cls, data: int) -> Self: ...
    @overload
    @classmethod
    def make(cls, data: str) -> Self: ...
    @classmethod
    def make(cls, data) -> Self:
        obj = cls()
        return obj

    @classmethod
    def plain(cls, data) -> Self:
        obj = cls()
        return obj

    def go(self): ...


class Tree(Node):
    def __init__(self):
        self.kids = {}


Node.plain(1).kids["a"].go()  #> call Node.go
Node.make(1).kids["a"].go()  #> call Node.go
Tree.make(1).kids["a"].go()  #> call Node.go
Tree.plain(1).kids["a"].go()  #> call Node.go
