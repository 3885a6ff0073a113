// A property of an object literal gives way to one of its name in an object that is spread after it.

function first() {}
function second() {}
function third() {}

const base = { run: second, stop: third };

const overridden = { run: first, ...base };
overridden.run(); //> call second; none first
overridden.stop(); //> call third

const overriding = { ...base, run: first };
overriding.run(); //> call first; none second
overriding.stop(); //> call third

const between = { run: first, ...base, run: third };
between.run(); //> call third; none first; none second

const other = { start: third };
const kept = { run: first, ...other };
kept.run(); //> call first; none third
kept.start(); //> call third

const chain = { run: first, ...base, ...other };
chain.run(); //> call second; none first

const written = {
  run() {}, //> def method written.run
  ...base,
};
written.run(); //> call second; none written.run

const unknown = { run: first, ...JSON.parse("{}") };
unknown.run(); //> call first

function choose(flag) {
  const some = flag ? base : { stop: first };
  const made = { run: third, ...some };
  made.run(); //> call second; call third
}

function extend(options) {
  const made = { run: first, ...options };
  made.run(); //> call first; call second
}
extend(base);

function decide(flag) {
  const made = { run: first, ...(flag && base) };
  made.run(); //> call first; call second
  const either = { run: first, ...(flag ? base : undefined) };
  either.run(); //> call first; call second
}
