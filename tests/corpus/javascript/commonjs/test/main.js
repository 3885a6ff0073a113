// The package itself, from a folder inside it: what its manifest has as the entry point.
const create = require('..')
const { Meter } = require('../')

create().read() //> call create exact; call Meter.read typed
new Meter().read() //> call Meter.read typed
