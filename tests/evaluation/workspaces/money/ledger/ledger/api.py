from fastapi import FastAPI
from money_core import Amount, parse_amount, round_half_even
from money_core.rounding import round_half_even as to_cents

app = FastAPI()


@app.get("/accounts/{account}/balance")
def show_balance(account: str):
    total = Amount(0, "EUR")
    total = total.add(parse_amount("1.50 EUR"))
    return {"balance": total.format()}


@app.post("/accounts/{account}/entries")
def add_entry(account: str, entry: dict):
    return {"cents": to_cents(entry["value"]), "whole": round_half_even(entry["value"] / 100)}


class Total(Amount):
    def label(self) -> str:
        return "total " + self.format()


def parse_amount_strictly(text: str):
    return text
