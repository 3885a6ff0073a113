from thing import Thing


def walk(self):
    return "walking"


Thing.act = walk  #> ref walk
