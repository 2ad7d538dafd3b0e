import type { ReactNode } from "react";
import { StateIcon } from "../notice/state-icon.tsx";

/** Only a page with nothing but a short message has these rules. */
export const aloneRules =
  ".alone{padding-block:14vh}main>.alone{padding-block:2rem}.alone>*+*{margin-top:.75rem}.alone .icon{font-size:2.5rem}";

export function Alone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="wide alone">
      <StateIcon color="grey" />
      <h1>{title}</h1>
      {children}
    </main>
  );
}
