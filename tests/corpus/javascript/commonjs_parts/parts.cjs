// what only assigns members of its exports is imported as the object that they are put into
exports.quote = function (text) {
  return `"${text}"`;
};
exports.lines = (text) => text.split("\n");
