import type { ReactNode } from "react";
import { languages } from "../texts/languages.ts";
import { readableOn } from "./contrast.ts";
import { useVisit } from "./language.tsx";

interface Look {
  title: string;
  /** The document's whole style sheet. */
  css: string;
  /** `#RRGGBB`; white is the default and leaves the head band to the theme. */
  backgroundColor?: string;
  /** Where the page's feeds are, before `/history.rss`; the whole service's unless told. */
  feeds?: string;
}

const feedTypes = {
  RSS: { type: "application/rss+xml", file: "history.rss" },
  Atom: { type: "application/atom+xml", file: "history.atom" },
  "JSON Feed": { type: "application/feed+json", file: "history.json" },
};

/** The shell of every page that visitors see. */
export function Document({ look, children }: { look: Look; children: ReactNode }) {
  const { language, script } = useVisit();
  const { title, css, backgroundColor = "#FFFFFF", feeds = "" } = look;
  const band = backgroundColor.toUpperCase() === "#FFFFFF" ? "" : bandOf(backgroundColor);
  return (
    <html lang={language} dir={languages[language].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" href="/static/favicon.svg" type="image/svg+xml" />
        {Object.entries(feedTypes).map(([name, { type, file }]) => (
          <link key={name} rel="alternate" type={type} title={name} href={`${feeds}/${file}`} />
        ))}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own file and a checked #RRGGBB; React would escape its > */}
        <style dangerouslySetInnerHTML={{ __html: css + band }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own file */}
        <script dangerouslySetInnerHTML={{ __html: script }} />
        <script type="module" src="/static/enhance.js" />
      </head>
      <body>{children}</body>
    </html>
  );
}

function bandOf(backgroundColor: string): string {
  return `.top{--band:${backgroundColor};--on-band:${readableOn(backgroundColor)}}`;
}
