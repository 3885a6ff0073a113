// What a declared module exports, and a namespace, is nothing that this file exports: it stays a script.
declare module "elsewhere" {
  import type { Base } from "base";
  export interface Extra extends Base {
    more: Settings; //> ref globals.d.ts::Settings
  }
  export { Extra as Other }; //> ref Extra
  export default Extra;
}

namespace Tools {
  const inner = 1;
  export { inner };
}

function scripted() {}
