class Alpha {
  constructor() { this.a = 1 }
  method() { return 1 }
  other() { return 1 }
}

class Beta {
  constructor() { this.b = 1 }
  method() { return 2 }
}

// what is copied into a prototype hides what the class extends, and is not above it
class Gamma extends Alpha {
  constructor() { super() } //> call Alpha; none Beta
  other() { return super.method() } //> call Alpha.method; none Beta
}

Object.assign(Gamma.prototype, Beta.prototype)
new Gamma().method() //> call Beta.method typed
