import { useState } from "react";
import { type InertEmail, inertEmail } from "./inert-email.ts";

/** Shows an email as a mail program does. Nothing in it runs, loads or leads anywhere. */
export function EmailFrame({ html }: { html: string }) {
  const [height, setHeight] = useState(0);
  const email = inertEmail(html);
  return (
    <iframe
      key={html}
      title="Email"
      // Without scripts in it, the same origin only lets this page style it and read its height.
      sandbox="allow-same-origin"
      srcDoc={email.html}
      tabIndex={-1}
      onLoad={({ currentTarget: { contentDocument } }) => {
        if (!contentDocument) return;
        applyStyles(contentDocument, email);
        setHeight(contentDocument.documentElement.scrollHeight);
      }}
      style={{ height }}
      className="min-h-40 w-full rounded-xl border border-line bg-white"
    />
  );
}

/** The console's Content-Security-Policy refuses styles in HTML, but not from a script. */
function applyStyles(document: Document, { css }: InertEmail) {
  const { defaultView } = document;
  if (defaultView) {
    const sheet = new (defaultView as Window & typeof globalThis).CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }
  for (const element of document.querySelectorAll<HTMLElement>("[data-style]"))
    element.style.cssText = element.dataset.style ?? "";
}
