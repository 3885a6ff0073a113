import { Tag } from "./tag";

export interface Note {
  id: string;
  title: string;
  tags: Tag[];
}

export interface Describable {
  describe(): string;
}

export class Draft implements Describable {
  #revision = 0;

  constructor(public note: Note) {}

  get revision(): number {
    return this.#revision;
  }

  rename(title: string): Draft {
    this.note = { ...this.note, title };
    this.#revision += 1;
    return this;
  }

  describe(): string {
    return `${this.note.title} (r${this.revision})`;
  }
}

export class Notebook implements Describable {
  readonly drafts: Draft[] = [];

  describe(): string {
    return this.drafts.map((draft) => draft.describe()).join(", ");
  }

  find(id: string): Draft | undefined {
    return this.drafts.find((draft) => draft.note.id === id);
  }
}
