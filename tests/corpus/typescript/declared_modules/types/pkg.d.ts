declare module 'pkg' {
  export class Client { send(): void }
  export function connect(): Client //> typeof types/pkg.d.ts::Client
  interface Hidden { go(): void }
  const whole: Client
  export default whole
}

declare module 'legacy/make' {
  function make(): make.Thing
  namespace make {
    interface Thing { run(): void }
    function other(): Thing
  }
  export = make
}
