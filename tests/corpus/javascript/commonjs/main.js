const create = require('./lib') //> import lib/index.js::
const { add } = require('./lib/maths')
const { open: start, close } = require('./lib/table.js')
const table = require('./lib/table')
const commons = require('commons')

create().read() //> call create exact; call Meter.read inferred
new create.Meter() //> call Meter typed
add(1, 2) //> call add exact
start() //> call open typed
close() //> call close typed
table.open() //> call open typed
create.maths.add(1, 2) //> call add exact
commons() //> call create exact
