// Calls each function that the modules of a front end's client export, with made-up arguments, against the routes of
// its server, and records which route each request reaches.
//
// Runs in a folder with express, axios, esbuild and tsx: node --enable-source-maps --require tsx/cjs
// client_functions.js ROUTER PREFIX FOLDER SOURCES. The router is mounted at the prefix. Its handlers do not run:
// what stands outside of its folder, besides Express, is replaced by an object that has every member. `@/` in modules
// of the client stands for the folder of sources.
const fs = require('fs');
const Module = require('module');
const path = require('path');

require('./express_requests');

const ROOT = process.env.ROUTE_ROOT;
const [entry, prefix, folder, sources] = process.argv.slice(2);
const from = Module.createRequire(path.join(process.cwd(), 'package.json'));
const express = from('express');
const esbuild = from('esbuild');

const load = Module._load;
const ABSENT = ['then', '__esModule', Symbol.iterator];

// An object that has every member; as middleware it hands a request on.
const stub = () =>
  new Proxy(function () {}, {
    get: (_, key) => (key === Symbol.toPrimitive ? () => 'x' : ABSENT.includes(key) ? undefined : stub()),
    apply: (_, receiver, given) => (given.length === 3 && typeof given[2] === 'function' ? given[2]() : stub()),
    construct: () => stub(),
  });

// Loads modules of the router's folder; all others but Express are replaced.
function serve() {
  const { dispatch } = express.Route.prototype;
  express.Route.prototype.dispatch = function (request, response) {
    this.stack = [];
    dispatch.call(this, request, response, () => response.json({}));
  };
  const routes = path.dirname(path.join(ROOT, entry)) + path.sep;
  Module._load = (name, parent, ...rest) => {
    if (!parent || !parent.filename || !parent.filename.startsWith(routes)) return load(name, parent, ...rest);
    if (name === 'express') return express;
    const isOfRoutes = name.startsWith('.') && path.resolve(path.dirname(parent.filename), name).startsWith(routes);
    return isOfRoutes || name.startsWith('node:') ? load(name, parent, ...rest) : stub();
  };
  const loaded = require(path.join(ROOT, entry));
  Module._load = load;
  const app = express();
  app.use(prefix, loaded.default || loaded);
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });
}

// Loads a module of the client; packages but axios are replaced.
function loadClient(file) {
  Module._load = (name, parent, ...rest) => {
    const isLoaded = name === 'axios' || !parent || parent.filename !== file;
    return isLoaded ? load(name, parent, ...rest) : stub();
  };
  const exported = require(file);
  Module._load = load;
  return exported;
}

async function main() {
  const origin = `http://127.0.0.1:${await serve()}`;
  const kept = new Map();
  const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (...pair) => kept.set(...pair), removeItem() {} };
  Object.assign(globalThis, { window: { location: { origin } }, localStorage: storage });
  const made = fs.mkdtempSync(path.join(process.cwd(), 'client-'));
  process.on('exit', () => fs.rmSync(made, { recursive: true }));
  for (const file of fs.readdirSync(path.join(ROOT, folder))) {
    const outfile = path.join(made, file.replace(/\.\w+$/, '.cjs'));
    await esbuild.build({
      entryPoints: [path.join(ROOT, folder, file)], outfile, bundle: true, format: 'cjs', platform: 'node',
      sourcemap: 'inline', packages: 'external', alias: { '@': path.join(ROOT, sources) },
      define: { 'import.meta.env': '{}' }, loader: { '.js': 'jsx', '.svg': 'empty', '.png': 'empty' }, logLevel: 'error',
    });
    const exported = loadClient(outfile);
    const functions = [...Object.values(exported), ...Object.values(exported.default || {})];
    for (const each of new Set(functions.filter((one) => typeof one === 'function'))) {
      try {
        await each('1', '2', '3', '4');
      } catch (error) {
        console.error(`${file}: ${error.message}`);
      }
    }
  }
  process.exit(0);
}

main();
