def round_half_even(value: float) -> int:
    return round(value)
