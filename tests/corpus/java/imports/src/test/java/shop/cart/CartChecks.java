package shop.cart;

import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

@Test
public class CartChecks {
  @BeforeMethod
  public void fill() {
    new Cart().total(); //> call Cart; call Cart.total
  }

  public void adds() {
    new Cart().total(); //> call Cart; call Cart.total; test Cart.total
  }

  void helps() {
    new Cart().total(); //> call Cart; call Cart.total
  }

  public int gives() {
    return new Cart().total(); //> call Cart; call Cart.total
  }
}
