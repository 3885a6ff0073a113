import { time, now, Clock, clocks, type Shape } from '../lib' //> import src/lib/index.ts::; import now
import Direct, { zone } from '@lib/clock' //> import src/lib/clock.ts::
import { shared } from '@deep' //> import src/deep/index.ts::
import { now as tick } from '#clock' //> import now
import { hammer } from '@shop/tools' //> import hammer
import { saw } from '@shop/tools/extra' //> import saw
import { readFile } from 'node:fs'

export async function main(shape: Shape) {
  time() //> call now exact
  now() //> call now exact
  new Clock().tick() //> call Clock exact; call Clock.tick typed
  clocks.now() //> call now exact
  new Direct() //> call Clock exact
  zone.shift() //> call zone.shift typed
  shared.tick() //> call Clock.tick typed
  tick() //> call now exact
  hammer() //> call hammer exact
  saw() //> call saw exact
  shape.area() //> call Shape.area typed
  readFile('x', () => {}) //> none now
  const late = await import('../lib/clock')
  late.now() //> call now exact
}
