const views = { write: "Write", preview: "Preview" } as const;
type View = keyof typeof views;

/** Chooses what a narrow screen shows. A wide one shows both. */
export function ViewButtons({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <fieldset
      aria-label="View"
      className="grid grid-cols-2 gap-1 rounded-lg border border-line bg-canvas p-1 lg:hidden"
    >
      {(["write", "preview"] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === view}
          onClick={() => onChange(each)}
          className="min-h-9 rounded-md font-medium text-muted transition-colors hover:text-ink aria-pressed:bg-raised aria-pressed:text-accent-text aria-pressed:shadow-card"
        >
          {views[each]}
        </button>
      ))}
    </fieldset>
  );
}
