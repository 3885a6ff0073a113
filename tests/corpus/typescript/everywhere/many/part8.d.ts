interface Whole {
  part8(): void;
}
