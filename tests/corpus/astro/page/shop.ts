export class Item {
  url = '';
  price() {
    return 1;
  }
}
export function price(of: Item) {
  return of.price();
}
export async function items(): Promise<Item[]> {
  return [];
}
