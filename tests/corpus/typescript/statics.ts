export abstract class Command {
  static async run(argv?: string[]): Promise<Command> {
    const made = new (this as any)() as Command
    await made.run() //> call Command.run(); none Command.run(string[])
    Command.load('a').load() //> call Command.load(string); call Command.load()
    Command.run().then((each) => each.only()) //> call Command.run(string[]); none Command.run()
    return made
  }

  static load(name?: string): Command {
    return null!
  }

  abstract run(): Promise<void>

  load(): this {
    return this
  }

  twice() {
    this.load().load().only() //> call Command.load(); none Command.load(string); call Command.only
    this.run() //> call Command.run(); none Command.run(string[])
  }

  only() {}

  static alone() {}
}
