import type { Entity } from "../storage/entity.ts";
import { PostmortemChange } from "./schema.ts";
import { postmortems } from "./table.ts";

export const postmortem: Entity<"postmortem"> = {
  archive: { postmortems: { table: postmortems, input: PostmortemChange } },
};
