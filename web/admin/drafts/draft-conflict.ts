import type { Facts, Form } from "./form.ts";

/** Others may have made the same change. */
export function conflictingChanges<Stored, Draft extends object>(
  { draftOf, facts }: Form<Stored, Draft>,
  edits: Partial<Draft>,
  { before, now }: { before: Stored; now: Stored },
): { field: string; text: string }[] {
  const values = new Map<string, unknown>(Object.entries(draftOf(now)));
  const equal = Object.entries(edits)
    .filter(([field, value]) => JSON.stringify(values.get(field)) === JSON.stringify(value))
    .map(([field]) => field);
  return differences(facts(before), facts(now), new Set<PropertyKey>(equal));
}

function differences(
  before: Facts,
  now: Facts,
  except: ReadonlySet<PropertyKey>,
): { field: string; text: string }[] {
  return Object.entries(now).flatMap(([field, fact]) => {
    if (except.has(field)) return [];
    const was = before[field];
    if ("news" in fact) return was ? [] : { field, text: fact.news };
    const text = `${fact.label} is now ${fact.value || "empty"}`;
    if (!was || "news" in was) return { field, text };
    return was.value === fact.value ? [] : { field, text: `${text} (was ${was.value || "empty"})` };
  });
}
