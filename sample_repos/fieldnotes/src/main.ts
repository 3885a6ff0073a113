import { openClient } from "./api";
import { Units } from "@app/format";
import { parseTag } from "@app/model/tag";
import { noteStore } from "./store";
import { sidebarHtml } from "./views/NoteBoard";

export async function start(base: string): Promise<string> {
  const client = await openClient(base);
  const count = await noteStore.load(client);
  const first = noteStore.add({ id: "n1", title: "Shoreline", tags: [parseTag("field")] });
  first.rename("Shoreline at dusk");
  await noteStore.flush(client);
  return sidebarHtml([first.note]) + Units.metres(count);
}

void start("/api").then((html) => document.body.append(html));
