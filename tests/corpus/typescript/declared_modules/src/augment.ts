// A file that is a module only adds to a module that is elsewhere.
export {}
declare module 'elsewhere' {
  interface Added { go(): void }
}
