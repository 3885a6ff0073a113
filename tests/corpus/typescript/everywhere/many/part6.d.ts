interface Whole {
  part6(): void;
}
