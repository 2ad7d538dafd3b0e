import * as z from "zod";
import { MAX_NAME_CHARACTERS } from "../notices/domain.ts";
import type { Entity } from "../storage/entity.ts";
import { cancelledMaintenances } from "./table.ts";

export const maintenance: Entity<"maintenance"> = {
  archive: {
    cancelledMaintenances: {
      table: cancelledMaintenances,
      fields: () => ({
        // The title of a deleted maintenance is kept nowhere.
        name: z
          .string()
          .max(MAX_NAME_CHARACTERS)
          .transform(() => ""),
      }),
    },
  },
};
