// Members are found by the declared type of their object.

struct Valve {
  void open();
  Valve operator+(const Valve& other);
};

struct Pump {
  Valve* valve;
};

void field(Pump* pump) {
  pump->valve->open(); //> call Valve.open typed
}

void deduced(Pump& pump) {
  auto valve = pump.valve;
  valve->open(); //> call Valve.open typed
}

void added(Valve a, Valve b) {
  a + b; //> implicit Valve.operator+ typed
}
