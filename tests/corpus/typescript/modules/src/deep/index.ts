import Clock from '../lib/clock'
export { Clock }
export const shared = new Clock() //> call Clock exact
