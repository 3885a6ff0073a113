// What code can name without importing it, with as much signature as it takes to carry types through it.
// "[await]" is what awaiting gives and "[item]" what iterating gives.

declare class Object {
  toString(): string;
  toLocaleString(): string;
  valueOf(): Object;
  hasOwnProperty(key: string): boolean;
  isPrototypeOf(other: Object): boolean;
  propertyIsEnumerable(key: string): boolean;
  static assign<T>(target: T, ...sources: any[]): T;
  static create<T>(prototype: T, properties?: any): T;
  static freeze<T>(value: T): T;
  static seal<T>(value: T): T;
  static keys(value: any): string[];
  static values<T>(value: Record<string, T>): T[];
  static entries<T>(value: Record<string, T>): [string, T][];
  static fromEntries<T>(entries: Iterable<[string, T]>): Record<string, T>;
  static defineProperty<T>(target: T, key: string, descriptor: any): T;
  static defineProperties<T>(target: T, descriptors: any): T;
  static getPrototypeOf(value: any): any;
  static setPrototypeOf<T>(value: T, prototype: any): T;
  static getOwnPropertyNames(value: any): string[];
  static getOwnPropertyDescriptor(value: any, key: string): any;
  static is(left: any, right: any): boolean;
  static isFrozen(value: any): boolean;
  static groupBy<T>(items: Iterable<T>, key: (item: T, index: number) => string): Record<string, T[]>;
}
interface Record<K, V> {
  [key: string]: V;
}
interface PropertyKey {}
type Partial<T> = T;
type Required<T> = T;
type Readonly<T> = T;
type NonNullable<T> = T;
type NoInfer<T> = T;
type Pick<T, K> = T;
type Omit<T, K> = T;
type Exclude<T, U> = T;
type Extract<T, U> = T;
type ReturnType<T> = any;
type InstanceType<T> = any;
type Awaited<T> = any;
type Parameters<T> = any;
type ConstructorParameters<T> = any;
type ThisParameterType<T> = any;
type OmitThisParameter<T> = T;
type ThisType<T> = any;
type Uppercase<T> = string;
type Lowercase<T> = string;
type Capitalize<T> = string;
type Uncapitalize<T> = string;
interface Function {
  apply(self: any, args?: any[]): any;
  call(self: any, ...args: any[]): any;
  bind(self: any, ...args: any[]): any;
  name: string;
  length: number;
}

