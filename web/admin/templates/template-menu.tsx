import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import {
  type Notice,
  type NoticeKind,
  type NoticeStatus,
  noticeColors,
  noticeStatuses,
} from "../../../worker/notices/domain.ts";
import type { FormerNotice, Template } from "../../../worker/notices/templates/schema.ts";
import { phaseShapes } from "../../shared/phase-shapes.ts";
import { adoptStyles } from "../../ui/adopt-styles.ts";
import { ErrorArea } from "../../ui/error-area.tsx";
import { StatusShape } from "../../ui/icons/status-icon.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { componentList } from "../components/calls.ts";
import type { NoticeDraft } from "../notices/form/notice-draft.ts";
import { publicSettings } from "../public-settings.ts";
import { formatDateTime } from "../times/dates.ts";
import { findFormerNotice, templateList } from "./calls.ts";
import { type Form, fillTexts, type Insertion, insertFormerNotice, insertTemplate } from "./insert.ts";
import styles from "./template-menu.css?inline";

adoptStyles(styles);

const CHOOSE_FIRST = "First choose a component below. Then this inserts what you last wrote about it.";

export interface TemplateMenuProps {
  kind: NoticeKind;
  draft: NoticeDraft;
  notice: Notice | undefined;
  /** A closed menu searches for nothing. */
  isOpen: boolean;
  onInsert: (change: Partial<NoticeDraft>) => void;
}

export function TemplateMenu(props: TemplateMenuProps) {
  const { kind, draft, notice } = props;
  const load = useQuery(templateList);
  const { data: components = [] } = useQuery(componentList);
  const { data: settings } = useQuery(publicSettings);
  const templates = load.data?.filter((template) => template.kind === kind);
  const form: Form = { kind, draft, notice, components, serviceName: settings?.serviceName ?? "" };
  const { outcome, former, isSearching, searchError, applyTemplate, insertLastTime } = useInsertion(
    form,
    props,
  );

  return (
    <div className="grid gap-2">
      <LoadError load={load} />
      <ErrorArea error={searchError} />
      {templates?.length === 0 && (
        <p className="text-muted">There are no templates for this yet. Add them under Settings.</p>
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
        {outcome}
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

function useInsertion(form: Form, { isOpen, onInsert }: TemplateMenuProps) {
  const [outcome, setOutcome] = useState("");
  const chosenIDs = Object.keys(form.draft.components);

  const recordInsertion = useLastInsertedTexts(form, onInsert);

  function applyTemplate(template: Template) {
    const now = new Date().toISOString();
    const insertion = insertTemplate(form, template, now);
    apply(template.name, insertion);
    recordInsertion(template, now, insertion.change);
  }

  function apply(name: string, insertion: Insertion) {
    onInsert(insertion.change);
    setOutcome(describe(name, insertion));
  }

  const search = useQuery({
    queryKey: ["former-notice", form.kind, chosenIDs],
    queryFn: async () => (await findFormerNotice(form.kind, chosenIDs)) ?? null,
    enabled: isOpen && !form.notice && chosenIDs.length > 0,
    refetchInterval: false,
    gcTime: 0,
    retry: false,
  });

  async function insertLastTime() {
    if (chosenIDs.length === 0) return setOutcome(CHOOSE_FIRST);
    const { data: former } = search.isSuccess ? search : await search.refetch({ cancelRefetch: false });
    if (former === undefined) return;
    if (former) apply(former.name, insertFormerNotice(form, former));
    else setOutcome(`There is no earlier ${form.kind} of the components that you chose.`);
  }

  return {
    outcome,
    former: search.data,
    isSearching: search.isFetching,
    searchError: search.error,
    applyTemplate,
    insertLastTime: () => void insertLastTime(),
  };
}

/**
 * The inserted texts name the components that are chosen later, too, until someone edits them.
 * @returns call it with the template that was inserted, and with its texts
 */
function useLastInsertedTexts(form: Form, onInsert: TemplateMenuProps["onInsert"]) {
  const [last, setLast] = useState<{ template: Template; now: string }>();
  const inserted = useRef<InsertedTexts>({});
  const texts = last && fillTexts(form, last.template, last.now);
  const refill = useEffectEvent((change: InsertedTexts) => {
    if (Object.keys(change).length === 0) return;
    inserted.current = { ...inserted.current, ...change };
    onInsert(change);
  });
  const { name, message } = texts ?? {};
  const { draft } = form;
  useEffect(() => {
    const { current: before } = inserted;
    refill({
      ...(name !== undefined && draft.name === before.name && name !== before.name && { name }),
      ...(message !== undefined &&
        draft.message === before.message &&
        message !== before.message && { message }),
    });
  }, [name, message, draft.name, draft.message]);
  return (template: Template, now: string, insertedTexts: InsertedTexts) => {
    inserted.current = insertedTexts;
    setLast({ template, now });
  };
}

type InsertedTexts = Pick<Insertion["change"], "name" | "message">;

function describe(name: string, { inserted, unchanged }: Insertion): string {
  const done =
    inserted.length > 0
      ? `Inserted from “${name}”: ${inserted.join(", ")}.`
      : `Nothing of “${name}” was inserted.`;
  return unchanged.length > 0 ? `${done} Left as it was: ${unchanged.join(", ")}.` : done;
}
