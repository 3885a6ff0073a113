export interface Api {
  list(): Shared; //> ref Shared exact
}