declare class String implements Iterable<string> {
  charAt(index: number): string;
  charCodeAt(index: number): number;
  codePointAt(index: number): number;
  at(index: number): string;
  concat(...parts: string[]): string;
  indexOf(part: string, from?: number): number;
  lastIndexOf(part: string, from?: number): number;
  includes(part: string, from?: number): boolean;
  startsWith(part: string, from?: number): boolean;
  endsWith(part: string, to?: number): boolean;
  localeCompare(other: string): number;
  match(pattern: RegExp): RegExpMatchArray;
  matchAll(pattern: RegExp): IterableIterator<RegExpMatchArray>;
  normalize(form?: string): string;
  padStart(length: number, fill?: string): string;
  padEnd(length: number, fill?: string): string;
  repeat(count: number): string;
  replace(pattern: RegExp, by: (match: string, ...groups: string[]) => string): string;
  replaceAll(pattern: RegExp, by: (match: string, ...groups: string[]) => string): string;
  search(pattern: RegExp): number;
  slice(start?: number, end?: number): string;
  split(separator: string, limit?: number): string[];
  substr(start: number, length?: number): string;
  substring(start: number, end?: number): string;
  toLowerCase(): string;
  toUpperCase(): string;
  toLocaleLowerCase(): string;
  toLocaleUpperCase(): string;
  trim(): string;
  trimStart(): string;
  trimEnd(): string;
  toString(): string;
  valueOf(): string;
  length: number;
  [index: number]: string;
  [Symbol.iterator](): IterableIterator<string>;
  static fromCharCode(...codes: number[]): string;
  static fromCodePoint(...codes: number[]): string;
  static raw(strings: any, ...values: any[]): string;
}
declare class Number {
  toFixed(digits?: number): string;
  toPrecision(digits?: number): string;
  toExponential(digits?: number): string;
  toString(radix?: number): string;
  valueOf(): number;
  static isInteger(value: any): boolean;
  static isSafeInteger(value: any): boolean;
  static isFinite(value: any): boolean;
  static isNaN(value: any): boolean;
  static parseFloat(text: string): number;
  static parseInt(text: string, radix?: number): number;
}
declare class Boolean {
  valueOf(): boolean;
}
declare class BigInt {
  toString(radix?: number): string;
}
declare class Symbol {
  description: string;
  toString(): string;
  static for(key: string): symbol;
  static keyFor(value: symbol): string;
}
declare class RegExp {
  constructor(pattern: string, flags?: string);
  exec(text: string): RegExpMatchArray;
  test(text: string): boolean;
  source: string;
  flags: string;
  lastIndex: number;
}
interface RegExpMatchArray extends Array<string> {
  index: number;
  input: string;
  groups: Record<string, string>;
}
interface RegExpExecArray extends RegExpMatchArray {}
declare class Date {
  constructor(value?: any);
  getTime(): number;
  getFullYear(): number;
  getMonth(): number;
  getDate(): number;
  getDay(): number;
  getHours(): number;
  getMinutes(): number;
  getSeconds(): number;
  getMilliseconds(): number;
  getTimezoneOffset(): number;
  setTime(value: number): number;
  setDate(value: number): number;
  setHours(value: number): number;
  toISOString(): string;
  toUTCString(): string;
  toJSON(): string;
  toLocaleString(): string;
  toLocaleDateString(): string;
  toLocaleTimeString(): string;
  static now(): number;
  static parse(text: string): number;
  static UTC(...parts: number[]): number;
}
declare class Error {
  constructor(message?: string, options?: any);
  name: string;
  message: string;
  stack: string;
  cause: any;
  toString(): string;
  static captureStackTrace(target: any, constructor?: any): void;
}
declare class TypeError extends Error {}
declare class RangeError extends Error {}
declare class SyntaxError extends Error {}
declare class ReferenceError extends Error {}
declare class EvalError extends Error {}
declare class URIError extends Error {}
declare class AggregateError extends Error {
  errors: any[];
}
declare class DOMException extends Error {}

declare class Array<T> implements Iterable<T> {
  constructor(...items: T[]);
  at(index: number): T;
  concat(...items: T[][]): T[];
  copyWithin(target: number, start: number, end?: number): T[];
  entries(): IterableIterator<[number, T]>;
  every(test: (item: T, index: number, all: T[]) => boolean): boolean;
  fill(value: T, start?: number, end?: number): T[];
  filter(test: (item: T, index: number, all: T[]) => boolean): T[];
  find(test: (item: T, index: number, all: T[]) => boolean): T;
  findIndex(test: (item: T, index: number, all: T[]) => boolean): number;
  findLast(test: (item: T, index: number, all: T[]) => boolean): T;
  findLastIndex(test: (item: T, index: number, all: T[]) => boolean): number;
  flat(depth?: number): any[];
  flatMap<U>(map: (item: T, index: number, all: T[]) => U[]): U[];
  forEach(run: (item: T, index: number, all: T[]) => void): void;
  includes(item: T, from?: number): boolean;
  indexOf(item: T, from?: number): number;
  join(separator?: string): string;
  keys(): IterableIterator<number>;
  lastIndexOf(item: T, from?: number): number;
  map<U>(map: (item: T, index: number, all: T[]) => U): U[];
  pop(): T;
  push(...items: T[]): number;
  reduce<U>(step: (sum: U, item: T, index: number, all: T[]) => U, start: U): U;
  reduceRight<U>(step: (sum: U, item: T, index: number, all: T[]) => U, start: U): U;
  reverse(): T[];
  shift(): T;
  slice(start?: number, end?: number): T[];
  some(test: (item: T, index: number, all: T[]) => boolean): boolean;
  sort(compare?: (left: T, right: T) => number): T[];
  splice(start: number, count?: number, ...items: T[]): T[];
  toReversed(): T[];
  toSorted(compare?: (left: T, right: T) => number): T[];
  toSpliced(start: number, count?: number, ...items: T[]): T[];
  toString(): string;
  unshift(...items: T[]): number;
  values(): IterableIterator<T>;
  with(index: number, value: T): T[];
  length: number;
  [index: number]: T;
  [Symbol.iterator](): IterableIterator<T>;
  static from<U, V>(items: Iterable<U>, map?: (item: U, index: number) => V): V[];
  static of<U>(...items: U[]): U[];
  static isArray(value: any): boolean;
}
interface ReadonlyArray<T> extends Array<T> {}
interface ArrayLike<T> extends Array<T> {}
interface TupleOf<T> extends Array<T> {}
interface Iterable<T> {
  [Symbol.iterator](): Iterator<T>;
}
interface Iterator<T> {
  next(): IteratorResult<T>;
  return(value?: any): IteratorResult<T>;
  throw(error?: any): IteratorResult<T>;
  "[item]"(): T;
}
interface IteratorResult<T> {
  value: T;
  done: boolean;
}
interface IterableIterator<T> extends Iterator<T>, Iterable<T> {
  [Symbol.iterator](): IterableIterator<T>;
  map<U>(map: (item: T, index: number) => U): IterableIterator<U>;
  filter(test: (item: T, index: number) => boolean): IterableIterator<T>;
  forEach(run: (item: T, index: number) => void): void;
  toArray(): T[];
}
interface Generator<T, R, N> extends IterableIterator<T> {}
interface AsyncIterable<T> {
  [Symbol.asyncIterator](): AsyncIterator<T>;
}
interface AsyncIterator<T> {
  next(): Promise<IteratorResult<T>>;
  return(value?: any): Promise<IteratorResult<T>>;
  "[item]"(): T;
}
interface AsyncIterableIterator<T> extends AsyncIterator<T>, AsyncIterable<T> {
  [Symbol.asyncIterator](): AsyncIterableIterator<T>;
}
interface AsyncGenerator<T, R, N> extends AsyncIterableIterator<T> {}

