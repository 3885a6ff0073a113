"""What a test expects to be raised is what it finds to have been raised."""

import pytest


class Refused(Exception):
    reason = ""

    def told(self): ...


class Lookalike:
    value = None

    def told(self): ...


def test_refusing():
    with pytest.raises(Refused) as caught:
        raise Refused
    caught.value.told()  #> call Refused.told typed; none value
    assert caught.value.reason  #> ref Refused.reason
    with pytest.raises((KeyError, ValueError)) as other:
        pass
    other.value.told()  #> none told
