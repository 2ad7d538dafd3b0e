export interface Meanwhile {
  /** In plain words, one a line. */
  changes: readonly string[];
  /** Shows theirs in the place of what was changed here. */
  takeTheirs: () => void;
}

/** Says what somebody else saved while a form was open; what to do about it is for the form's buttons. */
export function ConflictNotice({ changes }: Pick<Meanwhile, "changes">) {
  return (
    <div
      role="alert"
      className="grid gap-1 rounded-lg border border-accent-text/30 bg-accent-soft px-3 py-2 [overflow-wrap:anywhere]"
    >
      <p className="font-medium">Somebody else changed this meanwhile. Yours is not saved yet.</p>
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
