export function changedFields<Draft extends object>(before: Draft, draft: Draft): Partial<Draft> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changedEntries = Object.entries(draft).filter(([field, value]) => old.get(field) !== value);
  return Object.fromEntries(changedEntries) as Partial<Draft>; // some of its own fields
}

/** A field may hold a record of fields, such as the statuses chosen for components. */
export function omitFields<Edits extends object>(edits: Edits, fields: ReadonlySet<PropertyKey>): Edits {
  const others = Object.entries(edits)
    .filter(([field]) => !fields.has(field))
    .map(([field, value]) => [field, value instanceof Object ? omitFields(value, fields) : value]);
  return Object.fromEntries(others) as Edits; // some of its own fields
}
