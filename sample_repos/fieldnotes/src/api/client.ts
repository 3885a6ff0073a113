import type { Note } from "@app/model/note";

export interface Transport {
  send(path: string, body?: unknown): Promise<unknown>;
}

export class FetchTransport implements Transport {
  constructor(private readonly base: string) {}

  async send(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.base + path, { method: body ? "POST" : "GET", body: JSON.stringify(body) });
    return response.json();
  }
}

export class ApiClient {
  constructor(private readonly transport: Transport) {}

  async list(): Promise<Note[]> {
    return (await this.transport.send("/notes")) as Note[];
  }

  async save(note: Note): Promise<void> {
    await this.transport.send(`/notes/${note.id}`, note);
  }
}

export async function connect(base: string): Promise<ApiClient> {
  return new ApiClient(new FetchTransport(base));
}
