// what is put on the global object is known by its name to what runs later
const { open } = require("./app");

function restart(name) {
  return open(name); //> call app.js::open
}

class Probe {
  read() {}
}

global.restart = restart;
globalThis.probe = new Probe();
global.pause = (time) => time; //> def function pause
global.fetch = (address) => address;

function inside(global) {
  global.local = restart;
}
