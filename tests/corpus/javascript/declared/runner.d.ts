import { Job } from './types/job'

export interface Options {
  label?: string
}
export type Handle = { stop(): void } //> def method Handle.stop
export declare function start(name: string, options?: Options): Handle
export declare function later(name: string): Promise<Job>
export declare const limits: { reset(): void }
export declare class Queue {
  push(job: Job): Job
  drain(): void
}
