import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "wouter";
import { useLocationProperty } from "wouter/use-browser-location";
import {
  isOpen,
  type Notice,
  type NoticeStatus,
  noticePath,
  noticeStatuses,
} from "../../../../worker/notices/domain.ts";
import { adoptStyles } from "../../../ui/adopt-styles.ts";
import { Button } from "../../../ui/button.tsx";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormActions } from "../../../ui/form-actions.tsx";
import { saveProps } from "../../drafts/draft.ts";
import { NotifyField } from "../../mail/notify-field.tsx";
import { UseTemplate } from "../../templates/use-template.tsx";
import { AffectedComponents } from "../form/affected-components.tsx";
import { EarlyWindowField } from "../form/early-window-field.tsx";
import { RestoreField } from "../form/restore-field.tsx";
import { StatusField } from "../form/status-field.tsx";
import { useNoticeForm } from "../form/use-notice-form.ts";
import { BeforeSending } from "../preview/before-sending.tsx";
import { MarkdownHelp } from "../preview/markdown-help.tsx";
import { quietLinkClass } from "../write-up-link.tsx";
import styles from "./composer.css?inline";

adoptStyles(styles);

const COMPOSER_HASH = "#update";
const cardClass = "rounded-xl border border-line bg-surface shadow-card";

/** It is folded once the notice is over, unless there is a draft. */
export function Composer({ notice, onPosted }: { notice: Notice; onPosted: () => void }) {
  const { kind } = notice;
  const name = `${kind}-place/${notice.noticeID}`;
  const form = useNoticeForm(kind, { name, notice, isOnScreen: true });
  const { edit, saveAction } = form;
  const [isUnfolded, setUnfolded] = useState(false);
  const composer = useFocus(isUnfolded);
  useAddress((search) => {
    const status = noticeStatuses[kind].find((each) => each === search.get("status"));
    if (status) edit({ status });
    const message = search.get("message");
    if (message && form.draft.message.trim() === "") edit({ message });
    setUnfolded(true);
    composer.current?.querySelector("textarea")?.focus();
  });
  if (!isOpen(notice) && !isUnfolded && !form.isEdited)
    return <FoldedComposer notice={notice} edit={edit} onUnfold={() => setUnfolded(true)} />;

  return (
    <section ref={composer} aria-labelledby="composer" className="composer">
      <Form
        className="composer-form"
        busy={saveAction.isPending}
        commandEnterOnly
        onSubmit={() =>
          saveAction.mutate(undefined, {
            onSuccess: () => {
              form.reset();
              setUnfolded(false);
              onPosted();
            },
          })
        }
      >
        <div className={`composer-fields @container grid gap-4 p-4 ${cardClass}`}>
          <h2 id="composer" className="text-base/6 font-semibold">
            Post an update
          </h2>
          <UpdateFields notice={notice} form={form} />
        </div>
        <div data-save-bar="" className="composer-bar @container">
          <div className="grid gap-3 @max-xl:gap-1">
            <FormActions
              action={postAction(notice, form.draft.status)}
              commandEnterOnly
              {...saveProps(saveAction, form)}
              choice={form.notifyField && <NotifyField {...form.notifyField} />}
            >
              <div className={`composer-changes ${form.hasUpdate ? "" : "composer-unchanged"}`}>
                <BeforeSending {...form.beforeSending} notifyField={form.notifyField} />
              </div>
            </FormActions>
          </div>
        </div>
      </Form>
    </section>
  );
}

/** The button says what it does for visitors if the update ends the notice. */
function postAction(notice: Notice, status: NoticeStatus): string {
  if (!isOpen(notice)) return "Post update";
  if (status === "Resolved") return "Resolve";
  return status === "Completed" ? "Complete" : "Post update";
}

interface FoldedComposerProps {
  notice: Notice;
  edit: ReturnType<typeof useNoticeForm>["edit"];
  onUnfold: () => void;
}

function FoldedComposer({ notice, edit, onUnfold }: FoldedComposerProps) {
  const { kind, postmortemPublishedAt } = notice;
  return (
    <section aria-labelledby="composer" className={`grid gap-3 p-4 ${cardClass}`}>
      <h2 id="composer" className="text-base/6 font-semibold">
        {kind === "incident" ? "This incident is over" : "This maintenance is over"}
      </h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {kind === "incident" && !postmortemPublishedAt && (
          <Link href={`${noticePath(notice)}/write-up`} className={writeUpClass}>
            Write up now
          </Link>
        )}
        <Button
          onClick={() => {
            edit({ status: kind === "incident" ? "Investigating" : "In Progress" });
            onUnfold();
          }}
        >
          Reopen
        </Button>
        <button type="button" className={`-ml-1 ${quietLinkClass}`} onClick={onUnfold}>
          Post an update
        </button>
      </div>
    </section>
  );
}

const writeUpClass =
  "inline-flex min-h-9 items-center rounded-lg bg-accent px-3.5 py-1.5 font-medium whitespace-nowrap text-on-accent transition-colors hover:bg-accent-hover pointer-coarse:min-h-11";

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
      <StatusField kind={kind} value={draft.status} onChange={(status) => edit({ status })} />
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
      <UseTemplate key={notice.updates.length} kind={kind} draft={draft} notice={notice} onInsert={edit} />
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

/** Focuses the message when the composer is unfolded. */
function useFocus(isUnfolded: boolean) {
  const composer = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isUnfolded) composer.current?.querySelector("textarea")?.focus();
  }, [isUnfolded]);
  return composer;
}

/** Applies an address like `?status=Resolved#update`, and takes that out of the address, so that the same link works again. */
function useAddress(apply: (search: URLSearchParams) => void) {
  const hash = useLocationProperty(() => window.location.hash);
  const onAddress = useEffectEvent(apply);
  useEffect(() => {
    if (hash !== COMPOSER_HASH) return;
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, "", pathname);
    onAddress(new URLSearchParams(search));
  }, [hash]);
}
