from money_core.amounts import Amount, parse_amount
from money_core.rounding import round_half_even

__all__ = ["Amount", "parse_amount", "round_half_even"]