declare class Map<K, V> implements Iterable<[K, V]> {
  constructor(entries?: Iterable<[K, V]>);
  get(key: K): V;
  set(key: K, value: V): Map<K, V>;
  has(key: K): boolean;
  delete(key: K): boolean;
  clear(): void;
  forEach(run: (value: V, key: K, all: Map<K, V>) => void): void;
  keys(): IterableIterator<K>;
  values(): IterableIterator<V>;
  entries(): IterableIterator<[K, V]>;
  [Symbol.iterator](): IterableIterator<[K, V]>;
  size: number;
  static groupBy<A, B>(items: Iterable<B>, key: (item: B, index: number) => A): Map<A, B[]>;
}
interface ReadonlyMap<K, V> extends Map<K, V> {}
declare class WeakMap<K, V> {
  get(key: K): V;
  set(key: K, value: V): WeakMap<K, V>;
  has(key: K): boolean;
  delete(key: K): boolean;
}
declare class Set<T> implements Iterable<T> {
  constructor(items?: Iterable<T>);
  add(item: T): Set<T>;
  has(item: T): boolean;
  delete(item: T): boolean;
  clear(): void;
  forEach(run: (item: T, again: T, all: Set<T>) => void): void;
  keys(): IterableIterator<T>;
  values(): IterableIterator<T>;
  entries(): IterableIterator<[T, T]>;
  union(other: Set<T>): Set<T>;
  intersection(other: Set<T>): Set<T>;
  difference(other: Set<T>): Set<T>;
  [Symbol.iterator](): IterableIterator<T>;
  size: number;
}
interface ReadonlySet<T> extends Set<T> {}
declare class WeakSet<T> {
  add(item: T): WeakSet<T>;
  has(item: T): boolean;
  delete(item: T): boolean;
}
declare class WeakRef<T> {
  constructor(target: T);
  deref(): T;
}
declare class FinalizationRegistry {
  register(target: any, held: any): void;
}
declare class Promise<T> {
  constructor(run: (resolve: (value: T) => void, reject: (reason?: any) => void) => void);
  then<U>(done: (value: T) => U, failed?: (reason: any) => U): Promise<U>;
  catch(failed: (reason: any) => T): Promise<T>;
  finally(run: () => void): Promise<T>;
  "[await]"(): T;
  static resolve<U>(value: U): Promise<U>;
  static reject(reason?: any): Promise<any>;
  static all<U>(values: Iterable<Promise<U>>): Promise<U[]>;
  static allSettled<U>(values: Iterable<Promise<U>>): Promise<PromiseSettledResult<U>[]>;
  static race<U>(values: Iterable<Promise<U>>): Promise<U>;
  static any<U>(values: Iterable<Promise<U>>): Promise<U>;
}
interface PromiseLike<T> extends Promise<T> {}
interface PromiseSettledResult<T> {
  status: string;
  value: T;
  reason: any;
}
interface PropertyDescriptor {
  value: any;
  get: () => any;
  set: (value: any) => void;
}
declare class Proxy<T> {
  constructor(target: T, handler: any);
}
declare namespace Reflect {
  function apply(target: any, self: any, args: any[]): any;
  function construct(target: any, args: any[]): any;
  function get(target: any, key: string): any;
  function set(target: any, key: string, value: any): boolean;
  function has(target: any, key: string): boolean;
  function ownKeys(target: any): string[];
  function defineProperty(target: any, key: string, descriptor: any): boolean;
  function getPrototypeOf(target: any): any;
}
declare namespace JSON {
  function parse(text: string, reviver?: any): any;
  function stringify(value: any, replacer?: any, space?: any): string;
}
declare namespace Math {
  function abs(x: number): number;
  function ceil(x: number): number;
  function floor(x: number): number;
  function round(x: number): number;
  function trunc(x: number): number;
  function sign(x: number): number;
  function max(...values: number[]): number;
  function min(...values: number[]): number;
  function pow(x: number, y: number): number;
  function sqrt(x: number): number;
  function log(x: number): number;
  function log2(x: number): number;
  function log10(x: number): number;
  function exp(x: number): number;
  function sin(x: number): number;
  function cos(x: number): number;
  function tan(x: number): number;
  function atan2(y: number, x: number): number;
  function hypot(...values: number[]): number;
  function random(): number;
  const PI: number;
  const E: number;
}
declare namespace console {
  function log(...values: any[]): void;
  function info(...values: any[]): void;
  function warn(...values: any[]): void;
  function error(...values: any[]): void;
  function debug(...values: any[]): void;
  function trace(...values: any[]): void;
  function table(value: any): void;
  function time(label?: string): void;
  function timeEnd(label?: string): void;
  function group(...values: any[]): void;
  function groupEnd(): void;
  function assert(test: boolean, ...values: any[]): void;
}
declare namespace Intl {
  class DateTimeFormat {
    format(value: Date): string;
  }
  class NumberFormat {
    format(value: number): string;
  }
}
declare namespace process {
  const env: Record<string, string>;
  const argv: string[];
  function cwd(): string;
  function exit(code?: number): void;
  function on(event: string, run: (...args: any[]) => void): void;
  function nextTick(run: () => void): void;
  function hrtime(): number[];
}

