class Thing:
    pass


class Other:
    pass
