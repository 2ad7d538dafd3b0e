import type { ReactNode } from "react";
import { StateIcon } from "./state-icon.tsx";

/** Only a page that says one thing has them. */
export const aloneRules =
  ".alone{padding-block:18vh}.alone>*+*{margin-top:.75rem}.alone .icon{font-size:2.5rem}";

/** A page that has nothing else says this. */
export function Alone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="wide alone">
      <StateIcon color="grey" />
      <h1>{title}</h1>
      {children}
    </main>
  );
}
