import { appendsUpdate, isOpen, type Notice, type NoticeKind } from "../../../worker/notices/domain.ts";
import { canPreview, type NoticeDraft, newNotice, noticeChange, unmovedWindow } from "./form/notice-draft.ts";
import { canRestore } from "./form/restore-field.tsx";
import { previewRequest } from "./preview/request.ts";

interface Form {
  notice: Notice | undefined;
  baseline: Notice | undefined;
  draft: NoticeDraft;
}

/** What a save of the form sends, and whom it notifies. */
export function planSave(kind: NoticeKind, { notice, baseline, draft }: Form) {
  const { notifySubscribers } = draft;
  const offersRestore = !isOpen(draft) && canRestore(baseline);
  const change = noticeChange(kind, baseline, draft);
  const appends = !notice || appendsUpdate(change);
  const setsTimes = Boolean(change.startAt ?? change.endAt);
  const isNewTime = !appends && isOpen(draft) && setsTimes;
  const asksWhether: "tellNewTime" | "notifySubscribers" = isNewTime ? "tellNewTime" : "notifySubscribers";
  const notifies = draft[asksWhether] && !draft.over;
  const options = {
    notifySubscribers,
    ...unmovedWindow(baseline, draft, change),
    ...(isNewTime && { tellNewTime: draft.tellNewTime }),
    ...(offersRestore && { restoreComponents: draft.restoreComponents }),
  };
  const newFields = { ...newNotice(draft), notifySubscribers: notifies };
  const request = canPreview(draft, notice)
    ? previewRequest(kind, notice, notice ? { ...change, ...options } : newFields)
    : undefined;
  const sendsEmail = appends || isNewTime;
  return {
    change,
    options,
    newFields,
    request,
    appends,
    setsTimes,
    isNewTime,
    asksWhether,
    notifies,
    sendsEmail,
    offersRestore,
  };
}
