// a class without a constructor of its own is made all the same, by the one that it inherits

class Tool {
  constructor(name: string) {}
}
class Hammer extends Tool {}
class Saw extends Tool {
  constructor() {
    super("saw"); //> call Tool; none Saw
  }
}
function Nail() {}

export const hammer = new Hammer("big"); //> implicit Hammer exact; call Tool exact
export const saw = new Saw(); //> call Saw; none Tool
export const kinds = { Hammer };
export const other = new kinds.Hammer("small"); //> implicit Hammer; call Tool
