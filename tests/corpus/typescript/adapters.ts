// `bind`, `call` and `apply` are methods of functions, and of whatever else has methods of these names
interface Binding<T> {
  to(value: T): Binding<T>;
}

class Registry {
  bind<T>(key: string): Binding<T> {
    return this.bind(key); //> call Registry.bind
  }

  apply(change: Change): Change {
    return change;
  }
}

class Change {
  call(name: string): Change {
    return this;
  }

  undo() {}
}

function greet(name: string): Change {
  return new Change();
}

const registry = new Registry();
registry.bind<number>("size").to(3); //> call Registry.bind; call Binding.to
const key = "title";
registry.bind(key).to(1); //> call Registry.bind; call Binding.to
const change = new Change();
registry.apply(change).undo(); //> call Registry.apply; call Change.undo
change.call("first").undo(); //> call Change.call; call Change.undo
greet.call(registry, "first").undo(); //> ref greet; call Change.undo; none call
greet.bind(registry)("first").undo(); //> call greet exact; call Change.undo; none bind
greet.apply(registry, ["first"]).undo(); //> ref greet; call Change.undo; none apply
const handlers = { greet };
handlers.greet.bind(registry)("x").undo(); //> call greet; call Change.undo; none bind
