// The routes of a NestJS application as its own scanner finds them, as lines of JSON.
//
// Runs in the folder of the application: node nestjs_routes.js FILE, with a loader of TypeScript. FILE starts the
// application. It is given one that notes its settings and does nothing else, so that neither a database nor a secret is
// needed.
const path = require('path');
const { createRequire } = require('module');

const { findOwner, printRoute, stub } = require('./applications');

const from = createRequire(path.resolve(process.argv[2]));
from('reflect-metadata');
const { NestFactory, MetadataScanner, NestApplication, RouterModule } = from('@nestjs/core');
const { ApplicationConfig } = from('@nestjs/core/application-config');
const { NestContainer } = from('@nestjs/core/injector/container');
const { DependenciesScanner } = from('@nestjs/core/scanner');
const { RequestMethod } = from('@nestjs/common');

const settings = [];
const noted = (root) => {
  const calls = [];
  const at = settings.push({ root, calls }) - 1;
  const app = new Proxy(function () {}, {
    get: (_, key) => {
      if (key === 'then') return undefined;
      if (key === 'close') return () => (settings[at].closed = true);
      if (['setGlobalPrefix', 'enableVersioning'].includes(key)) return (...given) => (calls.push([key, given]), app);
      return stub();
    },
  });
  return app;
};
NestFactory.create = async (root) => noted(root);

const placedRoutes = []; // that a module gives others as it is made
if (RouterModule) {
  const register = RouterModule.register;
  RouterModule.register = function (routes) {
    placedRoutes.push(routes);
    return register.call(this, routes);
  };
}

const optional = (name) => {
  try {
    return from(name);
  } catch {
    return {};
  }
};

function locate(type) {
  for (const each of Object.values(require.cache)) {
    if (!each || each.filename.includes('node_modules') || !each.exports) continue;
    try {
      if (each.exports === type || Object.values(each.exports).includes(type)) return each.filename;
    } catch {}
  }
  return '';
}

function listPaths(value) {
  const texts = Array.isArray(value) ? value : [value];
  return texts.map((each) => (each.startsWith('/') ? each : '/' + each));
}

async function printRoutes(root, calls) {
  const config = new ApplicationConfig();
  for (const [name, given] of calls) NestApplication.prototype[name].apply({ config }, given);
  const container = new NestContainer(config);
  const { GraphInspector } = optional('@nestjs/core/inspector/graph-inspector');
  const inspector = GraphInspector ? [new GraphInspector(container)] : [];
  const scanner = new DependenciesScanner(container, new MetadataScanner(), ...inspector, config);
  scanner.reflectProviders = scanner.reflectExports = () => undefined; // which may be stubs, and have no routes
  await scanner.scan(root);
  for (const routes of placedRoutes) new RouterModule(container.getModules(), routes);
  const { RoutePathFactory } = optional('@nestjs/core/router/route-path-factory');
  const metadata = new MetadataScanner();
  const listNames = (prototype) =>
    metadata.getAllMethodNames ? metadata.getAllMethodNames(prototype) : [...metadata.getAllFilteredMethodNames(prototype)];
  for (const module of container.getModules().values()) {
    const placed =
      Reflect.getMetadata('__module_path__' + container.getModules().applicationId, module.metatype) ||
      Reflect.getMetadata('__module_path__', module.metatype);
    for (const { metatype } of (module.controllers || module.routes).values()) {
      for (const name of listNames(metatype.prototype)) {
        const handler = metatype.prototype[name];
        const given = Reflect.getMetadata('path', handler);
        if (given === undefined) continue;
        const method = Reflect.getMetadata('method', handler);
        const version = Reflect.getMetadata('__version__', handler);
        let own = Reflect.getMetadata('__version__', metatype);
        const options = config.getVersioning && config.getVersioning();
        if (own === undefined && options) own = options.defaultVersion;
        for (const below of listPaths(given)) {
          for (const above of listPaths(Reflect.getMetadata('path', metatype))) {
            let paths = [(config.getGlobalPrefix() ? '/' + config.getGlobalPrefix() : '') + above + below];
            if (RoutePathFactory) {
              paths = new RoutePathFactory(config).create(
                {
                  ctrlPath: above, methodPath: below, globalPrefix: config.getGlobalPrefix(), modulePath: placed,
                  controllerVersion: own, methodVersion: version, versioningOptions: options,
                },
                method,
              );
            }
            const owner = findOwner(metatype, name);
            for (const one of paths) {
              const row = { method: RequestMethod[method] === 'ALL' ? 'ANY' : RequestMethod[method], path: one };
              printRoute({ ...row, file: locate(owner), name: `${owner.name}.${name}`, line: 0 });
            }
          }
        }
      }
    }
  }
}

process.on('unhandledRejection', (error) => console.error(error));
from(path.resolve(process.argv[2]));
setTimeout(async () => {
  for (const { root, calls } of settings.filter((each) => !each.closed)) await printRoutes(root, calls);
  process.exit(0);
}, Number(process.env.STARTED_MS || 3000));
