from __future__ import annotations

from contextlib import contextmanager
from collections.abc import Iterator

from ..catalog import Money
from .receipts import Receipt

__all__ = ["Gateway", "Session"]


class Session:
    def charge(self, amount: Money) -> Receipt:
        return Receipt(amount)

    def close(self) -> None:
        self.closed = True


class Gateway:
    @contextmanager
    def open_session(self) -> Iterator[Session]:
        session = Session()
        try:
            yield session
        finally:
            session.close()


def refund(amount: Money) -> None:
    """Not in `__all__`, so the package does not have it."""
    Session().charge(Money(-amount.cents))
