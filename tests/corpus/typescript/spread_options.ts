// Options that a type declares may be left out: the property before the spread is then the one that is called.

interface Options {
  run?: () => void;
}

function first() {}

declare function load(): Options;

const options: Options = load();
const made = { run: first, ...options };
made.run(); //> implicit first; ref Options.run
