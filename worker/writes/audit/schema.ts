import * as z from "zod";
import { actorKinds, auditActions, auditKinds } from "./domain.ts";

const fields = z
  .record(z.string(), z.unknown())
  .describe(
    "The fields that the write changed. Long texts are shortened, and of a private field the value is `(private)`. Both `before` and `after` are empty if the Worker was interrupted before it recorded them.",
  );

export const AuditEntry = z
  .object({
    seq: z.int().min(1).describe("Ascending. A number is left out where a write changed nothing."),
    at: z.iso.datetime(),
    actor: z.object({
      kind: z.enum(actorKinds),
      id: z.string().describe("For an API key `key:` and its ID. `schedule` for what happens by itself."),
      name: z.string().describe("The administrator's email address or name, or the name of the API key."),
    }),
    kind: z.enum(auditKinds).describe("`postmortem` is the write-up of the incident `itemID`."),
    action: z.enum(auditActions),
    itemID: z.string().describe("Empty for settings, a subscriber and a restored archive."),
    itemName: z.string(),
    noticeUpdateID: z.string().nullable().describe("Set if the write was about one update of a notice."),
    requestID: z.string().describe("As in the Worker's log. Empty for what happens by itself."),
    before: fields,
    after: fields,
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.output<typeof AuditEntry>;
