import type { ReactNode } from "react";
import { type Docs, MAX_SEARCH_CHARACTERS } from "./docs-calls.ts";
import { Document } from "./document.tsx";

interface Frame {
  docs: Docs;
  /** The page's slug, without one on the overview. */
  current?: string;
  title: string;
  search?: string;
  css: string;
  children: ReactNode;
}

export function DocsFrame({ docs: { document, tasks }, current, title, search, css, children }: Frame) {
  const { info } = document;
  return (
    <Document title={current === undefined ? title : `${title} - ${info.title}`} css={css}>
      <header className="top">
        <div className="wide api">
          <a href="/">Status page</a>
          {/* biome-ignore lint/a11y/useSemanticElements: <search> is not in all browsers that the page supports */}
          <form role="search" action="/api/docs">
            <input
              type="search"
              name="q"
              aria-label="Search the calls"
              placeholder="Search the calls"
              maxLength={MAX_SEARCH_CHARACTERS}
              defaultValue={search}
            />
            <button type="submit">Search</button>
          </form>
        </div>
      </header>
      <div className="wide api sides">
        <nav className="pages" aria-label="Pages of the documentation">
          <ul>
            <PageLink href="/api/docs" name="Overview" isCurrent={current === undefined} />
            {tasks.map(({ slug, name }) => (
              <PageLink key={slug} href={`/api/docs/${slug}`} name={name} isCurrent={slug === current} />
            ))}
            <PageLink href="/api/docs/shapes" name="Shapes" isCurrent={current === "shapes"} />
          </ul>
        </nav>
        <main>
          <h1>{title}</h1>
          {children}
        </main>
      </div>
      <footer className="wide" />
    </Document>
  );
}

function PageLink({ href, name, isCurrent }: { href: string; name: string; isCurrent: boolean }) {
  return (
    <li>
      <a href={href} aria-current={isCurrent ? "page" : undefined}>
        {name}
      </a>
    </li>
  );
}
