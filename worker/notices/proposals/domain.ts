import type { ActorKind } from "../../writes/audit/domain.ts";

/** Proposals that wait to be published or discarded. */
export const MAX_PROPOSALS = 50;

/** Addresses of the console. Each opens a dialog, so that a chat or an email can link to it. */
export const publishPath = (proposalID: string) => `/incidents/new?proposal=${proposalID}`;
export const discardPath = (proposalID: string) => `/incidents/new?discard=${proposalID}`;

/** `by admin@example.com`, `by API key Monitoring`, `by rule API down` */
export function proposedByText({ kind, name }: { kind: ActorKind; name: string }): string {
  if (kind === "schedule") return "by the schedule";
  return kind === "administrator" ? `by ${name || "an administrator"}` : `by ${kind} ${name}`.trimEnd();
}
