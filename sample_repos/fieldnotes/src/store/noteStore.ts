import type { ApiClient } from "../api";
import { Draft, Notebook, type Note } from "../model/note";
import { Emitter } from "./emitter";

export class NoteStore extends Emitter<Notebook> {
  private readonly notebook = new Notebook();

  async load(client: ApiClient): Promise<number> {
    const notes = await client.list();
    for (const note of notes) this.add(note);
    return notes.length;
  }

  add(note: Note): Draft {
    const draft = new Draft(note);
    this.notebook.drafts.push(draft);
    this.emit(this.notebook);
    return draft;
  }

  rename(id: string, title: string): string {
    const draft = this.notebook.find(id);
    return draft ? draft.rename(title).describe() : "";
  }

  async flush(client: ApiClient): Promise<void> {
    await Promise.all(this.notebook.drafts.map((draft) => client.save(draft.note)));
  }
}
