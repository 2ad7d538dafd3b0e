import * as z from "zod";
import type { Entity } from "../storage/entity.ts";
import { NewComponent } from "./schema.ts";
import { components, statusChanges, statusOverrides } from "./table.ts";

/** Why a component's status was as a row says. */
const cause = () =>
  z
    .string()
    .max(100)
    .regex(/^(created|administrator|(incident|maintenance):[0-9A-Za-z]{12})$/, {
      error: "A cause is created, administrator, or a notice such as incident:k3J9xQ2mWv8R.",
    });

export const component: Entity<"component"> = {
  archive: {
    components: { table: components, input: NewComponent },
    statusChanges: { table: statusChanges, omit: { previousStatus: "Nobody is told of restored changes." }, fields: ({ time }) => ({ at: time, cause: cause() }) },
    statusOverrides: {
      table: statusOverrides,
      fields: ({ time }) => ({ from: time, to: time, cause: cause() }),
    },
  },
};
