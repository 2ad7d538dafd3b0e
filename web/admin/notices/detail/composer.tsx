import { useEffect, useEffectEvent, useRef } from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import { type Notice, noticeStatuses } from "../../../../worker/notices/domain.ts";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { ChoiceButtons } from "../../../ui/fields/choice-buttons.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormActions } from "../../../ui/form-actions.tsx";
import { saveProps } from "../../drafts/draft.ts";
import { NotifyField } from "../../mail/notify-field.tsx";
import { UseTemplate } from "../../templates/use-template.tsx";
import { AffectedComponents } from "../form/affected-components.tsx";
import { EarlyWindowField } from "../form/early-window-field.tsx";
import { RestoreField } from "../form/restore-field.tsx";
import { useNoticeForm } from "../form/use-notice-form.ts";
import { PhaseShape } from "../phase-shape.tsx";
import { BeforeSending } from "../preview/before-sending.tsx";
import { MarkdownHelp } from "../preview/markdown-help.tsx";
import { noticeTexts } from "../texts.ts";

const COMPOSER_HASH = "#update";

export function Composer({ notice, onPosted }: { notice: Notice; onPosted: () => void }) {
  const { kind } = notice;
  const form = useNoticeForm(kind, { name: `${kind}-place/${notice.noticeID}`, notice });
  const { edit, saveAction } = form;
  const composer = useAddress((search) => {
    const status = noticeStatuses[kind].find((each) => each === search.get("status"));
    if (status) edit({ status });
  });

  return (
    <section
      ref={composer}
      aria-labelledby="composer"
      className="@container scroll-mt-18 rounded-xl border border-line bg-surface shadow-card"
    >
      <h2 id="composer" className="px-4 pt-4 text-base/6 font-semibold">
        Post an update
      </h2>
      <Form
        className="grid"
        busy={saveAction.isPending}
        commandEnterOnly
        onSubmit={() =>
          saveAction.mutate(undefined, {
            onSuccess: () => {
              form.reset();
              onPosted();
            },
          })
        }
      >
        <div className="grid gap-4 p-4">
          <UpdateFields notice={notice} form={form} />
        </div>
        <div
          data-save-bar=""
          className="sticky bottom-(--keyboard) grid max-h-[calc(0.6*(100dvh-var(--keyboard)))] gap-3 overflow-y-auto rounded-b-xl border-t border-line bg-surface px-4 py-3 lg:bottom-0 @max-xl:gap-1 @max-xl:py-1.5"
        >
          <FormActions
            action="Post update"
            commandEnterOnly
            {...saveProps(saveAction, form)}
            choice={form.notifyField && <NotifyField {...form.notifyField} />}
          >
            <BeforeSending {...form.beforeSending} notifyField={form.notifyField} />
          </FormActions>
        </div>
      </Form>
    </section>
  );
}

interface UpdateFieldsProps {
  notice: Notice;
  form: ReturnType<typeof useNoticeForm>;
}

function UpdateFields({ notice, form }: UpdateFieldsProps) {
  const { kind } = notice;
  const { draft, edit, restoreField } = form;
  return (
    <>
      <DraftNotice restored={form.restored} />
      <ChoiceButtons
        label={noticeTexts[kind].statusLabel}
        value={draft.status}
        choices={noticeStatuses[kind]}
        iconOf={(status) => <PhaseShape status={status} />}
        onChange={(status) => edit({ status })}
      />
      {form.earlyWindowField && <EarlyWindowField {...form.earlyWindowField} />}
      {restoreField && <RestoreField {...restoreField} />}
      <TextField
        label="Message"
        rows={2}
        value={draft.message}
        problem={
          form.hasUpdate ? undefined : "Write a message, or change the status or a component's status."
        }
        onChange={(message) => edit({ message })}
      />
      <MarkdownHelp />
      <UseTemplate kind={kind} draft={draft} notice={notice} onInsert={edit} />
      <AffectedComponents
        kind={kind}
        affected={notice.components}
        planned={form.planned}
        chosen={draft.components}
        onChange={(chosen) => edit({ components: chosen })}
      />
    </>
  );
}

/** Applies an address like `?status=Resolved#update`, and takes that out of the address, so that the same link works again. */
function useAddress(apply: (search: URLSearchParams) => void) {
  const composer = useRef<HTMLElement>(null);
  const hash = useLocationProperty(() => window.location.hash);
  const onAddress = useEffectEvent(apply);
  useEffect(() => {
    if (hash !== COMPOSER_HASH) return;
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, "", pathname);
    onAddress(new URLSearchParams(search));
    composer.current?.querySelector("textarea")?.focus();
  }, [hash]);
  return composer;
}
