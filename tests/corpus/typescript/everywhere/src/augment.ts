// A module declares for every file in `declare global` alone.
import type { Api } from "./api";

declare global {
  interface Settings {
    save(): Api; //> ref Api exact
  }
  interface Shared {
    go(): void;
  }
  interface Window {
    api: Api;
  }
  var cached: Shared | undefined; //> ref Shared exact
}

interface Local {
  own: string;
}

export function here(shared: Shared) { //> ref Shared exact
  shared.go(); //> call Shared.go
}
