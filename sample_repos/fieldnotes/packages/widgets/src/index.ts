export * from "./button";
export { Panel, createPanel } from "./panel";
export { default as Table } from "./table";
export { Widget, type Size } from "./widget";
export * as layout from "./layout";
