// Constructor functions, prototypes, mixins and `this`.

function Animal(name) { //> def function Animal
  this.name = name
}

Animal.prototype.speak = function () { //> def method Animal.speak
  return this.sound() //> call Animal.sound inferred
}

Animal.prototype.sound = function sound() {}

function Dog(name) {
  Animal.call(this, name) //> ref Animal
}
Dog.prototype = Object.create(Animal.prototype)
Dog.prototype.fetch = function () {
  this.speak() //> call Animal.speak inferred
}

function Point() {}
Point.prototype = {
  move() {}, //> def method move
}

const swims = {
  swim() {}, //> def method swims.swim
}

class Duck {}
Object.assign(Duck.prototype, swims)

new Dog('rex').fetch() //> call Dog exact; call Dog.fetch inferred
new Point().move() //> call Point exact; call move inferred
new Duck().swim() //> call swims.swim typed

const counter = {
  count: 0,
  step() {
    this.report() //> call counter.report exact
  },
  report() {},
}
counter.step() //> call counter.step typed

class Queue {
  constructor() {
    this.items = []
    this.size = 0 //> def field Queue.size
  }
  push(item) {
    this.items.push(item) //> none Queue.push
    const self = this
    setTimeout(function () {
      self.flush() //> call Queue.flush exact
    })
  }
  flush() {}
  *[Symbol.iterator]() {
    yield* this.items
  }
}

function Step() {}
Step.prototype['Begin'] = function (packet) {
  this._finish(packet) //> call Step._finish
}
Step.prototype._finish = function (packet) {}
new Step().Begin() //> call Step.Begin inferred

function Depot() {}
Depot.open = function () {
  return new Depot()
}
Depot.prototype.open = function () {}
new Depot().open() //> call Depot.open inferred; none prototypes.js::open
