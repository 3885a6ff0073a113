export function helper() {}
export function save() {}
