interface Whole {
  part5(): void;
}
