// a class declares its fields: assigning one that a class above declares makes no other

class Connection {
  close() {}
}
class PooledConnection extends Connection {
  release() {}
}

abstract class Runner {
  protected connection?: Connection
  protected broken = false
  constructor(protected readonly name: string) {}
  get mode(): string {
    return this.name
  }
  set mode(value: string) {}
}

class PooledRunner extends Runner {
  private own: Connection

  constructor(connection: PooledConnection) {
    super('pooled')
    this.connection = connection //> ref Runner.connection; none PooledRunner.connection
    this.broken = true //> ref Runner.broken
    this.mode = 'write' //> ref Runner.mode
    this.own = connection //> ref PooledRunner.own
    this.late = new Connection() //> ref PooledRunner.late
  }

  end() {
    this.connection!.close() //> ref Runner.connection; call Connection.close
    if (this.broken) this.own.close() //> ref Runner.broken; ref PooledRunner.own; call Connection.close
    this.late.close() //> ref PooledRunner.late; call Connection.close
    return this.name //> ref Runner.name
  }
}
