// @flow
// types in JavaScript, as Flow checks them, are read as those of TypeScript are
import typeof Clock from "./clock";

export opaque type Key = string;
export type Options = {|
  +store: Store<string>,
  -limit?: number,
  onFull: ?() => void,
  rename: (string) => void,
  ...
|};

declare function warn(text: string): boolean %checks;

interface Source {
  next(): ?Entry;
}

class Entry {
  open(): Entry {
    return this; //> none *
  }
}

class Store<+T> implements Source { //> implement Source
  +name: ?string;
  entries: Array<?Entry>; //> ref Entry
  source: Source; //> typeof Source; ref Source

  next(): ?Entry {
    return this.source.next(); //> call Source.next
  }

  run(options: $ReadOnly<Options>, given: mixed) {
    options.store.next().open(); //> call Store.next; call Entry.open
    const entry = (given: any);
    (given: Entry);
    this.entries[0].open(); //> call Entry.open
    warn("done"); //> call warn
  }
}

function first(source: Source): Entry {
  return source.next().open(); //> call Source.next; call Entry.open
}
