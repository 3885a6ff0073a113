# A list to which many branches add is still a list, of all that they add.
class Line:
    def show(self):
        pass


class Other:
    def show(self):
        pass


def build(model):
    lines = [Line()]
    if model.first:
        lines.append(Line())
    lines.append(Line())
    if model.second:
        lines.append(Line())
    lines.append(Line())
    if model.third:
        lines.append(Line())
    lines.append(Line())
    if model.fourth:
        lines.append(Line())
    lines.append(Line())
    if model.fifth:
        lines.append(Line())
    lines.append(Line())  #> external MutableSequence.append
    for line in lines:
        line.show()  #> call Line.show; none Other.show
