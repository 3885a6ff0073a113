const kept = require('./kept.js');
const { one } = require('./kept.js');
const named = require('./named');
const replaced = require('./replaced');

function run() {
  kept.one(1); //> call kept.js::one
  kept.two(2); //> call kept.js::two
  one(3); //> call kept.js::one
  named.first(); //> call named.js::first
  named.second(); //> call named.js::second
  replaced.found(); //> call replaced.js::found
  kept.three(); //> none *
}
