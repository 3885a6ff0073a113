package app;

public class Main {
  void run() {
    new Step().go(); //> call two/src/main/java/app/Step.java::Step.go
  }
}
