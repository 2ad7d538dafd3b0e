import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Template } from "../../../worker/notices/templates/schema.ts";
import { changedFields } from "../drafts/draft-fields.ts";
import { findFormerNotice } from "./calls.ts";
import {
  type Form,
  fillTexts,
  type Insertion,
  insertFormerNotice,
  insertTemplate,
  withoutInsertion,
} from "./insert.ts";
import type { TemplateMenuProps } from "./template-menu.tsx";

const CHOOSE_FIRST = "First choose a component below. Then this inserts what you last wrote about it.";

export function useInsertion(form: Form, { isOpen, onInsert, onInserted }: TemplateMenuProps) {
  const [problem, setProblem] = useState("");
  const chosenIDs = Object.keys(form.draft.components);
  const before = useRef(form.draft);
  const inserted = useRef<Insertion["change"]>({});
  const follow = useRefill(form, inserted, onInsert);

  /** Another choice replaces what is left of the one before. */
  function apply(name: string, insertInto: (empty: Form) => Insertion) {
    const draft = withoutInsertion(form.draft, before.current, inserted.current);
    const insertion = insertInto({ ...form, draft });
    before.current = draft;
    inserted.current = insertion.change;
    onInsert({ ...changedFields(form.draft, draft), ...insertion.change });
    setProblem("");
    onInserted(describe(name, insertion));
  }

  function applyTemplate(template: Template) {
    const now = new Date().toISOString();
    apply(template.name, (empty) => insertTemplate(empty, template, now));
    follow({ template, now });
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
    if (chosenIDs.length === 0) return setProblem(CHOOSE_FIRST);
    const { data: former } = search.isSuccess ? search : await search.refetch({ cancelRefetch: false });
    if (former === undefined) return;
    if (!former) return setProblem(`There is no earlier ${form.kind} of the components that you chose.`);
    apply(former.name, (empty) => insertFormerNotice(empty, former));
    follow(undefined);
  }

  return {
    problem,
    former: search.data,
    isSearching: search.isFetching,
    searchError: search.error,
    applyTemplate,
    insertLastTime: () => void insertLastTime(),
  };
}

interface Followed {
  template: Template;
  now: string;
}

/**
 * The inserted texts name the components that are chosen later, too, until someone edits them.
 * @returns call it with the template that was inserted
 */
function useRefill(
  form: Form,
  inserted: RefObject<Insertion["change"]>,
  onInsert: TemplateMenuProps["onInsert"],
) {
  const [followed, follow] = useState<Followed>();
  const texts = followed && fillTexts(form, followed.template, followed.now);
  const refill = useEffectEvent((change: Pick<Insertion["change"], "name" | "message">) => {
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
  }, [name, message, draft.name, draft.message, inserted]);
  return follow;
}

function describe(name: string, { inserted, unchanged }: Insertion): string {
  const done =
    inserted.length > 0
      ? `Inserted from “${name}”: ${inserted.join(", ")}.`
      : `Nothing of “${name}” was inserted.`;
  return unchanged.length > 0 ? `${done} Left as it was: ${unchanged.join(", ")}.` : done;
}
