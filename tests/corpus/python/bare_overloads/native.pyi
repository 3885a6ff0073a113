"""Signatures without a body: the one that a call fits says what comes back."""

from typing import overload

class First:
    def first(self): ...

class Second:
    def second(self): ...

@overload
def pick(kind: int) -> First: ...
@overload
def pick(kind: str) -> Second: ...

class Maker:
    @overload
    def make(self, kind: int) -> First: ...
    @overload
    def make(self, kind: str) -> Second: ...
