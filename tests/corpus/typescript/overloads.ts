// Overload signatures stand for their implementation; interfaces choose by arguments.

class Text {
  trim() {}
}
class Count {
  add() {}
}

function parse(input: string): Text
function parse(input: number): Count
function parse(input: any): any { //> def function parse
  return input
}

interface Reader {
  read(key: string): Text
  read(key: string, index: number): Count
}

class Store {
  find(key: string): Text
  find(key: number): Count
  find(key: any): any { //> def method Store.find
    return key
  }
}

export function use(reader: Reader, store: Store) {
  parse('x') //> call parse exact
  reader.read('a').trim() //> call Text.trim typed; none Count.add
  reader.read('a', 1).add() //> call Count.add typed; none Text.trim
  store.find('k') //> call Store.find typed
}
