// A file without imports and exports declares for every file of its package.
interface Settings { //> def interface Settings
  name: string;
  reload(): void;
}
declare const BUILD: string;
declare function track(name: string): Settings; //> ref Settings exact
declare namespace App {
  interface Locals {
    user: Settings; //> ref Settings
  }
}
interface Window {
  settings: Settings;
}
declare module "somewhere" {
  export function hidden(): void;
}
