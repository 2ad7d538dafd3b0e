import type { Entity } from "../storage/entity.ts";
import { NewGroup } from "./schema.ts";
import { componentGroups } from "./table.ts";

export const group: Entity<"group"> = {
  archive: { componentGroups: { table: componentGroups, input: NewGroup } },
};
