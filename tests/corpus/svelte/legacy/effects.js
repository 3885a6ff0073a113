export function fade() {}
export const tip = () => {};
