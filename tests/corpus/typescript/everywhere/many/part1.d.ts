interface Whole {
  part1(): void;
}
