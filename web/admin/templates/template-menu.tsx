import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "wouter";
import {
  type Notice,
  type NoticeKind,
  type NoticeStatus,
  noticeColors,
  noticeStatuses,
} from "../../../worker/notices/domain.ts";
import type { FormerNotice } from "../../../worker/notices/templates/schema.ts";
import { phaseShapes } from "../../shared/phase-shapes.ts";
import { adoptStyles } from "../../ui/adopt-styles.ts";
import { ErrorArea } from "../../ui/error-area.tsx";
import { StatusShape } from "../../ui/icons/status-icon.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { componentList } from "../components/calls.ts";
import type { NoticeDraft } from "../notices/form/notice-draft.ts";
import { publicSettings } from "../public-settings.ts";
import { formatDateTime } from "../times/dates.ts";
import { templateList } from "./calls.ts";
import type { Form } from "./insert.ts";
import styles from "./template-menu.css?inline";
import { useInsertion } from "./use-insertion.ts";

adoptStyles(styles);

export interface TemplateMenuProps {
  kind: NoticeKind;
  draft: NoticeDraft;
  notice: Notice | undefined;
  /** A closed menu searches for nothing. */
  isOpen: boolean;
  onInsert: (change: Partial<NoticeDraft>) => void;
  /** Is called with what was inserted, in words. */
  onInserted: (outcome: string) => void;
}

export function TemplateMenu(props: TemplateMenuProps) {
  const { kind, draft, notice } = props;
  const load = useQuery(templateList);
  const { data: components = [] } = useQuery(componentList);
  const { data: settings } = useQuery(publicSettings);
  const templates = load.data?.filter((template) => template.kind === kind);
  const form: Form = { kind, draft, notice, components, serviceName: settings?.serviceName ?? "" };
  const { problem, former, isSearching, searchError, applyTemplate, insertLastTime } = useInsertion(
    form,
    props,
  );

  return (
    <div className="grid gap-2">
      <LoadError load={load} />
      <ErrorArea error={searchError} />
      {templates?.length === 0 && (
        <p className="text-muted">
          There are no templates for this yet. Add them under{" "}
          <Link href="/settings?tab=templates" className="text-accent-text underline underline-offset-4">
            Settings → Templates
          </Link>
          .
        </p>
      )}
      <ul className="grid max-h-60 divide-y divide-line overflow-y-auto rounded-lg border border-line">
        {templates?.map((template) => (
          <Choice
            key={template.templateID}
            status={template.status ?? noticeStatuses[kind][0]}
            name={template.name}
            text={notice ? template.message : template.title || template.message}
            onPress={() => applyTemplate(template)}
          />
        ))}
        {!notice && (
          <Choice
            status={former?.status ?? noticeStatuses[kind][0]}
            name="Same as last time"
            text={lastTimeText(form, former)}
            isBusy={isSearching}
            onPress={insertLastTime}
          />
        )}
      </ul>
      <p role="status" className="text-muted [overflow-wrap:anywhere] empty:hidden">
        {problem}
      </p>
    </div>
  );
}

interface ChoiceProps {
  status: NoticeStatus;
  name: string;
  text: string;
  isBusy?: boolean;
  onPress: () => void;
}

/** The text is beside the button, so that its name is short. All of the row presses it. */
function Choice({ status, name, text, isBusy = false, onPress }: ChoiceProps) {
  const id = useId();
  return (
    <li className="template-choice flex gap-2.5 px-3 py-2">
      <span className="pt-0.5">
        <StatusShape color={noticeColors[status]} shape={phaseShapes[status]} />
      </span>
      <div className="grid min-w-0 grow">
        <button type="button" aria-describedby={id} aria-busy={isBusy || undefined} onClick={onPress}>
          {name}
        </button>
        <span id={id} className="truncate text-muted">
          {text}
        </span>
      </div>
    </li>
  );
}

function lastTimeText({ kind, draft }: Form, former: FormerNotice | null | undefined): string {
  if (Object.keys(draft.components).length === 0) return "What you last wrote about the chosen components";
  if (former === undefined) return "…";
  if (former === null) return `No earlier ${kind} of these components`;
  return `${former.name} · ${formatDateTime(former.createdAt)}`;
}
