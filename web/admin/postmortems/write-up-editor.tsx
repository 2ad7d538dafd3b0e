import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isOpen, type Notice } from "../../../worker/notices/domain.ts";
import type { Postmortem } from "../../../worker/notices/postmortem/schema.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/dialogs/lazy-dialog.tsx";
import { DraftNotice } from "../../ui/draft-notice.tsx";
import { Form } from "../../ui/form.tsx";
import { FormActions } from "../../ui/form-actions.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useAction } from "../action.ts";
import { unlessConflict } from "../drafts/draft.ts";
import { useWriteUp, type WriteUp } from "./use-write-up.ts";

const DocumentEditor = lazyPart(
  "document-editor",
  async () => (await import("./document-editor.tsx")).DocumentEditor,
);
const WriteUpState = lazyPart(
  "write-up-state",
  async () => (await import("./write-up-state.tsx")).WriteUpState,
);

const DeleteWriteUpDialog = lazyDialog(
  "delete-write-up",
  async () => (await import("./delete-write-up-dialog.tsx")).DeleteWriteUpDialog,
);
const PublishDialog = lazyDialog("publish", async () => (await import("./publish-dialog.tsx")).PublishDialog);

interface WriteUpEditorProps {
  incident: Notice;
  stored: Postmortem;
}

export function WriteUpEditor({ incident, stored }: WriteUpEditorProps) {
  const writeUp = useWriteUp(stored);
  const { draft, edit, hasChanges, restored, conflict } = writeUp;
  const [dialog, setDialog] = useState<"none" | "publish" | "delete">("none");
  const close = () => setDialog("none");
  const isPublished = stored.state === "Published";

  const { saveAction, unpublishAction } = useWriteUpActions(writeUp);
  const isSaving = saveAction.isPending || unpublishAction.isPending;

  return (
    <>
      <WriteUpState
        stored={stored}
        isUnpublishing={unpublishAction.isPending}
        onNotify={() => setDialog("publish")}
        onUnpublish={() => unpublishAction.mutate()}
        onDelete={() => setDialog("delete")}
      />
      {isOpen(incident) && <OpenIncidentNote />}
      <Form
        className="rounded-xl border border-line bg-surface shadow-card"
        busy={isSaving}
        onSubmit={() => saveAction.mutate()}
      >
        <div className="grid gap-3 p-4">
          <DraftNotice restored={restored} />
          <DocumentEditor incident={incident} text={draft.body} readOnly={isSaving} onEdit={edit} />
        </div>
        <div
          data-save-bar
          className="sticky bottom-(--keyboard) grid gap-3 rounded-b-xl border-t border-line bg-surface px-4 py-3"
        >
          <FormActions
            action={isPublished ? "Save changes" : "Save draft"}
            busy={saveAction.isPending}
            commandEnterOnly
            error={unlessConflict(saveAction.error ?? unpublishAction.error)}
            conflict={conflict}
            success={
              <>
                <SaveState isSaved={saveAction.isSuccess} hasChanges={hasChanges} />
                {!isPublished && (
                  <Button disabled={draft.body.trim() === ""} onClick={() => setDialog("publish")}>
                    Publish …
                  </Button>
                )}
              </>
            }
          />
        </div>
      </Form>
      {dialog === "publish" && (
        <PublishDialog incident={incident} stored={stored} writeUp={writeUp} onClose={close} />
      )}
      {dialog === "delete" && <DeleteWriteUpDialog incident={incident} stored={stored} onClose={close} />}
    </>
  );
}

function useWriteUpActions({ hasChanges, saveWith }: WriteUp) {
  const queryClient = useQueryClient();
  const saveAction = useAction({
    title: "Save write-up",
    mutationFn: async () => (hasChanges ? saveWith({}) : undefined),
    onSuccess: () => void queryClient.invalidateQueries(),
  });
  const unpublishAction = useAction({
    title: "Unpublish write-up",
    mutationFn: () => saveWith({ state: "Draft" }),
    onSuccess: () => void queryClient.invalidateQueries(),
    announce: () => ({ text: "Unpublished. Only administrators see it now." }),
  });
  return { saveAction, unpublishAction };
}

function OpenIncidentNote() {
  return (
    <p role="status" className="rounded-lg border border-line bg-hover px-3 py-2">
      This incident is open. You can save and publish its write-up once it's resolved.
    </p>
  );
}

function SaveState({ isSaved, hasChanges }: { isSaved: boolean; hasChanges: boolean }) {
  return (
    <span role="status" className="mr-auto text-muted max-sm:basis-full">
      {isSaved && !hasChanges ? "Saved" : hasChanges && "Not saved yet"}
    </span>
  );
}
