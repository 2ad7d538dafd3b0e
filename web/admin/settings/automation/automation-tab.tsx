import { useState } from "react";
import type { AlertRule } from "../../../../worker/alerts/rules/schema.ts";
import type { ApiKey } from "../../../../worker/settings/schema.ts";
import { lazyDialog } from "../../../ui/dialogs/lazy-dialog.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { RuleDraft } from "./rule-draft.ts";

const ConnectCard = lazyPart(
  "connect",
  async () => (await import("./connect-card.tsx")).ConnectCard,
  // It is as high as the card, whose choices are in one column on a phone and in two elsewhere.
  <div className="h-112 min-[34rem]:h-56" />,
);
const RulesCard = lazyPart("rules", async () => (await import("./rules-card.tsx")).RulesCard);
const HeartbeatsCard = lazyPart(
  "heartbeats",
  async () => (await import("./heartbeats/heartbeats-card.tsx")).HeartbeatsCard,
);
const ReceivedCard = lazyPart(
  "received-alerts",
  async () => (await import("./received-card.tsx")).ReceivedCard,
);
const RuleDialog = lazyDialog("rule-dialog", async () => (await import("./rule-dialog.tsx")).RuleDialog);
const DeleteRuleDialog = lazyDialog(
  "delete-rule",
  async () => (await import("./delete-rule-dialog.tsx")).DeleteRuleDialog,
);
const PathsDialog = lazyDialog("paths", async () => (await import("./paths/paths-dialog.tsx")).PathsDialog);

type Open =
  | { dialog: "none" }
  | { dialog: "add"; example?: Partial<RuleDraft> }
  | { dialog: "edit" | "delete"; rule: AlertRule }
  | { dialog: "paths"; apiKey: ApiKey; body: string };

export function AutomationTab() {
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const close = () => setOpen({ dialog: "none" });
  const add = (example: Partial<RuleDraft>) => setOpen({ dialog: "add", example });

  /** Moves the focus to Add, because the deleted row's button is gone. */
  function closeDeletion() {
    close();
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>("#rules h2 + button")?.focus();
    });
  }

  return (
    <div className="grid gap-4">
      <ConnectCard onMakeRule={add} />
      <RulesCard
        onAdd={() => setOpen({ dialog: "add" })}
        onEdit={(rule) => setOpen({ dialog: "edit", rule })}
        onDelete={(rule) => setOpen({ dialog: "delete", rule })}
      />
      <HeartbeatsCard onMakeRule={add} />
      <ReceivedCard onMakeRule={add} onChoosePaths={(message) => setOpen({ dialog: "paths", ...message })} />
      {open.dialog === "add" && <RuleDialog example={open.example} onClose={close} />}
      {open.dialog === "edit" && <RuleDialog rule={open.rule} onClose={close} />}
      {open.dialog === "paths" && <PathsDialog apiKey={open.apiKey} body={open.body} onClose={close} />}
      {open.dialog === "delete" && <DeleteRuleDialog rule={open.rule} onClose={closeDeletion} />}
    </div>
  );
}
