const self = module.exports

self.first = function () {}
self.second = () => self.first() //> call first
