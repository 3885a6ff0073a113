// Methods of built-in types and of unknown receivers are nobody's here.

class Basket {
  items: string[] = []

  push(item: string) {
    this.items.push(item) //> none push
  }

  map() {}
  get(key: string) {}
  then() {}
  json() {}
}

export async function uses(names: string[], table: Map<string, Basket>, input: any) {
  names.map((name) => name.trim()) //> none map
  table.get('a')?.push('b') //> call Basket.push typed; none get
  input.push(1) //> none push
  input.get('x').then() //> none get; none then
  const answer = await fetch('/')
  await answer.json() //> none json
  JSON.parse('[]').push(2) //> none push
  Promise.resolve(new Basket()).then((basket) => basket.map()) //> call Basket.map typed; none then
  const [first] = [...table.values()]
  first.get('c') //> call Basket.get typed
}
