interface Whole {
  part3(): void;
}
