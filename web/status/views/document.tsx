import type { ReactNode } from "react";
import { type Theme, themeRules } from "../../shared/theme/theme-rules.ts";
import { languages } from "../texts/languages.ts";
import { Head, type PageSummary } from "./head.tsx";
import { usePageContext } from "./language.tsx";

interface Props extends PageSummary {
  css: string;
  /** Without it, the theme decides. */
  theme?: (Theme & { faviconID: string }) | undefined;
  children: ReactNode;
}

export function Document({ css, theme, children, ...summary }: Props) {
  const { language, script } = usePageContext();
  return (
    <html lang={language} dir={languages[language].dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Head {...summary} faviconID={theme?.faviconID} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own file and checked settings; React would escape its > */}
        <style dangerouslySetInnerHTML={{ __html: theme ? css + themeRules(theme) : css }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own file */}
        <script dangerouslySetInnerHTML={{ __html: script }} />
        <script type="module" src="/static/enhance.js" />
      </head>
      <body>{children}</body>
    </html>
  );
}
