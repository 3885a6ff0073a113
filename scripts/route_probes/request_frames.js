// What recorders of requests of Node's applications share: the lines of the application that lead to a call, the
// header in which a client says where a request was made, and rows of JSON in the file that ROUTE_REQUESTS names.
const fs = require('fs');
const path = require('path');

const HEADER = 'x-made-at';
const ROOT = process.env.ROUTE_ROOT || process.cwd();

// The lines of code of the application that lead to a call, as `file:line`, the nearest first.
function listFrames() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const frames = [];
  for (const [, place, line] of new Error().stack.matchAll(/\(?([^\s()]+):(\d+):\d+\)?$/gm)) {
    const file = place.replace('file://', '');
    const isTheirs = file.startsWith(ROOT + path.sep) && !file.slice(ROOT.length).includes('/node_modules/');
    if (isTheirs) frames.push(`${file}:${line}`);
  }
  Error.stackTraceLimit = limit;
  return frames;
}

function readFrames(headers) {
  return JSON.parse(headers[HEADER] || '[]');
}

function writeRow(row) {
  fs.appendFileSync(process.env.ROUTE_REQUESTS, JSON.stringify(row) + '\n');
}

module.exports = { HEADER, listFrames, readFrames, writeRow };
