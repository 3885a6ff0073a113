import type { Options } from './runner.js' //> import runner.d.ts::Options
import { start, Queue } from './runner.js'

export class Wide extends Queue {} //> inherit runner.js::Queue
export function go(options: Options) { //> ref runner.d.ts::Options
  start('x', options) //> call runner.js::start exact
}
