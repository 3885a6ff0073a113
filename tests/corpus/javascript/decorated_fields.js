// In JavaScript decorators stand inside fields and methods alike.

function logged(value) {
  return value;
}

function named(name) {
  return (value) => value;
}

class Box {
  @logged size = 1; //> ref logged
  @named("w") width = 2; //> call named

  @logged //> ref logged
  @named("o") //> call named
  open() {}
}
