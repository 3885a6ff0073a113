package shop.cart;

import org.junit.Test;

public class CartTest {
  @Test
  public void adds() {
    new Cart().total(); //> call Cart; call Cart.total; test Cart.total
  }
}
