import { type HttpError, invalidField } from "../../http/errors.ts";
import { isOpen, type Notice, type NoticeChange, type NoticeKind, noticeStatuses } from "../domain.ts";
import type { KindBehavior } from "./kind-behavior.ts";

export function validateChange(
  { kind, validate }: KindBehavior,
  current: Pick<Notice, "status" | "startAt" | "endAt">,
  { status = current.status, startAt, endAt, restoreComponents }: NoticeChange,
): void {
  if (restoreComponents && isOpen({ status })) throw restoresTooEarly(kind);
  validate?.({ startAt: startAt ?? current.startAt, endAt: endAt ?? current.endAt });
}

function restoresTooEarly(kind: NoticeKind): HttpError {
  const message = `restoreComponents is allowed only with the status ${noticeStatuses[kind].at(-1)}.`;
  return invalidField("restoreComponents", message);
}
