import { useRef } from "react";
import { adoptStyles } from "../../ui/adopt-styles.ts";
import { Button } from "../../ui/button.tsx";
import type { Conflict } from "../../ui/conflict-notice.tsx";
import type { Restored } from "../../ui/draft-notice.tsx";
import { FormActions } from "../../ui/form-actions.tsx";
import { formatSince } from "../../ui/format-since.ts";
import { HIDDEN, useLayer } from "../../ui/layer.ts";
import styles from "./save-bar.css?inline";

adoptStyles(styles);

export interface SaveBarProps {
  busy: boolean;
  hasChanges: boolean;
  error: Error | null;
  conflict: Conflict | undefined;
  restored: Restored | undefined;
  onDiscard: () => void;
}

export function SaveBar({
  formID,
  hasChanges,
  restored,
  onDiscard,
  ...actions
}: SaveBarProps & { formID: string }) {
  const bar = useRef<HTMLDivElement>(null);
  const isHidden = useLayer() === HIDDEN;

  function discard() {
    onDiscard();
    // The button disappears and would lose the focus.
    bar.current?.querySelector<HTMLElement>("[type=submit]")?.focus({ preventScroll: true });
  }

  // Without anything to say, the bar is the end of the tab.
  const staysInView = hasChanges || restored || actions.error || actions.conflict;
  return (
    <div
      ref={bar}
      data-save-bar={isHidden || !staysInView ? undefined : ""}
      className="save-bar grid gap-3 bg-surface"
    >
      <FormActions
        action="Save"
        variant={hasChanges ? "primary" : "plain"}
        inactive={!staysInView}
        formID={formID}
        choice={<ChangeState hasChanges={hasChanges} restored={restored} />}
        success={(hasChanges || restored) && <Button onClick={discard}>Discard</Button>}
        {...actions}
      />
    </div>
  );
}

function ChangeState({ hasChanges, restored }: Pick<SaveBarProps, "hasChanges" | "restored">) {
  if (!hasChanges && !restored) return <p className="text-muted">Nothing to save</p>;
  return (
    <div role="status" className="changed flex items-center font-medium">
      {restored ? <p>Your draft from {formatSince(restored.since)} is back.</p> : "Unsaved changes"}
    </div>
  );
}
