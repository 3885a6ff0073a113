import shop
from shop import *

shop.Apple().peel()  #> call fruit.py::Apple.peel
Apple()  #> call fruit.py::Apple
pay()  #> call money.py::pay
shop.Pear()  #> none Pear
shop.owe()  #> none owe
