export class Part { use() {} }
export { deep } from "./inner/deep.js" //> import src/inner/deep.ts::deep
