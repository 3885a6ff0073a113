export function increase(n) { return n + 1 }
