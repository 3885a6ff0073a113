__all__ = ["round_up"]


def round_up(value):
    return value


def hidden(value):
    return value
