// A library function that takes a function runs it for whoever hands it over.

function twice(value: number) { return value; }

export function all(values: number[]) {
    return values.map(twice);  //> implicit twice inferred
}