declare class ArrayBuffer {
  byteLength: number;
  slice(start: number, end?: number): ArrayBuffer;
}
declare class SharedArrayBuffer extends ArrayBuffer {}
declare class DataView {
  buffer: ArrayBuffer;
  getUint8(offset: number): number;
  getUint16(offset: number): number;
  getUint32(offset: number): number;
  setUint8(offset: number, value: number): void;
}
declare class Uint8Array extends Array<number> {
  buffer: ArrayBuffer;
  byteLength: number;
  byteOffset: number;
  set(values: any, offset?: number): void;
  subarray(start?: number, end?: number): Uint8Array;
}
declare class Int8Array extends Uint8Array {}
declare class Uint8ClampedArray extends Uint8Array {}
declare class Uint16Array extends Uint8Array {}
declare class Int16Array extends Uint8Array {}
declare class Uint32Array extends Uint8Array {}
declare class Int32Array extends Uint8Array {}
declare class Float32Array extends Uint8Array {}
declare class Float64Array extends Uint8Array {}
declare class BigInt64Array extends Uint8Array {}
declare class Buffer extends Uint8Array {
  toString(encoding?: string): string;
  equals(other: Buffer): boolean;
  write(text: string): number;
  static from(value: any, encoding?: string): Buffer;
  static alloc(size: number): Buffer;
  static concat(parts: Buffer[]): Buffer;
  static isBuffer(value: any): boolean;
  static byteLength(text: string): number;
}
declare class TextEncoder {
  encode(text?: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label?: string, options?: any);
  decode(data?: any, options?: any): string;
}

