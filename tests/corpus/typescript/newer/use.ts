// Syntax that is newer than the grammar, or that it knows in some places only.
export { default as settings } from './settings.json' with { type: 'json' };

type Held = import('./store').Store<number>; //> ref Store

function keep(store: import('./store').Store<string>, all: readonly import('./store').Store<string>[]): void { //> ref Store
  store.save('a'); //> call Store.save
  all[0].save('b'); //> call Store.save
}

const loaded = load<typeof import('./store')>(); //> call load; import store.ts::

function load<M>(): M { //> def function load
  return null as M;
}

const stores: typeof import('./store') = null!;
stores.open().save('c'); //> call Store.save; call open

import('./store').then((found) => found.open()); //> call open

abstract class Shape {
  abstract name: string;
  abstract draw(): void;
}

abstract class Round extends Shape { //> inherit Shape
  abstract override readonly name: string;
  accessor radius = 1;

  override draw(): void { //> override Shape.draw
    this.fill(this.radius); //> call Round.fill
  }

  fill(using: number): number {
    return using + twice(using); //> call twice
  }
}

function twice(using: number): number {
  return using;
}

interface Producer<in out T> {
  abstract?: boolean;
  produce(): T;
}

function take(from: Producer<Round>): void {
  from.produce().fill(1); //> call Round.fill; call Producer.produce
}
