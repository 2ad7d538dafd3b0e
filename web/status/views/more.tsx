import type { Plural } from "../texts/texts.ts";
import { useCount } from "./language.tsx";

/** How many of a list are not shown here, and where they are. */
export function More({ count, forms, href }: { count: number; forms: Plural; href: string }) {
  const counted = useCount();
  if (count <= 0) return null;
  return (
    <p className="rest">
      <a href={href}>{counted(forms, count)}</a>
    </p>
  );
}
