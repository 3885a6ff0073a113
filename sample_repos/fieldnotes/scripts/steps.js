module.exports = {
  run(tasks, version) {
    return tasks.map((task) => task(version));
  },
  tag,
  publish: function publish(version) {
    return announce(`published ${version}`);
  },
};

function tag(version) {
  return announce(`tagged ${version}`);
}

function announce(text) {
  process.stdout.write(text + "\n");
  return text;
}
