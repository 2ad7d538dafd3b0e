import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
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
  const [outcome, setOutcome] = useState("");
  const [search, setSearch] = useState<{ isPending: boolean; error: Error | null }>({
    isPending: false,
    error: null,
  });
  const templates = load.data?.filter((template) => template.kind === kind);
  const form: Form = { kind, draft, notice, components, serviceName: settings?.serviceName ?? "" };
  const chosenIDs = Object.keys(draft.chosen);

  const setLast = useLastInsertedTexts(form, onInsert);

  function applyTemplate(template: Template) {
    const now = new Date().toISOString();
    const insertion = insertTemplate(form, template, now);
    apply(template.name, insertion);
    const { name, message } = insertion.change;
    setLast({ template, now, name, message });
  }

  function apply(name: string, insertion: Insertion) {
    onInsert(insertion.change);
    setOutcome(describe(name, insertion));
  }

  async function insertLastTime() {
    setSearch({ isPending: true, error: null });
    try {
      const former = await findFormerNotice(kind, chosenIDs);
      if (former) apply(former.name, insertFormerNotice(form, former));
      else setOutcome(`There is no earlier ${kind} of the components that you chose.`);
      setSearch({ isPending: false, error: null });
    } catch (error) {
      setSearch({ isPending: false, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  return (
    <div className="grid gap-2">
      <LoadError load={load} />
      <ErrorArea error={search.error} />
      {templates?.length === 0 && (
        <p className="text-muted">There are no templates for this yet. Add them under Settings.</p>
      )}
      <ul className="grid max-h-60 gap-1.5 overflow-y-auto">
        {templates?.map((template) => (
          <li key={template.templateID}>
            <Button
              className="w-full justify-start text-left whitespace-normal! [overflow-wrap:anywhere]"
              onClick={() => applyTemplate(template)}
            >
              {template.name}
            </Button>
          </li>
        ))}
        {!notice && (
          <li>
            <Button
              className="w-full justify-start text-left"
              busy={search.isPending}
              onClick={() =>
                chosenIDs.length > 0
                  ? void insertLastTime()
                  : setOutcome(
                      "First choose a component below. Then this inserts what you last wrote about it.",
                    )
              }
            >
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

/**
 * The inserted texts name the components that are chosen later, too, until someone edits them.
 * @returns call it with the template that was inserted
 */
function useLastInsertedTexts(form: Form, onInsert: TemplateMenuProps["onInsert"]) {
  const [last, setLast] = useState<InsertedTemplate>();
  const texts = last && fillTexts(form, last.template, last.now);
  useEffect(() => {
    if (!last || !texts) return;
    const change = {
      ...(form.draft.name === last.name && texts.name !== last.name && { name: texts.name }),
      ...(form.draft.message === last.message &&
        texts.message !== last.message && { message: texts.message }),
    };
    if (Object.keys(change).length === 0) return;
    onInsert(change);
    setLast({ ...last, ...change });
  });
  return setLast;
}

interface InsertedTemplate {
  template: Template;
  now: string;
  name: string | undefined;
  message: string | undefined;
}

function describe(name: string, { inserted, unchanged }: Insertion): string {
  const done =
    inserted.length > 0
      ? `Inserted from “${name}”: ${inserted.join(", ")}.`
      : `Nothing of “${name}” was inserted.`;
  return unchanged.length > 0 ? `${done} Left as it was: ${unchanged.join(", ")}.` : done;
}
