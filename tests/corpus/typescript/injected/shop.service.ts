// Objects that a framework makes of the class that it is given.
export class ShopService {
  load() {
    return 1;
  }
  close() {}
}

export class Item {
  price() {
    return 1;
  }
}
