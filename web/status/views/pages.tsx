import { interpolate } from "../../shared/interpolate.ts";
import { useHref, useTexts } from "./language.tsx";

interface Props {
  page: number;
  pages: number;
  pageAddress: (page: number) => string;
}

export function Pages({ page, pages, pageAddress }: Props) {
  const texts = useTexts();
  const href = useHref();
  if (pages === 1) return null;
  const here = interpolate(texts.pageOf, { page: `${page}`, pages: `${pages}` });
  const link = (to: number, rel: string, text: string) => (
    <li>
      <a href={href(pageAddress(to))} rel={rel} className={rel}>
        {text}
      </a>
    </li>
  );
  return (
    <nav aria-label={here} className="heading">
      <p>{here}</p>
      <ul className="choices">
        {page < pages && link(page + 1, "prev", texts.older)}
        {page > 1 && link(page - 1, "next", texts.newer)}
      </ul>
    </nav>
  );
}
