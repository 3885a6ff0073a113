// The routes of an Express application as its router stack has them, as lines of JSON.
//
// Runs in the folder of the application: node express_routes.js FILE [EXPORT]. The paths of mounts are noted as
// routers are given them, since some versions of Express keep them as patterns alone. Modules named in STUBBED, which
// need a database or a secret, are replaced by an object that has every member: routes need none of them.
const path = require('path');
const { Session } = require('inspector');

const Module = require('module');
const { createRequire } = Module;

const stub = () =>
  new Proxy(function () {}, {
    get: (_, key) => (key === Symbol.toPrimitive ? () => 0 : key === Symbol.iterator ? undefined : stub()),
    apply: () => stub(),
    construct: () => stub(),
  });
const stubbed = (process.env.STUBBED || '').split(',');
const load = Module._load;
Module._load = (name, ...rest) => (stubbed.includes(name) ? stub() : load(name, ...rest));

const from = createRequire(path.resolve(process.argv[2]));
const express = from('express');

const mounts = new Map(); // layer → path
for (const owner of new Set([express.Router, express.Router.prototype, Object.getPrototypeOf(express.Router())])) {
  if (!owner || typeof owner.use !== 'function') continue;
  const use = owner.use;
  owner.use = function (...given) {
    const before = this.stack.length;
    const result = use.apply(this, given);
    const prefix = typeof given[0] === 'string' ? given[0] : '';
    for (const layer of this.stack.slice(before)) mounts.set(layer, prefix);
    return result;
  };
}

const listening = []; // applications that were to listen, which they do not
express.application.listen = function () {
  listening.push(this);
  return { on() {}, close() {}, address: () => null };
};

const session = new Session();
session.connect();
const scripts = new Map();
session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url));
session.post('Debugger.enable');

function locate(handler) {
  globalThis.__handler = handler;
  let place = { file: '', line: 0 };
  session.post('Runtime.evaluate', { expression: '__handler' }, (_, { result }) => {
    session.post('Runtime.getProperties', { objectId: result.objectId, ownProperties: true }, (_, found) => {
      const inner = (found.internalProperties || []).find((each) => each.name === '[[FunctionLocation]]');
      if (inner) {
        const { scriptId, lineNumber } = inner.value.value;
        place = { file: (scripts.get(scriptId) || '').replace('file://', ''), line: lineNumber + 1 };
      }
    });
  });
  return place;
}

function walk(router, prefix) {
  for (const layer of router.stack) {
    if (layer.route) {
      const handlers = layer.route.stack;
      const methods = new Map();
      for (const each of handlers) methods.set(each.method ? each.method.toUpperCase() : 'ANY', each.handle);
      for (const [method, handle] of methods) {
        for (const one of [layer.route.path].flat()) {
          console.log('ROUTE ' + JSON.stringify({ method, path: prefix + String(one), ...locate(handle) }));
        }
      }
    } else if (layer.handle && layer.handle.stack) {
      walk(layer.handle, prefix + (mounts.get(layer) || ''));
    } else if (layer.handle && layer.handle.router) {
      walk(layer.handle.router, prefix + (mounts.get(layer) || ''));
    }
  }
}

const loaded = from(path.resolve(process.argv[2]));
const app = process.argv[3] ? loaded[process.argv[3]] : listening[0] || loaded.default || loaded;
walk(app._router || app.router, '');
process.exit(0);
