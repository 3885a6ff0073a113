"""Nothing adds to this one: what only its stub says is not there."""


def here():
    return globals()
