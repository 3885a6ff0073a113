// Modules that a script declares: their code is nowhere here, what is said of them is.
import { Client, connect, missing } from 'pkg' //> import types/pkg.d.ts::Client; import types/pkg.d.ts::connect
import whole from 'pkg'
import * as all from 'pkg'
import make from 'legacy/make'
import { other } from 'legacy/make'
import { Added, real } from 'elsewhere' //> none Added

export function use(client: Client, added: Added) { //> ref types/pkg.d.ts::Client; none Added
  client.send() //> call Client.send typed
  connect().send() //> call connect exact; call Client.send typed
  whole.send() //> call Client.send typed
  all.connect().send() //> call connect exact; call Client.send typed
  make().run() //> call make exact; call make.Thing.run typed
  other().run() //> call make.other; call make.Thing.run typed
  missing() //> external pkg.missing
  real() //> external elsewhere.real
  added.go() //> none go
}
