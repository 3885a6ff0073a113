from tests.base import Base, Other


class TestShop(Base):
    def test_below(self):
        self.drawer.pull()  #> call Drawer.pull
        self.always.weigh()  #> call Scale.weigh

    def test_own(self, scale):
        self.scale.weigh()  #> call Scale.weigh

    def test_never(self):
        self.never.weigh()  #> none Scale.weigh


class TestOther(Other):
    def test_other(self):
        self.desk.open()  #> none Desk.open
        self.always.weigh()  #> call Scale.weigh
