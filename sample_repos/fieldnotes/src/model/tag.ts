export enum Tag {
  Field = "field",
  Lab = "lab",
}

export function parseTag(text: string): Tag {
  return text.trim() === "lab" ? Tag.Lab : Tag.Field;
}
