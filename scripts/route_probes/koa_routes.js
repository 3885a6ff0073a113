// The routes of a Koa application as its routers have them, as lines of JSON.
//
// Runs in the folder of the application: node koa_routes.js FILE [EXPORT]. An export that is a function makes the
// application of anything.
const path = require('path');
const { createRequire } = require('module');

const { holdListening, printRoute, stub } = require('./applications');
const { locate } = require('./functions');

const from = createRequire(path.resolve(process.argv[2]));

const listening = holdListening(from('koa').prototype);

const loaded = from(path.resolve(process.argv[2]));
let app = process.argv[3] ? loaded[process.argv[3]] : listening[0] || loaded.default || loaded;
if (!app.middleware) app = app(stub());
if (app.app) app = app.app;

for (const { router } of app.middleware) {
  for (const layer of router ? router.stack : []) {
    const isAny = layer.methods.length > 10; // what `all` registers
    const methods = isAny ? ['ANY'] : layer.methods.filter((each) => each !== 'HEAD' || !layer.methods.includes('GET'));
    for (const method of methods) {
      printRoute({ method, path: layer.path, ...locate(layer.stack.at(-1)) });
    }
  }
}
process.exit(0);
