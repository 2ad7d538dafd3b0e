import { type NoticeKind, noticePath } from "../../../../worker/notices/domain.ts";
import type { Recipients } from "../../../../worker/notify/mail/schema.ts";
import type { Saved } from "../../api/api.ts";
import { notifiedText } from "../../mail/people-text.ts";
import type { Announcement } from "../../toasts/toast.ts";

interface Save {
  text: string;
  kind: NoticeKind;
  noticeID: string;
  undoneText?: string;
  offersWriteUp?: boolean;
  onUndone?: () => void;
}

export function toAnnouncement(
  { undoToken }: Saved,
  { text, kind, noticeID, undoneText, offersWriteUp = false, onUndone }: Save,
): Announcement {
  return {
    text,
    about: noticeID,
    pagePath: noticePath({ kind, noticeID }),
    ...(offersWriteUp && {
      link: { text: "Write up now", path: `${noticePath({ kind, noticeID })}/write-up` },
    }),
    undo:
      undoToken === undefined ? undefined : { token: undoToken, undoneText, ...(onUndone && { onUndone }) },
  };
}

/** A deleted notice has no page. */
export function deletionAnnouncement(saved: Saved, save: Save): Announcement {
  const { pagePath: _, ...announcement } = toAnnouncement(saved, save);
  return announcement;
}

interface Change {
  adds: boolean;
  appends: boolean;
  /** It gives an open notice its last status. */
  ends: boolean;
}

export function savedText(kind: NoticeKind, { adds, appends, ends }: Change): string {
  const name = kind === "incident" ? "Incident" : "Maintenance";
  if (adds) return `${name} added.`;
  if (ends) return `${name} ${kind === "incident" ? "resolved" : "completed"}.`;
  return appends ? "Update posted." : "Changes saved.";
}

export function recipientsText(recipients: Recipients | undefined, notifies: boolean): string {
  if (!notifies) return "No email is sent.";
  if (!recipients) return "Subscribers will be notified.";
  return notifiedText(recipients);
}
