import { createPanel, layout, Table, type Widget } from "@fieldnotes/widgets";
import type { Note } from "@app/model/note";
import { noteStore } from "@app/store";
import { NoteCard } from "./NoteCard";

const describeNote = (note: Note): string => note.title;

export function NoteBoard({ notes }: { notes: Note[] }) {
  const width = layout.clamp(notes.length * 120);
  return (
    <main style={{ width }}>
      {notes.map((note) => (
        <NoteCard key={note.id} note={note} seen={new Date()} />
      ))}
    </main>
  );
}

export function buildSidebar(notes: Note[]): Widget {
  const panel = createPanel("sidebar", "New note");
  panel.append(new Table(notes, describeNote));
  noteStore.subscribe((book) => panel.append(createPanel(book.describe(), "Open")));
  return panel;
}

export function sidebarHtml(notes: Note[]): string {
  return buildSidebar(notes).mount();
}
