import thing


def run(self):
    return "running"


thing.Thing.act = run  #> ref run
