import pytest

from shop import Scale


@pytest.mark.usefixtures("drawer")
class Base:  #> implicit conftest.py::drawer
    shadowed = Scale()

    def pull(self):
        return self.drawer.pull()  #> call Drawer.pull

    def open(self):
        return self.desk.open()  #> call Desk.open

    def shadow(self):
        return self.shadowed.weigh()  #> call Scale.weigh


class Other:
    def pull(self):
        return self.drawer.pull()  #> none Drawer.pull

    def weigh(self):
        return self.scale.weigh()  #> none Scale.weigh
