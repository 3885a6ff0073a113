interface Whole {
  part2(): void;
}
