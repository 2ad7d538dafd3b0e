export interface Conflict {
  /** One sentence for each field that someone else changed. */
  changes: readonly string[];
  /** Discards the edits that conflict with theirs. */
  takeTheirs: () => void;
}

export function ConflictNotice({ changes }: Pick<Conflict, "changes">) {
  return (
    <div
      role="alert"
      className="grid gap-1 rounded-lg border border-accent-text/30 bg-accent-soft px-3 py-2 [overflow-wrap:anywhere]"
    >
      <p className="font-medium">Someone else just changed this. Your changes aren't saved yet.</p>
      <ul className="list-disc pl-4.5">
        {changes.map((change) => (
          <li key={change}>
            <span className="line-clamp-3">{change}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
