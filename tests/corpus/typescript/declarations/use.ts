import Sheet, { Reader, first, open, Tools } from './shapes' //> import shapes.d.ts::Reader

function tag(texts: string[], value: Sheet) {
  value.turn() //> call Page.turn typed
}

export function use(reader: Reader) { //> ref Reader
  reader.read().turn() //> call Reader.read typed; call Page.turn typed
  open('x').read() //> call open exact; call Reader.read typed
  first.turn() //> call Page.turn typed
  Tools.mend() //> call Tools.mend exact
  tag`a ${new Sheet()} b` //> call tag exact; call Page exact
  hidden() //> none hidden
}
