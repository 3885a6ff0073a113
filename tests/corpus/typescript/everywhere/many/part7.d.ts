interface Whole {
  part7(): void;
}
