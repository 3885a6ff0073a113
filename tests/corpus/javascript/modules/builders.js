// Names that only an export list may give.
function if_builder() {}
function var_builder() {}
export function call() {}
export class Memo {
  apply() {}
  bind() {}
}
export { if_builder as if, var_builder as var, var_builder as plain }