declare class EventTarget {
  addEventListener(type: string, run: (event: Event) => void, options?: any): void;
  removeEventListener(type: string, run: (event: Event) => void, options?: any): void;
  dispatchEvent(event: Event): boolean;
}
declare class Event {
  constructor(type: string, init?: any);
  type: string;
  target: EventTarget;
  preventDefault(): void;
  stopPropagation(): void;
}
declare class CustomEvent<T> extends Event {
  detail: T;
}
declare class MessageEvent<T> extends Event {
  data: T;
}
declare class AbortSignal extends EventTarget {
  aborted: boolean;
  reason: any;
  throwIfAborted(): void;
}
declare class AbortController {
  signal: AbortSignal;
  abort(reason?: any): void;
}
declare class URL {
  constructor(url: string, base?: string);
  href: string;
  origin: string;
  protocol: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
  searchParams: URLSearchParams;
  toString(): string;
  toJSON(): string;
}
declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: any);
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string;
  getAll(name: string): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  toString(): string;
  forEach(run: (value: string, name: string, all: URLSearchParams) => void): void;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  entries(): IterableIterator<[string, string]>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
declare class Headers implements Iterable<[string, string]> {
  constructor(init?: any);
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string;
  getSetCookie(): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  forEach(run: (value: string, name: string, all: Headers) => void): void;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  entries(): IterableIterator<[string, string]>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}
declare class Body {
  body: ReadableStream<Uint8Array>;
  bodyUsed: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  bytes(): Promise<Uint8Array>;
  formData(): Promise<FormData>;
  json(): Promise<any>;
  text(): Promise<string>;
}
declare class Request extends Body {
  constructor(input: any, init?: any);
  method: string;
  url: string;
  headers: Headers;
  signal: AbortSignal;
  clone(): Request;
}
declare class Response extends Body {
  constructor(body?: any, init?: any);
  status: number;
  statusText: string;
  ok: boolean;
  url: string;
  headers: Headers;
  clone(): Response;
  static json(value: any, init?: any): Response;
  static redirect(url: string, status?: number): Response;
  static error(): Response;
}
declare class Blob {
  constructor(parts?: any[], options?: any);
  size: number;
  type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  slice(start?: number, end?: number): Blob;
  stream(): ReadableStream<Uint8Array>;
  text(): Promise<string>;
}
declare class File extends Blob {
  name: string;
  lastModified: number;
}
declare class FormData {
  append(name: string, value: any): void;
  delete(name: string): void;
  get(name: string): any;
  getAll(name: string): any[];
  has(name: string): boolean;
  set(name: string, value: any): void;
  forEach(run: (value: any, name: string) => void): void;
  entries(): IterableIterator<[string, any]>;
  [Symbol.iterator](): IterableIterator<[string, any]>;
}
declare class ReadableStream<T> {
  constructor(source?: any, strategy?: any);
  locked: boolean;
  cancel(reason?: any): Promise<void>;
  getReader(): ReadableStreamDefaultReader<T>;
  pipeTo(target: WritableStream<T>): Promise<void>;
  pipeThrough(transform: any): ReadableStream<any>;
  tee(): [ReadableStream<T>, ReadableStream<T>];
  [Symbol.asyncIterator](): AsyncIterableIterator<T>;
}
declare class ReadableStreamDefaultReader<T> {
  read(): Promise<IteratorResult<T>>;
  cancel(reason?: any): Promise<void>;
  releaseLock(): void;
  closed: Promise<void>;
}
interface ReadableStreamDefaultController<T> {
  enqueue(chunk: T): void;
  close(): void;
  error(reason?: any): void;
}
declare class WritableStream<T> {
  constructor(sink?: any);
  getWriter(): WritableStreamDefaultWriter<T>;
  close(): Promise<void>;
  abort(reason?: any): Promise<void>;
}
declare class WritableStreamDefaultWriter<T> {
  write(chunk: T): Promise<void>;
  close(): Promise<void>;
  abort(reason?: any): Promise<void>;
  releaseLock(): void;
}
declare class TransformStream<I, O> {
  readable: ReadableStream<O>;
  writable: WritableStream<I>;
}
declare class WebSocket extends EventTarget {
  constructor(url: string, protocols?: any);
  send(data: any): void;
  close(code?: number, reason?: string): void;
  readyState: number;
}
declare class Node extends EventTarget {
  parentNode: Node;
  childNodes: Node[];
  textContent: string;
  appendChild<T>(node: T): T;
  removeChild<T>(node: T): T;
  insertBefore<T>(node: T, before: Node): T;
  cloneNode(deep?: boolean): Node;
  contains(node: Node): boolean;
}
declare class Element extends Node {
  id: string;
  className: string;
  innerHTML: string;
  children: Element[];
  parentElement: Element;
  closest(selector: string): Element;
  getAttribute(name: string): string;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  hasAttribute(name: string): boolean;
  querySelector(selector: string): Element;
  querySelectorAll(selector: string): Element[];
  getBoundingClientRect(): any;
  remove(): void;
  append(...nodes: any[]): void;
}
declare class HTMLElement extends Element {
  click(): void;
  focus(): void;
  blur(): void;
}
declare class Document extends Node {
  body: HTMLElement;
  head: HTMLElement;
  documentElement: HTMLElement;
  createElement(name: string): HTMLElement;
  createTextNode(text: string): Node;
  getElementById(id: string): HTMLElement;
  querySelector(selector: string): HTMLElement;
  querySelectorAll(selector: string): HTMLElement[];
}
declare class Storage {
  getItem(key: string): string;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  clear(): void;
}

