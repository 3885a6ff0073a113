// a constructor function and what it constructs may have different members of one name
class Suite {
  add() {}
}

function Runner() {
  this.suite = new Suite();
  this.done = finish;
}

function describe() {}
function finish() {}
function start() {}

Runner.suite = describe;
Runner.run = start;
Runner.only = finish;

Runner.prototype.run = function () {
  this.suite.add(); //> call Suite.add; none describe
};

Runner.run(); //> call start; none Runner.run
Runner.suite(); //> call describe
new Runner().run(); //> call Runner.run; none start
new Runner().suite.add(); //> call Suite.add
