import type { Entity } from "../storage/entity.ts";

export const channel: Entity<"channel"> = { archive: {} };
