// Builders whose type says more with every call: one class, whatever is known of its type arguments.

class People { name = '' }
class Pets { kind = '' }
class Toys { size = 1 }

declare class Query<From, Into> {
  pick<T extends string>(one: T[]): Query<From, Into & { many: T }> //> def method Query.pick
  pick<T extends string>(made: (from: From) => T): Query<From, Into & { made: T }>
  pick<T extends string>(one: T): Query<From, Into & { one: T }>
  with<T>(other: T): Query<From & T, Into>
  with<T>(other: T, key: string): Query<T, Into>
  when<C extends Callback<From>>(condition: boolean, then: C): Query<From, Into> //> def method Query.when
  run(): Promise<Into[]>
}

type Callback<From> = (join: Join<From>) => Join<any>

declare class Join<From> {
  on(key: string): Join<From>
}

type Begun<T> = T extends 'people' ? Query<People, {}>
  : T extends 'pets' ? Query<Pets, {}>
  : T extends 'toys' ? Query<Toys, {}>
  : T extends 'both' ? Query<People & Pets, {}>
  : Query<any, T>

declare function from<T extends string>(name: T): Begun<T>

export async function use() {
  from('people').pick('name').run() //> call Query.pick; call Query.run typed
  from('people').pick('name').pick(['kind']).with(new Toys()).pick('size').run() //> call Query.pick; call Query.with; call Query.run typed
  from('pets').when(true, (join) => join.on('key').on('other')) //> call Query.when typed; call Join.on typed
}

// What is of many classes is still of none.
class A { go() {} }
class B { go() {} }
class C { go() {} }
class D { go() {} }
class E { go() {} }
class F { go() {} }
class G { go() {} }
class H { go() {} }
class I { go() {} }
class J { go() {} }
class K { go() {} }
class L { go() {} }
class M { go() {} }

export function any(one: A | B | C | D | E | F | G | H | I | J | K | L | M) {
  one.go() //> none go
}
