"""Asked by a key that only runs know: any of them."""

import filled
from shelf import HANDLERS, MODELS


def run(name):
    HANDLERS[name]()  #> call opened inferred; call closed inferred
    MODELS[name](1).sail()  #> call Boat.__init__ inferred; call Boat.sail inferred
