var api = exports;

api.first = function () {};
module.exports = api;
api.second = function () {};
