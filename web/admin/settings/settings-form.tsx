import { type ReactNode, useId } from "react";
import { Form } from "../../ui/form.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { SaveBarProps } from "./save-bar.tsx";

const SaveBar = lazyPart("save-bar", async () => (await import("./save-bar.tsx")).SaveBar);

interface SettingsFormProps extends SaveBarProps {
  onSubmit: () => void;
  /** The cards whose fields are saved together. */
  children: ReactNode;
  /** Cards with forms of their own. */
  others?: ReactNode;
}

/** A tab of Settings. One bar saves what is changed in it, and stays in view. */
export function SettingsForm({ onSubmit, children, others, ...bar }: SettingsFormProps) {
  const id = useId();
  return (
    <div className="grid gap-4">
      <Form
        id={id}
        className="grid gap-4"
        busy={bar.busy}
        onSubmit={onSubmit}
        after={
          <>
            {others}
            <SaveBar formID={id} {...bar} />
          </>
        }
      >
        {children}
      </Form>
    </div>
  );
}
