package app;

class Draft {
  Step step; //> typeof two/src/main/java/app/Step.java::Step

  void run(Plan plan) { //> ref one/src/main/java/app/Plan.java::Plan
    plan.draw(); //> call Plan.draw
    new Plan.Page(); //> call Plan.Page
  }
}
