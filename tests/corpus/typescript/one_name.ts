// a name may be a type and a value at once: where it stands says which one is meant
export class Schema<T> {
  parse(given: unknown): T {
    return given as T;
  }
}

export type Of<S> = S extends Schema<infer T> ? T : never;

export interface Person {
  greet(): void;
}

export const Person: Schema<Person> = new Schema<Person>();

export interface Pair {
  first(): void;
}

export function Pair(): Other {
  return new Other();
}

export class Other {
  second(): void {}
}

export function meet(one: Person, two: Pair): Person { //> def function meet; typeof Person exact
  one.greet(); //> call Person.greet
  one.parse(1); //> none parse
  two.first(); //> call Pair.first
  Pair().second(); //> call Other.second; call Pair
  return Person.parse(one); //> call Schema.parse; ref Person
}

export type Level = { top(): void };
export const Level = { low(): void {} };

export function raise(level: Level): void {
  level.top(); //> call Level.top
  level.low(); //> none low
  Level.low(); //> call Level.low
}

export const local = () => {
  const made = new Schema<Person>();
  type made = Of<typeof made>;
  made.parse(1).greet(); //> call Schema.parse; call Person.greet
  type shown = made;
  check<shown>(); //> ref shown
  {
    interface Inner {
      go(): void;
    }
    const Inner = (it: Inner) => it.go(); //> call Inner.go
    Inner({ go() {} });
  }
};

export function check<T>(): void {}

export interface Wider extends Person { //> inherit Person
  more(): void;
}

export function widen(it: Wider): void {
  it.greet(); //> call Person.greet
  it.parse(1); //> none parse
}
