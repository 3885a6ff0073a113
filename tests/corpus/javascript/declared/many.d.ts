import { Handle } from './runner'
export declare const pick: (name: string) => Handle
