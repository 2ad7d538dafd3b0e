import type { Plural } from "../texts/texts.ts";
import { usePlural } from "./language.tsx";

/** How many of a list are not shown here, and where they are. */
export function MoreLink({ count, forms, href }: { count: number; forms: Plural; href: string }) {
  const plural = usePlural();
  if (count <= 0) return null;
  return (
    <p className="rest">
      <a href={href}>{plural(forms, count)}</a>
    </p>
  );
}
