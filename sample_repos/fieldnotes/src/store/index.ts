import { NoteStore } from "./noteStore";

export const noteStore = new NoteStore();
export * from "./noteStore";
