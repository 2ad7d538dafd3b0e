import type { StoredDraft } from "./database.ts";
import { drafts } from "./stored-drafts.ts";

export function draftsOf(administrator: string): StoredDraft[] {
  return [...drafts.values()].filter(({ key }) => key.startsWith(`${administrator}/`));
}
