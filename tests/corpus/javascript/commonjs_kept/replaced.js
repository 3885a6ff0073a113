exports.lost = function () {};

module.exports = { found };

function found() {}
