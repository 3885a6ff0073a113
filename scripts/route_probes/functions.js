// Places of functions, as the debugger of Node knows them.
const Module = require('module');
const { Session } = require('inspector');

const session = new Session();
session.connect();
const scripts = new Map();
session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url));
session.post('Debugger.enable');

function readInternals(expression) {
  let found = [];
  session.post('Runtime.evaluate', { expression }, (_, { result }) => {
    session.post('Runtime.getProperties', { objectId: result.objectId, ownProperties: true }, (_, properties) => {
      found = properties.internalProperties || [];
    });
  });
  return new Map(found.map((each) => [each.name, each.value]));
}

// The file and line of a function, or of the function that it binds, in the source that it was compiled from.
function locate(handler) {
  globalThis.__handler = handler;
  let internals = readInternals('__handler');
  const bound = internals.get('[[TargetFunction]]');
  if (bound) {
    session.post('Runtime.getProperties', { objectId: bound.objectId, ownProperties: true }, (_, properties) => {
      internals = new Map((properties.internalProperties || []).map((each) => [each.name, each.value]));
    });
  }
  const place = internals.get('[[FunctionLocation]]');
  if (!place) return { file: '', line: 0 };
  const { scriptId, lineNumber, columnNumber } = place.value;
  const file = (scripts.get(scriptId) || '').replace('file://', '');
  const map = Module.findSourceMap(file);
  const entry = map ? map.findEntry(lineNumber, columnNumber) : {};
  return { file, line: (entry.originalLine ?? lineNumber) + 1 };
}

module.exports = { locate };
