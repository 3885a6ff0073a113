from __future__ import annotations

from ..catalog import Money


class Receipt:
    def __init__(self, amount: Money) -> None:
        self.amount = amount

    def render_receipt(self) -> str:
        """The method; the function below differs from it only by being one."""
        return "paid " + self.amount.format()


def render_receipt(receipt: Receipt, footer: str = "thank you") -> str:
    return receipt.render_receipt() + "\n" + footer
