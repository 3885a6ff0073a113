// A setup file of jest that records which method of a controller answers each request that SuperTest makes.
//
// Each row has the lines that lead to the request, the nearest first.
const path = require('path');

const { findOwner } = require('./applications');
const { HEADER, listFrames, readFrames, writeRow } = require('./request_frames');

const folder = process.env.ROUTE_MODULES || path.join(process.cwd(), 'node_modules');
const Test = require(path.join(folder, 'supertest/lib/test'));
const { RouterExecutionContext } = require(path.join(folder, '@nestjs/core/router/router-execution-context'));

const address = Test.prototype.serverAddress;
Test.prototype.serverAddress = function (...given) {
  this.set(HEADER, JSON.stringify(listFrames()));
  return address.apply(this, given);
};

const create = RouterExecutionContext.prototype.create;
RouterExecutionContext.prototype.create = function (instance, callback, name, ...rest) {
  const run = create.call(this, instance, callback, name, ...rest);
  const handler = `${findOwner(instance.constructor, name).name}.${name}`;
  return (request, ...others) => {
    const frames = readFrames(request.headers);
    if (frames.length) writeRow({ frames, handler });
    return run(request, ...others);
  };
};
