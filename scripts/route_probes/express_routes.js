// The routes of an Express application as its router stack has them, as lines of JSON.
//
// Runs in the folder of the application: node express_routes.js FILE [EXPORT]. The paths of mounts are noted as
// routers are given them, since some versions of Express keep them as patterns alone.
const path = require('path');
const { createRequire } = require('module');

const { holdListening, printRoute } = require('./applications');
const { locate } = require('./functions');

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

const listening = holdListening(express.application);

function walk(router, prefix) {
  for (const layer of router.stack) {
    if (layer.route) {
      const handlers = layer.route.stack;
      const methods = new Map();
      for (const each of handlers) methods.set(each.method ? each.method.toUpperCase() : 'ANY', each.handle);
      for (const [method, handle] of methods) {
        for (const one of [layer.route.path].flat()) {
          printRoute({ method, path: prefix + String(one), ...locate(handle) });
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
