import type { Plural } from "../../texts/texts.ts";
import { usePlural } from "../language.tsx";

/** @param count of the items that are not shown */
export function MoreLink({ count, forms, href }: { count: number; forms: Plural; href: string }) {
  const plural = usePlural();
  if (count <= 0) return null;
  return (
    <p className="more">
      <a href={href}>{plural(forms, count)}</a>
    </p>
  );
}
