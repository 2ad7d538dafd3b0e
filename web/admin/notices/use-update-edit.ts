import { useQueryClient } from "@tanstack/react-query";
import type { NoticeKind, NoticeUpdate } from "../../../worker/notices/domain.ts";
import { useAction } from "../action.ts";
import { saveProps, useDraft } from "../drafts/draft.ts";
import { changedFields } from "../drafts/draft-fields.ts";
import type { ComparedFields } from "../drafts/form.ts";
import { formatDateTime } from "../times/dates.ts";
import { isoTime, localTime } from "../times/local-time.ts";
import { toAnnouncement } from "./form/announcements.ts";
import { noticeTexts } from "./texts.ts";
import { changeUpdate } from "./write-calls.ts";

/** The two editors of an update share one draft, so that what is typed into one of them is in the other, too. */
export function useUpdateEdit(kind: NoticeKind, update: NoticeUpdate, onClose: () => void) {
  const queryClient = useQueryClient();
  const form = useDraft(`${kind}-update/${update.noticeUpdateID}`, update, {
    toDraft: toUpdateDraft,
    comparedFields: ({ status, message, createdAt }): ComparedFields => ({
      status: { label: noticeTexts[kind].statusLabel, value: status },
      createdAt: { label: "Posted at", value: formatDateTime(createdAt) },
      message: { label: "Message", value: message },
    }),
  });
  const { baseline = update, draft, edit, save, restoreSent, restored } = form;
  const { createdAt, ...texts } = changedFields(toUpdateDraft(baseline), draft);
  const change = { ...texts, ...(createdAt !== undefined && { createdAt: isoTime(createdAt) }) };

  const saveAction = useAction({
    title: "Edit update",
    mutationFn: async () => {
      if (Object.keys(change).length === 0) return undefined;
      return save(({ unchangedSince = update.updatedAt, requestID }) =>
        changeUpdate(kind, update, change, { unchangedSince, requestID }),
      );
    },
    announce: (saved) =>
      saved &&
      toAnnouncement(saved, {
        text: "Update changed.",
        kind,
        noticeID: update.noticeID,
        onUndone: restoreSent,
      }),
    // The editor waits for this, so that the old message does not flash up. The page's state may change, too.
    onSuccess: () => queryClient.invalidateQueries(),
  });

  return {
    draft,
    edit,
    change,
    restored,
    onSave: () => saveAction.mutate(undefined, { onSuccess: onClose }),
    actions: saveProps(saveAction, form),
  };
}

type Edited = Pick<NoticeUpdate, "status" | "message" | "createdAt">;

function toUpdateDraft(update: NoticeUpdate | undefined): Edited {
  const { status = "Investigating", message = "", createdAt = "" } = update ?? {};
  return { status, message, createdAt: localTime(createdAt) };
}
