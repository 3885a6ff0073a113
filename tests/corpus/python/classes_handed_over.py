"""A class that is declared by a type variable: making one runs the constructor of what the variable is bound to."""

from typing import Callable, Self, TypeAlias, TypeVar, cast


class Tool:
    def __init__(self, name):
        self.name = name

    def run(self):
        return self.name


class Loose:
    def __init__(self, name):
        self.name = name


T = TypeVar("T", bound=Tool)
Free = TypeVar("Free")


def make(cls: type[T], name: str) -> T:
    made = cls(name)  #> implicit Tool.__init__ typed; none Loose
    made.run()  #> call Tool.run typed
    return made


def make_free(cls: type[Free], name: str) -> Free:
    return cls(name)  #> none *


def tool(cls: type[T] | None = None) -> Callable[[object], T]:
    if cls is None:
        cls = cast("type[T]", Tool)

    def decorator(function: object) -> T:
        return cls(function.__name__)  #> implicit Tool.__init__ typed

    return decorator


def copied(tool: T) -> T:
    return tool("other")  #> none __init__


class Spare(Tool):
    def __init__(self):
        super().__init__("spare")

    @classmethod
    def build(cls) -> Self:
        return cls()

    @classmethod
    async def fetch(cls: type[Self]) -> Self:
        return cls()


Other: TypeAlias = Spare
KINDS: dict[str, type[Other]] = {}
S = TypeVar("S", bound=Spare)


def kind(name: str) -> type[Other]:
    return KINDS[name]


async def built(name: str, cls: type[S]):
    kind(name).build().run()  #> call Spare.build typed; call Tool.run typed
    (await kind(name).fetch()).run()  #> call Spare.fetch typed; call Tool.run typed
    KINDS[name].build().name  #> ref Tool.name
    cls.build().run()  #> call Spare.build typed; call Tool.run typed
