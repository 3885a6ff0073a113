const { Changelog, bump } = require("./changelog");
const steps = require("./steps");

function release(version, out) {
  const next = bump(version);
  const log = Changelog.read("CHANGELOG.md");
  report(out, log.render());
  return steps.run([steps.tag, steps.publish], next);
}

function report(out, text) {
  out.render(text);
}

release(process.argv[2], { render: console.log });
