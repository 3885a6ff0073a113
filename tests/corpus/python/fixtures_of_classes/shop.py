class Desk:
    def open(self):
        return Drawer()


class Drawer:
    def pull(self):
        return 1


class Scale:
    def weigh(self):
        return 2
