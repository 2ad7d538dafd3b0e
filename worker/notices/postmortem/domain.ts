import { noticePath } from "../domain.ts";

export const postmortemStates = ["Draft", "Published"] as const;

export const MAX_POSTMORTEM_CHARACTERS = 50_000;

export function postmortemPath(noticeID: string): string {
  return `${noticePath({ kind: "incident", noticeID })}/postmortem`;
}
