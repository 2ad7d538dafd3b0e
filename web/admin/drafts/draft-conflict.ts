import type { ComparedFields, Form } from "./form.ts";

/** Leaves out fields that the other person set to the same value. */
export function conflictingChanges<Stored, Draft extends object>(
  { toDraft, comparedFields }: Form<Stored, Draft>,
  edits: Partial<Draft>,
  { before, now }: { before: Stored; now: Stored },
): { field: string; text: string }[] {
  const values = new Map<string, unknown>(Object.entries(toDraft(now)));
  const equal = Object.entries(edits)
    .filter(([field, value]) => JSON.stringify(values.get(field)) === JSON.stringify(value))
    .map(([field]) => field);
  return differences(comparedFields(before), comparedFields(now), new Set<PropertyKey>(equal));
}

function differences(
  before: ComparedFields,
  now: ComparedFields,
  except: ReadonlySet<PropertyKey>,
): { field: string; text: string }[] {
  return Object.entries(now).flatMap(([field, compared]) => {
    if (except.has(field)) return [];
    const was = before[field];
    if ("news" in compared) return was ? [] : { field, text: compared.news };
    const text = `${compared.label} is now ${compared.value || "empty"}`;
    if (!was || "news" in was) return { field, text };
    return was.value === compared.value ? [] : { field, text: `${text} (was ${was.value || "empty"})` };
  });
}
