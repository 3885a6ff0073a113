// in a comment the name of a constructor function is the type of what it constructs
function Runner() {}

function start() {}

Runner.prototype.run = function () {};
Runner.run = start;

/** @param {Runner} runner */
function use(runner) {
  runner.run(); //> call Runner.run; none start
}

use(new Runner());
