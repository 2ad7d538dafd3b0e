export interface Conflict {
  /** One sentence for each field that someone else changed. */
  changes: readonly string[];
  discardConflicting: () => void;
}

const scrollIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: "nearest" });

export function ConflictNotice({ changes }: Pick<Conflict, "changes">) {
  return (
    <div
      role="alert"
      // The notice pushes the buttons down, so the margin below it keeps them in sight.
      ref={scrollIntoView}
      className="grid scroll-mb-28 gap-1 rounded-lg border border-accent-text/30 bg-accent-soft px-3 py-2 [overflow-wrap:anywhere]"
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
