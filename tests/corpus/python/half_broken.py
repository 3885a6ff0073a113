"""A syntax error in one half leaves the other half readable."""


def before():
    return after()  #> call after exact


def broken(:
    x = = 3
    )


def after():  #> def function after
    return before()  #> call before exact
