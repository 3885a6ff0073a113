package shop.cart;

class Line {
  int price() {
    List<String> none = null; //> none List
    return 1;
  }
}
