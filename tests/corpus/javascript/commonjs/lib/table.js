function open() {}
module.exports = { open, close: () => open() } //> call open exact
