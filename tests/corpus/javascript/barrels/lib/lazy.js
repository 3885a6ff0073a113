Object.defineProperty(exports, '__esModule', { value: true })
Object.defineProperty(exports, 'whole', { enumerable: true, get: function () { return require('./whole') } }) //> import lib/whole.js::
Object.defineProperty(exports, 'first', { get: () => require('./whole').first })
