export class Item {
  id = 1;
  price() {
    return 1;
  }
}
export function price(of: Item) {
  return of.price();
}
export function tip() {}
