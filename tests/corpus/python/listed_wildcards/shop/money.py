__all__ = ["pay"]


def pay() -> None: ...


def owe() -> None: ...
