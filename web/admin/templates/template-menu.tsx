import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Notice, NoticeKind } from "../../../worker/notices/domain.ts";
import type { Template } from "../../../worker/notices/templates/schema.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { componentList } from "../components/calls.ts";
import type { NoticeDraft } from "../notices/form/notice-draft.ts";
import { publicSettings } from "../public-settings.ts";
import { findFormerNotice, templateList } from "./calls.ts";
import { type Form, fillTexts, type Insertion, insertFormerNotice, insertTemplate } from "./insert.ts";

const CHOOSE_FIRST = "First choose a component below. Then this inserts what you last wrote about it.";

export interface TemplateMenuProps {
  kind: NoticeKind;
  draft: NoticeDraft;
  notice: Notice | undefined;
  onInsert: (change: Partial<NoticeDraft>) => void;
}

export function TemplateMenu({ kind, draft, notice, onInsert }: TemplateMenuProps) {
  const load = useQuery(templateList);
  const { data: components = [] } = useQuery(componentList);
  const { data: settings } = useQuery(publicSettings);
  const templates = load.data?.filter((template) => template.kind === kind);
  const form: Form = { kind, draft, notice, components, serviceName: settings?.serviceName ?? "" };
  const { outcome, isSearching, searchError, applyTemplate, insertLastTime } = useInsertion(form, onInsert);

  return (
    <div className="grid gap-2">
      <LoadError load={load} />
      <ErrorArea error={searchError} />
      {templates?.length === 0 && (
        <p className="text-muted">There are no templates for this yet. Add them under Settings.</p>
      )}
      <ul className="flex max-h-60 flex-wrap gap-2 overflow-y-auto">
        {templates?.map((template) => (
          <li key={template.templateID}>
            <Button
              className="max-w-full text-left whitespace-normal! [overflow-wrap:anywhere]"
              onClick={() => applyTemplate(template)}
            >
              {template.name}
            </Button>
          </li>
        ))}
        {!notice && (
          <li>
            <Button busy={isSearching} onClick={insertLastTime}>
              Same as last time
            </Button>
          </li>
        )}
      </ul>
      <p role="status" className="text-muted [overflow-wrap:anywhere] empty:hidden">
        {outcome}
      </p>
    </div>
  );
}

function useInsertion(form: Form, onInsert: TemplateMenuProps["onInsert"]) {
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
    enabled: false, // until the button is pressed
    gcTime: 0,
    retry: false,
  });

  async function insertLastTime() {
    if (chosenIDs.length === 0) return setOutcome(CHOOSE_FIRST);
    const { data: former, isSuccess } = await search.refetch();
    if (!isSuccess) return;
    if (former) apply(former.name, insertFormerNotice(form, former));
    else setOutcome(`There is no earlier ${form.kind} of the components that you chose.`);
  }

  return {
    outcome,
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
