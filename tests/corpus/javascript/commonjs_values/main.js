const limits = require('./limits')
const { label } = require('./limits')

exports.start = () => {
  limits.check(limits.table.low) //> ref limits.js::check; ref limits.js::table
  limits.other.go() //> call other.js::go
  limits.same.go() //> call other.js::go
  limits.run(label) //> call limits.js::run; ref limits.js::label
  limits.missing() //> none missing
}
