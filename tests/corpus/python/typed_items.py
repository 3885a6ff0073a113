# type: ignore
"""Items of typed dictionaries, aliases with type variables, and the names in base classes beside the base."""

import enum
from collections.abc import Mapping
from typing import Generic, TypedDict, TypeVar


class User:
    class Meta:
        pass

    def rename(self):
        pass


class Role:
    def grant(self):
        pass


M = TypeVar("M")

Named = Mapping[str, M]
Pair = tuple[M, int]
type Keyed[K: User, V] = dict[K, V]


class Data(TypedDict):
    users: Named[User]  #> ref User
    role: Role
    items: Role


class Wider(Data):
    other: Role


def fields(data: Data, wider: Wider, key: str):
    data["role"].grant()  #> call Role.grant typed
    wider["role"].grant()  #> call Role.grant
    wider["other"].grant()  #> call Role.grant
    data["items"].grant()  #> call Role.grant
    data["users"]["first"].rename()  #> call User.rename
    data["missing"].grant()  #> none grant
    data["keys"].grant()  #> none grant
    data[key].grant()  #> none grant


class Plain:
    role: Role


def no_items(plain: Plain):
    plain["role"].grant()  #> none grant


def aliases(users: Named[User], pair: Pair[Role], bare: Named):
    users["a"].rename()  #> call User.rename
    users["a"].grant()  #> none grant
    pair[0].grant()  #> call Role.grant
    bare["a"].rename()  #> none rename


def statements(keyed: Keyed[User, Role]):
    keyed[User()].grant()  #> call Role.grant
    for user in keyed:
        user.rename()  #> call User.rename


class Store(Generic[M]):
    def load(self) -> M: ...


class Users(Store[User]):  #> inherit Store; ref User
    pass


class Wide(Store[Named[User]], Generic[M]):  #> inherit Store; ref Named; ref User
    pass


class Admin(User):  #> inherit User; none grant
    class Meta(User.Meta):  #> inherit User.Meta; ref User
        pass


def made(base, other):
    return base


class FromCall(made(User, Role)):  #> call made; ref User; ref Role
    pass


def loaded(users: Users, wide: Wide):
    users.load().rename()  #> call User.rename
    wide.load()["a"].rename()  #> call User.rename


class Colour(enum.Enum):
    RED = 1

    def paint(self):
        pass

    @classmethod
    def paint_all(cls):
        return [colour.paint() for colour in cls]  #> call Colour.paint typed
