// Records which route of Express answers each request that SuperTest, `fetch` or axios makes.
//
// A setup file of the runner of tests, or a module that Node loads first. A row has the lines that lead to the request
// and those that lead to the registration of the route, the nearest first, with its method and paths. Of several routes
// that a request passes the last one answers.
const Module = require('module');
const path = require('path');

const { HEADER, listFrames, readFrames, writeRow } = require('./request_frames');

const from = Module.createRequire(path.join(process.cwd(), 'package.json'));

// A module of the application or of a library that it has, or nothing.
function find(name, of = from) {
  try {
    return require(of.resolve(name));
  } catch {
    return undefined;
  }
}

function recordRoutes() {
  const express = find('express');
  if (!express) return;
  const { Route } = express;
  const registered = new WeakMap();
  const { dispatch } = Route.prototype;
  for (const name of ['all', 'get', 'post', 'put', 'delete', 'patch', 'head', 'options']) {
    const register = Route.prototype[name];
    Route.prototype[name] = function (...handlers) {
      registered.set(this, [...(registered.get(this) || []), ...listFrames()]);
      return register.apply(this, handlers);
    };
  }
  Route.prototype.dispatch = function (request, response, done) {
    const frames = readFrames(request.headers);
    if (frames.length && !request.answeredBy) response.once('finish', () => writeRow(request.answeredBy));
    if (frames.length) {
      const paths = [this.path].flat().map(String);
      request.answeredBy = { frames, registered: registered.get(this) || [], method: request.method, paths };
    }
    return dispatch.call(this, request, response, done);
  };
}

function markSupertest() {
  const Test = find('supertest/lib/test');
  if (!Test) return;
  const { redirects } = Test.prototype;
  Test.prototype.redirects = function (...given) {
    if (!this.get(HEADER)) this.set(HEADER, JSON.stringify(listFrames()));
    return redirects.apply(this, given);
  };
}

function markFetch() {
  const { fetch } = globalThis;
  if (!fetch) return;
  globalThis.fetch = (resource, options) => {
    const request = new Request(resource, options);
    request.headers.set(HEADER, JSON.stringify(listFrames()));
    return fetch(request);
  };
}

function markAxios() {
  const axios = find('axios');
  if (!axios) return;
  const { request } = axios.Axios.prototype;
  axios.Axios.prototype.request = function (given, options) {
    const config = typeof given === 'string' ? { ...options, url: given } : given;
    const headers = { ...(config.headers || {}), [HEADER]: JSON.stringify(listFrames()) };
    return request.call(this, { ...config, headers });
  };
}

recordRoutes();
markSupertest();
markFetch();
markAxios();
