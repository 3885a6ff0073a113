export * from './clock.js' //> import src/lib/clock.ts::
export { default as Clock, now as time } from './clock'
export * as clocks from './clock'
export type { Shape } from './shape'
