// A setup file of jest that records which method of a controller answers each request that SuperTest makes.
//
// Each row has the lines that lead to the request, the nearest first. Rows are lines of JSON in the file that
// ROUTE_REQUESTS names.
const fs = require('fs');
const path = require('path');

const { findOwner } = require('./applications');

const folder = process.env.ROUTE_MODULES || path.join(process.cwd(), 'node_modules');
const Test = require(path.join(folder, 'supertest/lib/test'));
const { RouterExecutionContext } = require(path.join(folder, '@nestjs/core/router/router-execution-context'));

const HEADER = 'x-made-at';
const address = Test.prototype.serverAddress;
Test.prototype.serverAddress = function (...given) {
  const frames = [];
  for (const [, file, line] of new Error().stack.matchAll(/\(?([^\s()]+):(\d+):\d+\)?$/gm)) {
    if (path.isAbsolute(file) && !file.includes('node_modules') && file !== __filename) frames.push(`${file}:${line}`);
  }
  this.set(HEADER, JSON.stringify(frames));
  return address.apply(this, given);
};

const create = RouterExecutionContext.prototype.create;
RouterExecutionContext.prototype.create = function (instance, callback, name, ...rest) {
  const run = create.call(this, instance, callback, name, ...rest);
  const handler = `${findOwner(instance.constructor, name).name}.${name}`;
  return (request, ...others) => {
    const frames = JSON.parse(request.headers[HEADER] || '[]');
    if (frames.length) fs.appendFileSync(process.env.ROUTE_REQUESTS, JSON.stringify({ frames, handler }) + '\n');
    return run(request, ...others);
  };
};
