package shop.cart;

import static shop.Prices.ZERO; //> import Prices
import static shop.Prices.round; //> import Prices.round

import java.util.List;
import shop.*;
import shop.Prices.Tax; //> import Prices.Tax exact

public class Cart {
  Line line;
  List<Line> lines;

  int total() {
    helper(); //> call Cart.helper
    round(1); //> call Prices.round exact
    Discounts.best(); //> call Discounts.best exact
    new Tax().rate(); //> call Prices.Tax; call Prices.Tax.rate
    shop.Prices.round(2); //> call Prices.round
    return line.price() + ZERO; //> call Line.price
  }

  void helper() {}
}
