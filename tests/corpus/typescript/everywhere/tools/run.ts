// Another package is compiled without the declarations of the first, but with those of the package around it.
declare const BUILD: number;
export function run(shared: Shared) { //> ref augment.ts::Shared
  return BUILD; //> ref tools/run.ts::BUILD
}
