import type { Notice, NoticeKind } from "../../../../worker/notices/domain.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { DraftDialog } from "../../drafts/draft-dialog.tsx";
import { NotifyField } from "../../mail/notify-field.tsx";
import { UseTemplate } from "../../templates/use-template.tsx";
import { BeforeSending } from "../preview/before-sending.tsx";
import { MarkdownHelp } from "../preview/markdown-help.tsx";
import { PreviousUpdates } from "../previous-updates.tsx";
import { ProposalGone } from "../proposals/proposal-gone.tsx";
import { type ProposalSource, proposalDraftName } from "../proposals/source.ts";
import { useProposing } from "../proposals/use-proposing.tsx";
import { noticeTexts } from "../texts.ts";
import { AddressProblems } from "./address-problems.tsx";
import { AffectedComponents } from "./affected-components.tsx";
import { BeganSection } from "./began-section.tsx";
import { EarlierSection } from "./earlier-section.tsx";
import { EarlyWindowField } from "./early-window-field.tsx";
import type { NoticeFromAddress } from "./from-address.ts";
import { PlannedComponents } from "./planned-components.tsx";
import { RestoreField } from "./restore-field.tsx";
import { StatusField } from "./status-field.tsx";
import { useNoticeForm } from "./use-notice-form.ts";
import { WindowFields } from "./window-fields.tsx";

interface NoticeDialogProps {
  kind: NoticeKind;
  notice?: Notice;
  fromAddress?: NoticeFromAddress;
  /** The new incident is made of it. */
  source?: ProposalSource;
  onClose: () => void;
}

export function NoticeDialog({ kind, notice: given, fromAddress, source, onClose }: NoticeDialogProps) {
  const texts = noticeTexts[kind];
  const form = useNoticeForm(kind, {
    name: source
      ? proposalDraftName(source.proposalID)
      : `${kind}/${given?.noticeID ?? fromAddress?.name ?? ""}`,
    notice: given,
    prefill: fromAddress?.prefill,
    source,
  });
  const { notice, draft, edit, restoreField } = form;
  const proposing = useProposing(kind, form);
  const action = form.proposal ? "Publish" : notice ? "Update" : "Add";

  return (
    <DraftDialog
      title={`${action} ${form.proposal ? "Proposal" : texts.title}`}
      action={action}
      form={form}
      beside={<BeforeSending {...form.beforeSending} notifyField={form.notifyField} />}
      choice={form.notifyField && <NotifyField {...form.notifyField} />}
      commandEnterOnly
      onClose={onClose}
      {...proposing}
    >
      {fromAddress && <AddressProblems {...fromAddress} />}
      {source?.isGone && <ProposalGone />}
      <UseTemplate kind={kind} draft={draft} notice={notice} onInsert={edit} />
      <TextField
        label="Name"
        required
        focusFirst={!given}
        value={draft.name}
        onChange={(name) => edit({ name })}
      />
      <StatusField kind={kind} value={draft.status} onChange={(status) => edit({ status })} />
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
      <StartSection kind={kind} form={form} />
      {notice && <PreviousUpdates notice={notice} />}
    </DraftDialog>
  );
}

interface PartProps {
  kind: NoticeKind;
  form: ReturnType<typeof useNoticeForm>;
}

function StartSection({ kind, form: { notice, draft, edit } }: PartProps) {
  if (kind === "maintenance") return null;
  if (!notice) return <EarlierSection draft={draft} edit={edit} />;
  return draft.over ? null : (
    <BeganSection incident={notice} at={draft.createdAt} onChange={(createdAt) => edit({ createdAt })} />
  );
}

function ComponentFields({ kind, form: { notice, draft, edit, planned } }: PartProps) {
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
