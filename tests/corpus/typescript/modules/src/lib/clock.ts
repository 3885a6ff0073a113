export function now() {}
export default class Clock {
  tick() {}
}
export const zone = { shift() {} }
