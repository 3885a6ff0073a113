// an interface may say what constructing gives; what is made decides what the functions that make it are passed
export interface Trait {
  part: { def: any };
}

export interface Maker<T extends Trait, D = T["part"]["def"]> {
  new (def: D): T;
  init(made: T): void;
}

export function maker<T extends Trait, D = T["part"]["def"]>(name: string, set: (made: T, def: D) => void): Maker<T, D> {
  throw new Error(name);
}

export interface Def {
  run(): void;
  inner: Thing;
}

export interface Thing extends Trait {
  part: { def: Def };
  go(): void;
}

export const Thing: Maker<Thing> = maker("thing", (made, def) => {
  made.go(); //> call Thing.go
  def.run(); //> call Def.run
  def.inner.go(); //> call Thing.go
});

export function another(): Maker<Thing> {
  return maker("other", (made) => made.go()); //> call Thing.go
}

export const made = new Thing({ run() {}, inner: null as any });
made.go(); //> call Thing.go
made.init(made); //> none init
Thing.init(made); //> call Maker.init

export function create<T extends Trait>(Class: Maker<T>): T {
  return new Class(1 as any);
}

create(Thing).go(); //> call Thing.go

const loose: any = create(Thing);
loose.go = () => 1;
create(Thing).go(); //> call Thing.go typed
