// Functions written where a type is expected take their parameter types from it.

class Request {
  read() {}
}
class Reply {
  send(text: string): Reply {
    return this
  }
}

type Handler = (request: Request, reply: Reply) => void
interface Hooks {
  before?: Handler
  after(reply: Reply): void
}
interface Visitor {
  (request: Request): void
}

class Server {
  on(path: string, handler: Handler) {}
  hooks(hooks: Hooks) {}
  visit(visitor: Visitor) {}
}

function wrap<T>(value: T, use: (value: T) => void) {}

const named: Handler = (request, reply) => { //> def function named
  reply.send('x') //> call Reply.send typed
}

export function start(server: Server) {
  server.on('/', (request, reply) => {
    request.read() //> call Request.read typed
    reply.send('a').send('b') //> call Reply.send typed
  })
  server.hooks({
    before: (request) => request.read(), //> call Request.read typed
    after(reply) {
      reply.send('c') //> call Reply.send typed
    },
  })
  server.visit((request) => request.read()) //> call Request.read typed
  wrap(new Reply(), (value) => value.send('d')) //> call Reply.send typed
  server.on('/n', named) //> ref named
}

export const make = (): Handler => (request) => request.read() //> call Request.read typed
