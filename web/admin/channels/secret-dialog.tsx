import { isolateDirection } from "../../shared/isolate-direction.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import { fieldClass } from "../../ui/fields/field.tsx";

interface SecretDialogProps {
  name: string;
  secret: string;
  onClose: () => void;
}

export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  return (
    <DialogFrame title={`Secret of ${isolateDirection(name)}`} onClose={onClose}>
      <div className="grid gap-4 overflow-y-auto px-5 pt-1 pb-5">
        <p className="text-pretty">
          Copy it now: it isn't shown again. It signs each message as in Standard Webhooks, so your program
          can check that a message is from here.
        </p>
        <input
          readOnly
          aria-label="Signing secret"
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
          className={`${fieldClass} font-mono text-ellipsis`}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <CopyButton text={secret} label="Copy the signing secret" />
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </DialogFrame>
  );
}
