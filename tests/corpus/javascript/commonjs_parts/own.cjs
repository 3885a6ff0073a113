exports.default = function made() {};
exports.quote = function (text) {};
