const path = require('path')
const renamed = require(path.join(__dirname, 'lib', 'renamed')) //> import lib/renamed.js::
const whole = require(__dirname + '/lib/whole') //> import lib/whole.js::
const gathered = require(`${__dirname}/lib/gathered`) //> import lib/gathered.js::
const lazy = require(path.resolve(__dirname, './lib/lazy.js')) //> import lib/lazy.js::
const spread = require('./lib/spread')

renamed.make().listen() //> call make exact; call Server.listen inferred
renamed.hidden() //> none hidden
whole.second() //> call second exact
gathered.make().listen() //> call make; call Server.listen inferred
gathered.own() //> call own
lazy.whole.second() //> call second
lazy.first() //> call first
spread.make() //> call make
spread.second() //> call second
spread.extra() //> call extra
