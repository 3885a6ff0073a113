package tool;

import app.*;

class Wide {
  void run(Plan plan) {
    plan.draw(); //> call Plan.draw
  }
}
