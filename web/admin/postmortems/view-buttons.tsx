const views = { write: "Write", preview: "Preview" } as const;
type View = keyof typeof views;

/** Chooses what a narrow screen shows. A wide one shows both. */
export function ViewButtons({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <fieldset
      aria-label="View"
      className="view-buttons grid grid-cols-2 gap-1 rounded-lg border border-line bg-canvas p-1"
    >
      {(["write", "preview"] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === view}
          onClick={() => onChange(each)}
          className="min-h-9 rounded-md font-medium text-muted transition-colors hover:text-ink aria-pressed:text-accent-text"
        >
          {views[each]}
        </button>
      ))}
    </fieldset>
  );
}
