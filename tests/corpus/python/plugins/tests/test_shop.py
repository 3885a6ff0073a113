def test_offered(cart, basket):  #> implicit testing.py::cart; implicit testing.py::make_basket
    cart.add()  #> call Cart.add
    basket.add()  #> call Cart.add


def test_what_is_no_fixture(helper):
    helper.add()  #> none add


def test_named_further_down(till):
    till.open()  #> none open
