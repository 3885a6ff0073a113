const fs = require("fs");

function readEntries(path) {
  return fs.readFileSync(path, "utf8").split("\n").filter(isEntry);
}

function isEntry(line) {
  return line.startsWith("- ");
}

class Changelog {
  constructor(entries) {
    this.entries = entries;
  }

  static read(path) {
    return new Changelog(readEntries(path));
  }

  render() {
    return this.entries.join("\n");
  }
}

exports.Changelog = Changelog;
exports.bump = (version) => {
  const [major, minor] = version.split(".");
  return `${major}.${Number(minor) + 1}.0`;
};
