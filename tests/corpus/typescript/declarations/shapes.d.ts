export declare interface Reader {
  read(): Page //> def method Reader.read
}
export declare class Page {
  turn(): void
}
export declare function open(path: string): Reader //> def function open
export declare const first: Page
export declare namespace Tools {
  function mend(): void
}
declare function hidden(): void
export default Page
