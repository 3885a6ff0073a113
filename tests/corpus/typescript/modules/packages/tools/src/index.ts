export function hammer() {}
