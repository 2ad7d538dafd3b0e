import { useQuery } from "@tanstack/react-query";
import {
  MAX_MESSAGE_CHARACTERS,
  MAX_NAME_CHARACTERS,
  type NoticeStatus,
  noticeStatuses,
} from "../../../../worker/notices/domain.ts";
import { fillVariables, type VariableContext } from "../../../../worker/notices/templates/domain.ts";
import { HOUR_MS, isoTime, MINUTE_MS } from "../../../../worker/shared/time/domain.ts";
import { componentList } from "../../components/calls.ts";
import { VisibleMessage } from "../../notices/detail/visible-message.tsx";
import { PhaseShape } from "../../notices/phase-shape.tsx";
import { useNow } from "../../times/now.ts";
import { settingsQuery } from "../calls.ts";
import type { TemplateDraft } from "./template-dialog.tsx";

/** Shows what a notice made of the template would say: with its own components, or with the first two of the list. */
export function TemplatePreview({ draft }: { draft: TemplateDraft }) {
  const { kind, title, message } = draft;
  const context = useExample(draft);
  const status: NoticeStatus = draft.status ?? noticeStatuses[kind][0];
  if (title.trim() === "" && message.trim() === "") return null;
  return (
    <section aria-label="Example" className="grid gap-2 rounded-lg border border-line bg-canvas p-4">
      <p className="text-xs text-muted">For example</p>
      {title.trim() !== "" && (
        <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
          {fillVariables(title, context, MAX_NAME_CHARACTERS)}
        </p>
      )}
      <p className="flex items-center gap-1.5 font-medium">
        <PhaseShape status={status} />
        {status}
      </p>
      {message.trim() !== "" && (
        <VisibleMessage text={fillVariables(message, context, MAX_MESSAGE_CHARACTERS)} />
      )}
    </section>
  );
}

const EXAMPLE_NAMES = 2;
const INCIDENT_MS = 45 * MINUTE_MS;
const MAINTENANCE_MS = 2 * HOUR_MS;

function useExample({ kind, chosen }: TemplateDraft): VariableContext {
  const { data: components = [] } = useQuery(componentList);
  const { data: settings } = useQuery({ ...settingsQuery, refetchInterval: false });
  const now = useNow();
  const own = components.filter(({ componentID }) => componentID in chosen);
  const named = own.length > 0 ? own : components.slice(0, EXAMPLE_NAMES);
  const startAt = kind === "incident" ? now - INCIDENT_MS : now;
  return {
    componentNames: named.map(({ name }) => name),
    serviceName: settings?.serviceName ?? "",
    startAt: isoTime(startAt),
    endAt: isoTime(kind === "incident" ? now : now + MAINTENANCE_MS),
  };
}
