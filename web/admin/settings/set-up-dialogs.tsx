import { useEffect, useRef } from "react";
import type { Settings } from "../../../worker/settings/schema.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { RadioField } from "../../ui/fields/radio-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { emailProblem } from "../address-problems.ts";
import { DraftDialog } from "../drafts/draft-dialog.tsx";
import { useTestMail } from "../mail/use-test-mail.ts";
import { ENDPOINTS_LABEL } from "./mail/mail-names.ts";
import { notificationsForm } from "./mail/notifications-draft.ts";
import { SenderFields } from "./mail/sender-fields.tsx";
import { generalForm } from "./page/general-draft.ts";
import { useSettingsDraft } from "./use-settings-draft.ts";

export type SetUpDialogName = "name" | "follow" | "test";

interface SetUpDialogProps {
  name: SetUpDialogName;
  settings: Settings;
  onClose: () => void;
}

/** The few fields of Settings that a step of the set-up needs, so that nobody has to find the way back. They share the drafts of Settings. */
export function SetUpDialog({ name, ...props }: SetUpDialogProps) {
  if (name === "name") return <NameDialog {...props} />;
  return name === "follow" ? <FollowDialog {...props} /> : <TestDialog {...props} />;
}

type DialogProps = Omit<SetUpDialogProps, "name">;

function NameDialog({ settings, onClose }: DialogProps) {
  const { draft, edit, form, saveAction } = useSettingsDraft("general", settings, generalForm);
  return (
    <DraftDialog title="Name" action="Save" form={form} saveAction={saveAction} onClose={onClose}>
      <TextField
        label="Service name"
        hint="Shown at the top of the page and in the subject of each email."
        focusFirst
        value={draft.serviceName}
        onChange={(serviceName) => edit({ serviceName })}
      />
    </DraftDialog>
  );
}

const choices = ["Enable", "Disable"] as const;

function FollowDialog({ settings, onClose }: DialogProps) {
  const { draft, edit, hasChanges, form, formProps, saveAction } = useSettingsDraft(
    "notifications",
    settings,
    notificationsForm,
  );
  const isFirst = !settings.emailNotification.enable && !settings.endpointsEnabled;
  const isUntouched = useRef(isFirst && !hasChanges);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever opens it to turn something on starts with the usual choice
  useEffect(() => {
    if (isUntouched.current) edit({ enable: true });
  }, []);

  function change(changed: Parameters<typeof edit>[0]) {
    isUntouched.current = false;
    edit(changed);
  }

  function close() {
    // Nobody has chosen what is not saved.
    if (isUntouched.current) formProps.onDiscard();
    onClose();
  }
  return (
    <DraftDialog
      title="Let people subscribe"
      action="Save"
      form={form}
      saveAction={saveAction}
      onClose={close}
    >
      <RadioField
        label="Email Notifications"
        value={draft.enable ? "Enable" : "Disable"}
        choices={choices}
        onChange={(choice) => change({ enable: choice === "Enable" })}
      />
      {draft.enable && <SenderFields settings={settings} draft={draft} edit={change} />}
      <RadioField
        label={ENDPOINTS_LABEL}
        value={draft.endpointsEnabled ? "Enable" : "Disable"}
        choices={choices}
        onChange={(choice) => change({ endpointsEnabled: choice === "Enable" })}
      />
    </DraftDialog>
  );
}

function TestDialog({ settings: { emailNotification }, onClose }: DialogProps) {
  const { action, to, setTo, restored } = useTestMail(undefined, true);
  return (
    <FormDialog
      title="Send yourself a test"
      action="Send test"
      busy={action.isPending}
      error={action.error}
      restored={restored}
      onSubmit={() => action.mutate(to, { onSuccess: onClose })}
      onClose={onClose}
    >
      {!emailNotification.enable && (
        <p className="text-muted">Email is off. “Let people subscribe” turns it on.</p>
      )}
      <TextField
        label="Send test to"
        type="email"
        required="Email Address is required."
        problem={emailProblem("Email Address", to)}
        isPrefilled
        focusFirst
        value={to}
        onChange={setTo}
      />
    </FormDialog>
  );
}
