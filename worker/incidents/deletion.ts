import type { Context } from "hono";
import { refusedQuery } from "../http/errors.ts";
import type { DeletionOptions } from "../notices/rules.ts";
import type { Facts } from "../openapi/call.ts";

/** What the deletion of an incident says of itself. */
export const canRestore = {
  parameters: [
    {
      name: "restoreComponents",
      in: "query",
      description:
        "`true` gives each component that the incident has affected back to what another open incident or a running maintenance says of it, or to Operational. `false` unless given.",
      schema: { type: "string", enum: ["true", "false"] },
    },
  ],
  refuses: [400],
} satisfies Facts;

export function deletionOptions(c: Context): DeletionOptions {
  const { restoreComponents = "false" } = c.req.query();
  if (restoreComponents !== "true" && restoreComponents !== "false")
    throw refusedQuery("restoreComponents", "restoreComponents must be true or false.");
  return { restoreComponents: restoreComponents === "true" };
}
