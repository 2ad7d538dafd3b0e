import type { Notice } from "../../../../worker/notices/domain.ts";
import { DraftDialog } from "../../drafts/draft-dialog.tsx";
import { NotifyField } from "../../mail/notify-field.tsx";
import { localTime } from "../../times/local-time.ts";
import { BeganField, effectOn } from "../form/began-section.tsx";
import { useNoticeForm } from "../form/use-notice-form.ts";
import { WindowFields } from "../form/window-fields.tsx";
import { BeforeSending } from "../preview/before-sending.tsx";

interface TimesDialogProps {
  notice: Notice;
  onClose: () => void;
}

/** Edits when a notice starts and ends, which posts no update: the composer does that. */
export function TimesDialog({ notice, onClose }: TimesDialogProps) {
  const { kind, noticeID } = notice;
  const form = useNoticeForm(kind, { name: `${kind}-times/${noticeID}`, notice });
  const { draft, edit } = form;
  return (
    <DraftDialog
      title="Edit Times"
      action="Save"
      form={form}
      saveAction={form.saveAction}
      beside={<BeforeSending {...form.beforeSending} notifyField={form.notifyField} />}
      choice={form.notifyField?.isNewTime && <NotifyField {...form.notifyField} />}
      commandEnterOnly
      onClose={onClose}
    >
      {draft.startAt !== undefined && draft.endAt !== undefined ? (
        <WindowFields startAt={draft.startAt} endAt={draft.endAt} onChange={edit} />
      ) : (
        <>
          <BeganField
            incident={notice}
            at={draft.createdAt ?? localTime(notice.createdAt)}
            onChange={(createdAt) => edit({ createdAt })}
          />
          <p className="text-muted">{effectOn(notice)}</p>
        </>
      )}
    </DraftDialog>
  );
}
