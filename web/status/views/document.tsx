import type { ReactNode } from "react";
import { languages } from "../texts/languages.ts";
import { backgroundRules } from "./background.ts";
import { Head, type PageSummary } from "./head.tsx";
import { usePageContext } from "./language.tsx";

interface Look extends PageSummary {
  css: string;
  /** `#RRGGBB`. White, the default, leaves all colors to the theme. */
  backgroundColor?: string;
}

export function Document({ look, children }: { look: Look; children: ReactNode }) {
  const { language, script } = usePageContext();
  const { css, backgroundColor = "#FFFFFF" } = look;
  return (
    <html lang={language} dir={languages[language].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Head {...look} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own file and a checked #RRGGBB; React would escape its > */}
        <style dangerouslySetInnerHTML={{ __html: css + backgroundRules(backgroundColor) }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own file */}
        <script dangerouslySetInnerHTML={{ __html: script }} />
        <script type="module" src="/static/enhance.js" />
      </head>
      <body>{children}</body>
    </html>
  );
}
