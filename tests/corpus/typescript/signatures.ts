// What index signatures and declared members say of properties and of the functions that are put into them.
class Lamp {
  glow(): void {}
}

const switches: { [event: string]: (lamp: Lamp, event: Event) => void } = {};
switches.on = (lamp) => {
  lamp.glow(); //> call Lamp.glow typed
};
switches.off = switches.dim = (lamp, event) => {
  lamp.glow(); //> call Lamp.glow typed
};
switches["flash"] = (lamp) => {
  lamp.glow(); //> call Lamp.glow typed
};

const lamps: { [name: string]: Lamp } = {};
lamps.hall.glow(); //> call Lamp.glow typed
lamps["attic"].glow(); //> call Lamp.glow typed

interface Shelf {
  [place: number]: Lamp;
  onChange: (lamp: Lamp) => void;
}

function listen(shelf: Shelf) {
  shelf.onChange = (lamp) => lamp.glow(); //> call Lamp.glow typed
  shelf[0].glow(); //> call Lamp.glow typed
  shelf.missing.glow(); //> none glow
}

class Bare {
  start() {}
}

class Dressed extends Bare {
  constructor() {
    super(); //> call Bare exact
    this.start(); //> call Bare.start exact
  }
}

class Outer extends Dressed {
  constructor() {
    super(); //> call Dressed exact
  }
}

class Foreign extends Unheard {
  constructor() {
    super(); //> none *
  }
}
