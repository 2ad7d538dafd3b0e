import type { SubscriberState } from "../subscribers/domain.ts";
import { DELETED_UPDATE_ERROR, deletedNoticeError } from "./domain.ts";
import type { MessageKind, NoticeContent, TeamAlert } from "./table.ts";

interface Deliverable {
  kind: MessageKind;
  content: NoticeContent | null;
  subscriber: { state: SubscriberState } | null;
  noticeExists: number;
  updateExists: number;
  /** Whether the maintenance of a reminder still starts at the time that it names. */
  isStillAhead: number;
  failure: TeamAlert | null;
  proposalExists: number;
  isOn: number;
}

/** Says why a delivery must not be sent anymore. @param offError the reason while its channel is turned off */
export function withdrawalReason(delivery: Deliverable | undefined, offError: string): string | undefined {
  const { kind, subscriber, noticeExists, updateExists, isStillAhead, isOn, content } = delivery ?? {};
  if (!isOn) return offError;
  if (!subscriber) return "The subscription was deleted.";
  if (subscriber.state === "ended") return "The subscription has ended.";
  if (kind === "confirmation") return undefined;
  if (subscriber.state !== "confirmed") return "The subscription is not confirmed.";
  if (delivery?.failure?.type === "incident_proposed" && !delivery.proposalExists)
    return "The proposal was published or discarded.";
  if (kind === "component" || kind === "failure") return undefined;
  if (!noticeExists) return deletedNoticeError(kind ?? "");
  if (!isStillAhead) return "The maintenance was moved or has started.";
  if (updateExists) return undefined;
  return content?.postmortem ? "The write-up was unpublished." : DELETED_UPDATE_ERROR;
}
