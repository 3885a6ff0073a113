export function deep() {}