interface Window extends EventTarget {
  document: Document;
  localStorage: Storage;
  sessionStorage: Storage;
}
declare const window: Window;
declare const globalThis: Window;
declare const self: Window;
declare const global: Window;
declare const document: Document;
declare const localStorage: Storage;
declare const sessionStorage: Storage;
declare const NaN: number;
declare const Infinity: number;
declare function fetch(input: any, init?: any): Promise<Response>;
declare function parseInt(text: string, radix?: number): number;
declare function parseFloat(text: string): number;
declare function isNaN(value: any): boolean;
declare function isFinite(value: any): boolean;
declare function encodeURI(text: string): string;
declare function encodeURIComponent(text: string): string;
declare function decodeURI(text: string): string;
declare function decodeURIComponent(text: string): string;
declare function escape(text: string): string;
declare function unescape(text: string): string;
declare function btoa(text: string): string;
declare function atob(text: string): string;
declare function eval(code: string): any;
declare function setTimeout(run: () => void, delay?: number, ...args: any[]): any;
declare function clearTimeout(timer: any): void;
declare function setInterval(run: () => void, delay?: number, ...args: any[]): any;
declare function clearInterval(timer: any): void;
declare function setImmediate(run: () => void): any;
declare function queueMicrotask(run: () => void): void;
declare function structuredClone<T>(value: T): T;
declare function requestAnimationFrame(run: (time: number) => void): number;
declare function cancelAnimationFrame(handle: number): void;
declare function alert(message?: string): void;

// What compilers of components take the place of.

interface Emit {
  (event: string, ...args: any[]): void;
}
interface ModelRef<T> {
  value: T;
}
declare function defineProps<T>(props?: any): T;
declare function withDefaults<T>(props: T, defaults: any): T;
declare function defineEmits<T>(events?: any): Emit;
declare function defineExpose(exposed?: any): void;
declare function defineOptions(options: any): void;
declare function defineSlots<T>(): T;
declare function defineModel<T>(name?: any, options?: any): ModelRef<T>;
declare function $state<T>(initial?: T): T;
declare namespace $state {
  function raw<T>(initial?: T): T;
  function snapshot<T>(state: T): T;
  function eager<T>(value: T): T;
}
declare function $derived<T>(value: T): T;
declare namespace $derived {
  function by<T>(make: () => T): T;
}
declare function $effect(run: () => any): void;
declare namespace $effect {
  function pre(run: () => any): void;
  function root(run: () => any): () => void;
  function tracking(): boolean;
  function pending(): number;
}
declare function $props<T>(): T;
declare namespace $props {
  function id(): string;
}
declare function $bindable<T>(fallback?: T): T;
declare function $inspect(...values: any[]): any;
declare namespace $inspect {
  function trace(label?: string): void;
}
declare function $host<T>(): HTMLElement;

