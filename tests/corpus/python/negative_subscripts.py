"""A negative subscript counts from the end of a literal whose length is known."""


class Red:
    def paint(self):
        pass


class Green:
    def paint(self):
        pass


class Blue:
    def paint(self):
        pass


pair = (Red(), Green())
pair[-2].paint()  #> call Red.paint; none Green.paint
pair[-1].paint()  #> call Green.paint; none Red.paint

triple = (Red(), Green(), Blue())
triple[-2].paint()  #> call Green.paint; none Red.paint; none Blue.paint
triple[-4].paint()  #> none Red.paint; none Green.paint; none Blue.paint

LAST = -3
triple[LAST].paint()  #> call Red.paint

listed = [Red(), Blue()]
listed[-2].paint()  #> call Red.paint; none Blue.paint
listed[-1].paint()  #> call Blue.paint; none Red.paint


def make():
    return Red(), Blue()


make()[-2].paint()  #> call Red.paint; none Blue.paint

first, second = Green(), Red()
both = (first, second)
both[-1].paint()  #> call Red.paint; none Green.paint

stored = [Red(), Red()]
stored[-1] = Blue()
stored[-1].paint()  #> call Blue.paint; none Red.paint
stored[1].paint()  #> call Blue.paint; none Red.paint
stored[0].paint()  #> call Red.paint; none Blue.paint

by_number = {-1: Green(), 1: Blue()}
by_number[-1].paint()  #> call Green.paint; none Blue.paint
by_number[1].paint()  #> call Blue.paint; none Green.paint
