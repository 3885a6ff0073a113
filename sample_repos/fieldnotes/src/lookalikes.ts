// Names that look like ours and are not: nothing here may be linked to the project symbols they resemble.
import { formatDate as printDate } from "./format";
import { Draft } from "./model/note";
import { Tag } from "./model/tag";

export function tally(parseTag: (text: string) => Tag, texts: string[]): number {
  const seen = new Map<string, number>();
  for (const text of texts) seen.set(parseTag(text), (seen.get(text) ?? 0) + 1);
  return [...seen.values()].find((count) => count > 1) ?? 0;
}

export function describeAll(things: any): string {
  things.subscribe(console.log);
  return things.describe();
}

export function rename(date: Date): string {
  const formatDate = (value: Date): string => value.toISOString();
  return formatDate(date);
}

export function stamp(date: Date): string {
  return printDate(date);
}

export function remember(note: string): number {
  let target: Draft | Set<string> = new Draft({ id: note, title: note, tags: [] });
  target = new Set<string>();
  target.add(note);
  return target.size;
}

export function save(payload: object): void {
  localStorage.setItem("notes", JSON.stringify(payload));
  document.querySelector("main")?.append(String(Math.round(1.5)));
}
