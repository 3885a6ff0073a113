export function start(name, options) {
  return launch(name)
}
function launch(name) {}
export const later = async (name) => launch(name)
export const limits = launch('limits')
export function hidden() {} // not declared
export class Queue {
  push(job) {
    this.drain()
    return job
  }
  drain() {}
}
