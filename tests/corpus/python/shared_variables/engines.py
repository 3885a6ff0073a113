from typing import TypeVar


class Engine:
    def start(self): ...


EngineType = TypeVar("EngineType", bound=Engine)
Anything = TypeVar("Anything")
