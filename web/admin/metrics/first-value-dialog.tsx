import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import type { Metric } from "../../../worker/metrics/schema.ts";
import { type ApiKeyScope, isExpired } from "../../../worker/settings/domain.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { useAction } from "../action.ts";
import { runtimeSettings } from "../runtime-settings.ts";
import { createApiKey, settingsQuery } from "../settings/calls.ts";
import { changeMetric } from "./calls.ts";
import { Preview } from "./preview-dialog.tsx";

interface FirstValueDialogProps {
  metric: Metric;
  onClose: () => void;
}

/** A new metric of type Self needs a first value: this shows the call that sends one, and the graph once it has arrived. */
export function FirstValueDialog({ metric, onClose }: FirstValueDialogProps) {
  const { data: settings } = useQuery(settingsQuery);
  const key = settings?.apiKeys.find(
    ({ value, scopes, expiresAt }) => value !== "" && !isExpired(expiresAt) && onlySubmits(scopes),
  );
  const command = curlCommand(metric.metricID, key?.value ?? "YOUR_API_KEY");
  return (
    <DialogFrame title="Send the First Value" onClose={onClose}>
      <div className="grid min-h-0 gap-4 overflow-y-auto px-5 pt-1 pb-5">
        {settings && !key && <MakeKey title={metric.title} />}
        <div className="grid min-w-0 gap-1.5">
          <p>Run this in a terminal, as often as you have a value:</p>
          <div className="relative min-w-0">
            <pre
              // It scrolls, so it has to be reached by keyboard.
              // biome-ignore lint/a11y/noNoninteractiveTabindex: as said
              tabIndex={0}
              style={commandStyle}
              className="overflow-x-auto rounded-lg border border-line bg-canvas p-3 font-mono text-[13px]/5"
            >
              {command}
            </pre>
            <span className="absolute rounded-lg bg-canvas" style={cornerStyle}>
              <CopyButton text={command} label="Copy the command" variant="icon" />
            </span>
          </div>
        </div>
        <Preview metric={metric} timeframe="day" empty="Waiting for the first value…" />
      </div>
      <footer className="flex shrink-0 flex-wrap items-center justify-end gap-3 border-t border-line bg-canvas/60 px-5 py-3">
        <ShowMetric metric={metric} />
        <Button onClick={onClose}>Done</Button>
      </footer>
    </DialogFrame>
  );
}

/** The first line, the address, ends before the button in the corner. */
const commandStyle: CSSProperties = { paddingRight: 52 };
const cornerStyle: CSSProperties = { top: 2, right: 2 };

/** A command is pasted into scripts and shell histories, so it has no key that can do more. */
function onlySubmits(scopes: readonly ApiKeyScope[]): boolean {
  return scopes.every((scope) => scope === "metrics");
}

/** The key can submit values and nothing else. */
function MakeKey({ title }: { title: string }) {
  const queryClient = useQueryClient();
  const action = useAction({
    title: "Make a key",
    mutationFn: () => createApiKey({ name: title.slice(0, 100), scopes: ["metrics"] }, crypto.randomUUID()),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <div className="grid justify-items-start gap-1.5">
      <p>A script needs a key. This one can only submit values.</p>
      <Button variant="primary" busy={action.isPending} onClick={() => action.mutate()}>
        Make a key
      </Button>
      <ErrorArea error={action.error} />
    </div>
  );
}

/** A new metric is hidden, unless its form says otherwise. */
function ShowMetric({ metric: { metricID, status } }: { metric: Metric }) {
  const queryClient = useQueryClient();
  const action = useAction({
    title: "Show on the page",
    mutationFn: () => changeMetric(metricID, { status: "Visible" }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const isShown = status === "Visible" || action.isSuccess;
  return (
    <>
      <p role="status" className="grow text-muted">
        {isShown ? "Visitors see it on the page." : "Visitors don't see it yet."}
      </p>
      <ErrorArea error={action.error} />
      {!isShown && (
        <Button busy={action.isPending} onClick={() => action.mutate()}>
          Show on the page
        </Button>
      )}
    </>
  );
}

function curlCommand(metricID: string, key: string): string {
  return `curl ${runtimeSettings().apiURL}/api/v0/metrics/data \\
  -H "x-api-key: ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"${metricID}": [{"timestamp": "'$(date -u +%FT%TZ)'", "value": 42}]}'`;
}
