import { RowPlaceholders } from "./lists/row-placeholders.tsx";

export function ScreenPlaceholder() {
  return (
    <div aria-busy="true">
      <div aria-hidden="true" className="mb-5 grid gap-2.5 py-1.5 opacity-50">
        <span className="h-5 w-36 rounded bg-line" />
        <span className="h-4 w-64 max-w-full rounded bg-line" />
      </div>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface opacity-50 shadow-card">
        <RowPlaceholders />
      </ul>
    </div>
  );
}
