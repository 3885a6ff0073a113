import { start, later, limits, hidden, Queue } from './runner.js' //> import runner.js::; import runner.d.ts::
import { pick } from './many.js'
import * as whole from './runner'
import entry from 'declared' //> import lib/entry.js::; import types/all.d.ts::

start('a').stop() //> call runner.js::start exact; none runner.d.ts::start; call Handle.stop inferred
whole.start('b') //> call runner.js::start exact
later('a').then((job) => job.retry()) //> call runner.js::later exact; call Job.retry inferred
limits.reset() //> call runner.d.ts::reset inferred
hidden() //> call runner.js::hidden exact
const queue = new Queue() //> call runner.js::Queue exact; none runner.d.ts::Queue
queue.push(null).retry() //> call runner.js::Queue.push typed; call Job.retry inferred
queue.drain() //> call runner.js::Queue.drain typed
entry.open().retry() //> call lib/entry.js::open; call Job.retry inferred
pick('one').stop() //> call Handle.stop inferred
