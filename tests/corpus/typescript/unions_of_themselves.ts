// A variable that is assigned from itself holds a union that contains itself.

class Runtime {
  start() {}
  stop() {}
}

var Runner = typeof Runner !== "undefined" ? Runner : new Runtime();
for (key in overrides) {
  if (overrides.hasOwnProperty(key)) {
    Runner.then = function (done) {
      done(Runner);
    };
  }
}
Runner.start(); //> call Runtime.start; none stop
