/** @import { Memo as Kept } from './builders.js' */
import * as b from './builders.js'

/** @param {Kept} memo */
export function use(memo) {
  b.if() //> call if_builder exact
  b.var() //> call var_builder exact
  b.plain() //> call var_builder exact
  b.call() //> call call exact
  memo.apply() //> call Memo.apply typed
  memo.bind() //> call Memo.bind typed
  use.apply(null, [memo]) //> ref use exact
}
