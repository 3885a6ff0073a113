const { open } = require("./app");

restart("a"); //> call setup.js::restart inferred
probe.read(); //> call Probe.read
pause(3); //> call setup.js::pause inferred
fetch("b"); //> none fetch
local("c"); //> unresolved local; none *

function use(pause) {
  pause(4); //> none pause
}
