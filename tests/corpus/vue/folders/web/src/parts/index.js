export function use() {}
