
exports.tools = {}
exports.tools.sharpen = function sharpen() {}
exports.prepare = function prepare(saw) {
  exports.tools.sharpen(saw) //> call sharpen inferred
  return saw.parts.map((part) => exports.prepare(part)) //> call prepare exact
}
