import type { Component } from "../../components/schema.ts";
import { type MailService, namedService } from "../../notify/mail/templates/layout.tsx";
import { noticeEmail } from "../../notify/mail/templates/notice-email.tsx";
import type { EarlierUpdate, NoticeContent } from "../../notify/outbox/queue.ts";
import { isoTime } from "../../shared/time/domain.ts";
import { appendsUpdate, type Notice } from "../domain.ts";
import { windowAfter } from "../maintenance/domain.ts";
import type { Plan } from "./plan.ts";
import type { Preview, PreviewRequest } from "./schema.ts";

/** The email is the same for everyone except for language, time zone and links. */
export function emailAbout(
  service: MailService,
  { fields, notice, status }: Plan,
  components: Component[],
): NonNullable<Preview["email"]> {
  const { kind, name = notice?.name ?? "", message = "", components: named = [] } = fields;
  const affected = [...(notice?.components ?? []), ...named];
  const affectedIDs = new Set(affected.map(({ componentID }) => componentID));
  const content: NoticeContent = {
    kind,
    noticeID: notice?.noticeID ?? "",
    first: notice === undefined,
    name,
    message,
    status,
    postedAt: fields.createdAt ?? isoTime(Date.now()),
    ...(notice
      ? windowAfter(notice, fields, isoTime(Date.now()))
      : { startAt: fields.startAt ?? null, endAt: fields.endAt ?? null }),
    components: [
      ...components.filter(({ componentID }) => affectedIDs.has(componentID)),
      ...(notice?.components ?? []).flatMap(({ name, status, deleted }) =>
        deleted ? [{ name, status, deleted }] : [],
      ),
    ],
    lastUpdate: message === "" ? lastUpdateWithMessage(notice) : null,
    ...movedFrom(notice, fields),
  };
  return noticeEmail(namedService(service, "en"), content, {
    language: "en",
    timeZone: "UTC",
    isFirstMail: false,
    manageLink: service.statusPageURL,
    unsubscribeLink: service.statusPageURL,
  });
}

function movedFrom(notice: Notice | undefined, fields: PreviewRequest) {
  if (!notice?.startAt || !notice.endAt || appendsUpdate(fields)) return {};
  return { movedFrom: { startAt: notice.startAt, endAt: notice.endAt } };
}

function lastUpdateWithMessage(notice: Notice | undefined): EarlierUpdate | null {
  const update = notice?.updates.find(({ message }) => message !== "");
  return update ? { status: update.status, message: update.message, postedAt: update.createdAt } : null;
}
