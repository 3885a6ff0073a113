class Amount:
    def __init__(self, cents: int, currency: str) -> None:
        self.cents = cents
        self.currency = currency

    def add(self, other: "Amount") -> "Amount":
        return Amount(self.cents + other.cents, self.currency)

    def format(self) -> str:
        return f"{self.cents / 100:.2f} {self.currency}"


def parse_amount(text: str) -> Amount:
    number, currency = text.split()
    return Amount(int(float(number) * 100), currency)
