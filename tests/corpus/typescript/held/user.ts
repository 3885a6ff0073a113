import { check, chosen as picked } from './makers'
import * as makers from './makers'

export function outside(check2: (text: string) => boolean) {
  check('b') //> ref makers.ts::check
  picked('b') //> ref makers.ts::chosen; implicit shout
  makers.typed('b') //> ref makers.ts::typed
  check2('b') //> none check; unresolved check2
  return check2
}
