// type arguments of a call among the arguments of another, where a grammar may see two comparisons

class Plan<A, B> {
  same<T>(): void {}
}
interface Kind {}

declare function check<T>(given: T): Plan<T, T>;
declare function make<A, B>(name: string): A;
declare function sizes(...given: boolean[]): void;

function suite(name: string, body: () => void) {
  body();
}

suite("all", () => {
  suite("one", () => {
    check(make<Kind, "text">("text")).same<Kind>(); //> call check; call make exact; call Plan.same; ref Kind
    check(new Plan<Kind, "text">()).same<Kind>(); //> call check; call Plan; call Plan.same; ref Kind
    check(make<string, () => Kind>("text")).same<Kind>(); //> call make exact; call Plan.same; ref Kind
  });
});

export function compare(make: number, low: number, high: number) {
  sizes(make < low, low > (high)); //> call sizes; none make
}
