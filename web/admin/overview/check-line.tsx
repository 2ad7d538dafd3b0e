import { useQueryClient } from "@tanstack/react-query";
import { use, useId } from "react";
import type { Maintenance } from "../../../worker/notices/maintenance/schema.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { StatusShape } from "../../ui/icons/status-icon.tsx";
import { useAction } from "../action.ts";
import { adminAPI, readBody } from "../api/api.ts";
import { ConflictError, sendUnlessChanged } from "../api/send-unless-changed.ts";
import { setStatus } from "../api/set-status.ts";
import { ShowToast } from "../toasts/toasts.tsx";
import type { OtherCheck, RequestRemedy } from "./checks.ts";
import { PanelLink, PanelRow } from "./panel-row.tsx";

export function CheckLine({ check: { name, problem, remedies } }: { check: OtherCheck }) {
  return (
    <PanelRow
      icon={<StatusShape color="yellow" />}
      actions={remedies.map((remedy, index) =>
        "href" in remedy ? (
          <PanelLink key={remedy.action} {...remedy} name={name} isFirst={index === 0} />
        ) : (
          <RequestButton key={remedy.action} name={name} request={remedy} />
        ),
      )}
    >
      <p>
        <bdi className="font-semibold">{name}</bdi> <span className="text-muted">{problem}</span>
      </p>
    </PanelRow>
  );
}

function RequestButton({ name, request }: { name: string; request: RequestRemedy }) {
  const queryClient = useQueryClient();
  const showToast = use(ShowToast);
  const toastID = useId();
  const title = `${request.action}: ${name}`;
  const action = useAction({
    title,
    mutationFn: () => send(request),
    onSuccess: () => queryClient.invalidateQueries(),
    onError: (error) => {
      if (!(error instanceof ConflictError)) return;
      // The check may disappear with the refresh, and its error with it.
      showToast({ id: toastID, title, state: "failed", error });
      void queryClient.invalidateQueries();
    },
  });
  const { isPending, error } = action;
  return (
    <>
      <Button aria-label={title} busy={isPending} onClick={() => action.mutate()}>
        {request.action}
      </Button>
      <ErrorArea error={error} />
    </>
  );
}

async function send(request: RequestRemedy): Promise<void> {
  if (request.action === "Set to Operational") {
    await setStatus(request.component, "Operational");
    return;
  }
  const { maintenance, endAt } = request;
  const param = { maintenanceID: maintenance.maintenanceID };
  await sendUnlessChanged(
    maintenance,
    ({ status, endAt: currentEnd }: Maintenance) =>
      status === maintenance.status && currentEnd === maintenance.endAt,
    (unchangedSince) =>
      readBody(
        adminAPI({ unchangedSince }).maintenances[":maintenanceID"].$patch({ param, json: { endAt } }),
      ),
  );
}