// Libraries whose functions hand on what they are given.

declare module "react" {
  type Dispatch<A> = (value: A) => void;
  type SetStateAction<S> = S | ((previous: S) => S);
  type Reducer<S, A> = (state: S, action: A) => S;
  interface Context<T> {
    Provider: any;
    Consumer: any;
    displayName: string;
  }
  interface RefObject<T> {
    current: T;
  }
  interface MutableRefObject<T> {
    current: T;
  }
  function createContext<T>(initial: T): Context<T>;
  function createRef<T>(): RefObject<T>;
  function use<T>(of: Promise<T> | Context<T>): T;
  function useCallback<T>(callback: T, dependencies?: any[]): T;
  function useContext<T>(context: Context<T>): T;
  function useDeferredValue<T>(value: T, initial?: T): T;
  function useMemo<T>(make: () => T, dependencies?: any[]): T;
  function useReducer<S, A>(reducer: (state: S, action: A) => S, initial: S, make?: any): [S, Dispatch<A>];
  function useRef<T>(initial?: T): MutableRefObject<T>;
  function useState<S>(initial?: S | (() => S)): [S, Dispatch<SetStateAction<S>>];
  function useSyncExternalStore<S>(subscribe: any, snapshot: () => S, server?: () => S): S;
  function useTransition(): [boolean, (callback: () => void) => void];
}

declare module "vue" {
  interface Ref<T> {
    value: T;
  }
  interface ComputedRef<T> {
    value: T;
  }
  function computed<T>(get: () => T): ComputedRef<T>;
  function markRaw<T>(value: T): T;
  function reactive<T>(value: T): T;
  function readonly<T>(value: T): T;
  function ref<T>(value?: T): Ref<T>;
  function shallowReactive<T>(value: T): T;
  function shallowRef<T>(value?: T): Ref<T>;
  function toRaw<T>(value: T): T;
}

declare module "svelte/store" {
  interface Readable<T> {
    subscribe(run: (value: T) => void, invalidate?: any): () => void;
  }
  interface Writable<T> extends Readable<T> {
    set(value: T): void;
    update(updater: (value: T) => T): void;
  }
  function derived<T>(stores: any, make: any, initial?: T): Readable<T>;
  function get<T>(store: Readable<T>): T;
  function readable<T>(value?: T, start?: any): Readable<T>;
  function readonly<T>(store: Readable<T>): Readable<T>;
  function writable<T>(value?: T, start?: any): Writable<T>;
}

declare module "solid-js" {
  interface Context<T> {
    Provider: any;
    defaultValue: T;
  }
  function createContext<T>(initial?: T): Context<T>;
  function createMemo<T>(make: () => T): () => T;
  function createSignal<T>(initial?: T): [() => T, (value: T) => T];
  function untrack<T>(read: () => T): T;
  function useContext<T>(context: Context<T>): T;
}

declare module "@angular/core" {
  interface Signal<T> {
    (): T;
  }
  interface WritableSignal<T> extends Signal<T> {
    set(value: T): void;
    update(updater: (value: T) => T): void;
    asReadonly(): Signal<T>;
  }
  function inject<T>(token: new (...parameters: any[]) => T, options?: any): T;
  function signal<T>(value: T, options?: any): WritableSignal<T>;
  function computed<T>(make: () => T, options?: any): Signal<T>;
  function viewChild<T>(locator: new (...parameters: any[]) => T, options?: any): Signal<T>;
}

declare module "@angular/core/testing" {
  class ComponentFixture<T> {
    componentInstance: T;
    nativeElement: any;
    debugElement: any;
    detectChanges(check?: boolean): void;
    whenStable(): Promise<any>;
    destroy(): void;
  }
  class TestBed {
    static configureTestingModule(module: any): typeof TestBed;
    static compileComponents(): Promise<any>;
    static createComponent<T>(component: new (...parameters: any[]) => T, options?: any): ComponentFixture<T>;
    static inject<T>(token: new (...parameters: any[]) => T, missing?: any): T;
  }
}
