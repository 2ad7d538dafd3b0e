import type { ReactNode } from "react";
import { MarkIcon } from "../ui/icons/start-icons.tsx";

export function MessagePage({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div className="grid max-w-md justify-items-center gap-3 text-center">
        <span className="grid size-11 place-items-center rounded-xl bg-accent-soft text-accent-text">
          <MarkIcon className="size-6" />
        </span>
        <h1 className="mt-1 text-lg font-semibold tracking-tight">{title}</h1>
        <div className="text-muted">{children}</div>
      </div>
    </main>
  );
}
