// Declarations export all that is in them, unless a list says what they do.
import { Marked, Unmarked } from './all' //> import all.d.ts::Marked; import all.d.ts::Unmarked
import { Shape } from './all' //> none Shape
import { Kept, Shown } from './listed' //> none Kept; import listed.d.ts::Shown

export function use(unmarked: Unmarked) {
  unmarked.go() //> call Unmarked.go typed
}
