interface Whole {
  part4(): void;
}
