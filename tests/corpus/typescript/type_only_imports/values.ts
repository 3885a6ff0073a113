import { Gate, type Response } from './shapes'

export function build(response: Response) {
  new Gate().open() //> call Gate exact; call Gate.open typed
  Gate.build() //> call Gate.build exact
}
