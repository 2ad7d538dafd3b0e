/**
 * What a form shows about a stored item, by the field of the draft that it belongs to. A conflict lists each value that
 * changed, and `news` only if it is new.
 */
export type ComparedFields = Record<string, { label: string; value: string } | { news: string }>;

export interface Form<Stored, Draft> {
  /** Returns the defaults of a new item if nothing is stored. */
  toDraft: (stored: Stored | undefined) => Draft;
  /** The user must see a change of these before overwriting it. */
  comparedFields: (stored: Stored) => ComparedFields;
  secretFields?: readonly (keyof Draft)[];
  withoutSecrets?: (stored: Stored) => Stored;
}
