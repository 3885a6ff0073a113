var _ = require('lodash')
function Base() {}
Base.prototype.start = function () {}
function Mixed() {}
_.extend(Mixed.prototype, Base.prototype, { sing: function () { this.start() } }) //> call Base.start
new Mixed().sing() //> call sing inferred
new Mixed().start() //> call Base.start inferred

function Plain() {}
_.extend(Plain, Base.prototype)
new Plain().start() //> none start

function Assigned() {}
Object.assign(Assigned.prototype, Base.prototype, { hum() { this.start() } }) //> call Base.start
new Assigned().start() //> call Base.start inferred
new Assigned().hum() //> call hum inferred

function Written() {}
Written.prototype = {
  walk: function () { this.rest() }, //> call Written.rest
}
Written.prototype.rest = function () {}
