// a class and an interface of one name are one type, which has what the interface declares
import { Emitter } from "lib";

export interface Task extends Emitter {
  on(name: "start", act: () => void): this; //> def method Task.on
  on(name: "end", act: (result: Result) => void): this;
}

export class Task extends Emitter implements Task { //> implement Task
  end(): void {}
}

export class Result {
  code(): void {}
}

export function watch(task: Task): void {
  task.on("end", (result) => result.code()); //> call Task.on typed
  task.end(); //> call Task.end typed
}
