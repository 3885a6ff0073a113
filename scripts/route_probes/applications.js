// What probes of Node's applications share: modules that are replaced, applications that are to listen, owners of
// methods, and lines of routes.
//
// Modules named in STUBBED, which need a database or a secret, are replaced by an object that has every member: routes
// need none of them.
const Module = require('module');

const absent = [Symbol.iterator, 'then', '__esModule'];
const stub = () =>
  new Proxy(function () {}, {
    get: (_, key) => (key === Symbol.toPrimitive ? (hint) => (hint === 'number' ? 0 : 'x') : absent.includes(key) ? undefined : stub()),
    apply: () => stub(),
    construct: () => stub(),
  });
const stubbed = (process.env.STUBBED || '').split(',').filter(Boolean);
const load = Module._load;
if (stubbed.length) Module._load = (name, ...rest) => (stubbed.includes(name) ? stub() : load(name, ...rest));

// Makes applications not listen, and returns the list of those that were to.
function holdListening(prototype) {
  const listening = [];
  prototype.listen = function () {
    listening.push(this);
    return { on() {}, close() {}, address: () => null };
  };
  return listening;
}

// The class that has a method, nearest first.
function findOwner(type, name) {
  for (let at = type; at && at.prototype; at = Object.getPrototypeOf(at)) {
    if (Object.prototype.hasOwnProperty.call(at.prototype, name)) return at;
  }
  return type;
}

function printRoute(row) {
  console.log('ROUTE ' + JSON.stringify(row));
}

module.exports = { stub, holdListening, findOwner, printRoute };
