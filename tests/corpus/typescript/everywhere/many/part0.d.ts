interface Whole {
  part0(): void;
}
