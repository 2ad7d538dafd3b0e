import * as z from "zod";
import { oneOf, orderNumber, somethingToChange, text } from "../schema.ts";
import { componentStatuses } from "./statuses.ts";

const fields = z.object({
  name: text("Name", { min: 1, max: 200 }),
  description: text("Description", { max: 1000 }),
  status: oneOf("Status", componentStatuses),
});

export const NewComponent = fields.partial({ description: true, status: true }).meta({ id: "NewComponent" });
export type NewComponent = z.output<typeof NewComponent>;

export const ComponentChange = somethingToChange(fields.extend({ order: orderNumber() }).partial()).meta({
  id: "ComponentChange",
});
export type ComponentChange = z.output<typeof ComponentChange>;

export const Component = z
  .object({
    componentID: z.string(),
    name: z.string(),
    description: z.string(),
    status: z.enum(componentStatuses),
    order: z
      .int()
      .describe("Seconds since the epoch or near it; components are listed by it, and no two have the same."),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Component" });
export type Component = z.output<typeof Component>;

/** What an incident or a maintenance says about components; each component at most once. */
export const ComponentStatuses = z
  .array(
    z.object({
      componentID: z.string({ error: "componentID is required." }),
      status: oneOf("Component status", componentStatuses),
    }),
    { error: "Components must be a list of {componentID, status}." },
  )
  .max(1000, "Components can be 1,000 at most.")
  .check((context) => {
    const seen = new Set<string>();
    for (const [index, { componentID }] of context.value.entries()) {
      if (seen.has(componentID)) {
        context.issues.push({
          code: "custom",
          input: componentID,
          path: [index, "componentID"],
          message: `Component ${componentID} is listed twice.`,
        });
      }
      seen.add(componentID);
    }
  });
export type ComponentStatuses = z.output<typeof ComponentStatuses>;
