import type { NoticeStatus } from "../../../worker/notices/domain.ts";
import { MAX_POSTMORTEM_CHARACTERS } from "../../../worker/notices/postmortem/domain.ts";
import { POSTMORTEM_STATE } from "../../../worker/public/v2/domain.ts";
import { cut, type Fields, toObjects, toText, toTime } from "../fields.ts";
import { identify } from "./identify.ts";
import type { NoticeContext } from "./notice-context.ts";

export interface ConvertedPostmortem {
  postmortemID: string;
  body: string;
  publishedAt: string;
  updatedAt: string;
  isNotified: boolean;
}

export function convertPostmortem(
  source: Fields,
  status: NoticeStatus,
  { kind, url, noticeID, notes }: NoticeContext,
): ConvertedPostmortem | undefined {
  const update = toObjects(source.incident_updates).find((each) => each.status === POSTMORTEM_STATE);
  const body = toText(source.postmortem_body) || toText(update?.body);
  if (kind !== "incident" || body === "" || source.postmortem_ignored === true) return undefined;
  const publishedAt =
    toTime(source.postmortem_published_at) ??
    (update && (toTime(update.display_at) ?? toTime(update.created_at)));
  if (status !== "Resolved" || publishedAt === undefined) {
    notes.add("draft");
    return undefined;
  }
  if (body.length > MAX_POSTMORTEM_CHARACTERS) notes.add("cutText");
  return {
    postmortemID: identify(notes, "postmortem", update?.id, [url, noticeID]),
    body: cut(body, MAX_POSTMORTEM_CHARACTERS),
    publishedAt,
    updatedAt: toTime(source.postmortem_body_last_updated_at) ?? publishedAt,
    isNotified: source.postmortem_notified_subscribers === true,
  };
}
