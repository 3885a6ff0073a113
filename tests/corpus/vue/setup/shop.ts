export class Item {
  id = 1
  price() {
    return 1
  }
}
export function total(items: Item[]) {
  return items.length
}
