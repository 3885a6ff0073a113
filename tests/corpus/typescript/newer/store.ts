export class Store<T> {
  save(item: T): void {}
}

export function open(): Store<string> {
  return new Store<string>();
}
