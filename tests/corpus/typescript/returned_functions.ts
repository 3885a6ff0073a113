// a function that a function returns is passed what the type around both of them says, however deep it stands
export interface Operation {
  path(): string;
}

export interface Runtime {
  log(): void;
}

export type Handler = (given: { op: Operation }) => void;
export type Link = (runtime: Runtime) => Handler;

export function direct(): Link {
  return (runtime) => ({ op }) => {
    runtime.log(); //> call Runtime.log
    op.path(); //> call Operation.path
  };
}

export function nested(): Link {
  return (runtime) => {
    runtime.log(); //> call Runtime.log
    return ({ op }) => {
      op.path(); //> call Operation.path
    };
  };
}

export const held: Link = () => (given) => given.op.path(); //> call Operation.path

export function use(link: Link): void {}

use(() => ({ op }) => {
  op.path(); //> call Operation.path
});

export interface Store {
  drop(op: Operation): void;
}

export function create(make: (runtime: Runtime) => Store): void {}

create(() => ({
  drop(op) {
    op.path(); //> call Operation.path
  },
}));

export function plain() {
  return (given) => given.path(); //> none path
}
