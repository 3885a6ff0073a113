package tool;

import static app.Plan.SIZE; //> import app/Plan.java::Plan

import app.Plan; //> import app/Plan.java::Plan
import app.Plan.Page; //> import Plan.Page

class Use {
  void run(Plan plan) {
    plan.draw(); //> call Plan.draw
    new Page(); //> call Plan.Page
  }
}
