import { type Notice, type NoticeKind, noticeStatuses } from "../../../../worker/notices/domain.ts";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { DraftDialog } from "../../drafts/draft-dialog.tsx";
import { NotifyField } from "../../mail/notify-field.tsx";
import { UseTemplate } from "../../templates/use-template.tsx";
import { BeforeSending } from "../preview/before-sending.tsx";
import { MarkdownHelp } from "../preview/markdown-help.tsx";
import { PreviousUpdates } from "../previous-updates.tsx";
import { noticeTexts } from "../texts.ts";
import { AddressProblems } from "./address-problems.tsx";
import { AffectedComponents } from "./affected-components.tsx";
import { BeganSection } from "./began-section.tsx";
import { EarlierSection } from "./earlier-section.tsx";
import { EarlyWindowField } from "./early-window-field.tsx";
import type { NoticeFromAddress } from "./from-address.ts";
import { PlannedComponents } from "./planned-components.tsx";
import { RestoreField } from "./restore-field.tsx";
import { useNoticeForm } from "./use-notice-form.ts";
import { WindowFields } from "./window-fields.tsx";

interface NoticeDialogProps {
  kind: NoticeKind;
  notice?: Notice;
  fromAddress?: NoticeFromAddress;
  onClose: () => void;
}

export function NoticeDialog({ kind, notice: given, fromAddress, onClose }: NoticeDialogProps) {
  const texts = noticeTexts[kind];
  const form = useNoticeForm(kind, {
    name: `${kind}/${given?.noticeID ?? fromAddress?.name ?? ""}`,
    notice: given,
    prefill: fromAddress?.prefill,
  });
  const { notice, draft, edit, saveAction, restoreField } = form;

  return (
    <DraftDialog
      title={`${notice ? "Update" : "Add"} ${texts.title}`}
      action={notice ? "Update" : "Add"}
      form={form}
      saveAction={saveAction}
      beside={<BeforeSending {...form.beforeSending} notifyField={form.notifyField} />}
      choice={form.notifyField && <NotifyField {...form.notifyField} />}
      commandEnterOnly
      onClose={onClose}
    >
      {fromAddress && <AddressProblems {...fromAddress} />}
      <UseTemplate kind={kind} draft={draft} notice={notice} onInsert={edit} />
      <TextField
        label="Name"
        required
        focusFirst={!given}
        value={draft.name}
        onChange={(name) => edit({ name })}
      />
      <SelectField
        label={texts.statusLabel}
        value={draft.status}
        choices={noticeStatuses[kind]}
        onChange={(status) => edit({ status })}
      />
      {draft.startAt !== undefined && draft.endAt !== undefined && (
        <WindowFields startAt={draft.startAt} endAt={draft.endAt} onChange={edit} />
      )}
      {form.earlyWindowField && <EarlyWindowField {...form.earlyWindowField} />}
      <TextField
        label="Message"
        rows={2}
        focusFirst={Boolean(given)}
        value={draft.message}
        onChange={(message) => edit({ message })}
      />
      <MarkdownHelp />
      {restoreField && <RestoreField {...restoreField} />}
      <ComponentFields kind={kind} form={form} />
      {!notice && kind === "incident" && <EarlierSection draft={draft} edit={edit} />}
      {notice?.kind === "incident" && !draft.over && (
        <BeganSection incident={notice} at={draft.createdAt} onChange={(createdAt) => edit({ createdAt })} />
      )}
      {notice && <PreviousUpdates notice={notice} />}
    </DraftDialog>
  );
}

interface ComponentFieldsProps {
  kind: NoticeKind;
  form: ReturnType<typeof useNoticeForm>;
}

function ComponentFields({ kind, form: { notice, draft, edit, planned } }: ComponentFieldsProps) {
  return !notice && kind === "maintenance" ? (
    <PlannedComponents chosen={draft.components} onChange={(chosen) => edit({ components: chosen })} />
  ) : (
    <AffectedComponents
      kind={kind}
      affected={notice?.components ?? []}
      planned={planned}
      chosen={draft.components}
      onChange={(chosen) => edit({ components: chosen })}
    />
  );
}
