import { formatDate } from "@app/format";
import type { Note } from "@app/model/note";

export interface NoteCardProps {
  note: Note;
  seen: Date;
}

export function NoteCard({ note, seen }: NoteCardProps) {
  return (
    <article>
      <h2>{note.title}</h2>
      <time>{formatDate(seen)}</time>
    </article>
  );
}
