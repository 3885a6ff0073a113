'use strict';

module.exports = exports;

module.exports.one = function (config) {
  return exports.two(config); //> call kept.js::two
};
exports.two = (config) => config;
