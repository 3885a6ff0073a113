export function Close() {}
