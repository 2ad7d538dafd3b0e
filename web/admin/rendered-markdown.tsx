import { adoptStyles } from "../ui/adopt-styles.ts";
import styles from "./rendered-markdown.css?inline";

adoptStyles(styles);

export function RenderedMarkdown({ html }: { html: string }) {
  return (
    <div
      dir="auto"
      className="message"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the parser escapes everything outside its Markdown
      dangerouslySetInnerHTML={{ __html: inNewTabs(html) }}
    />
  );
}

/** A link must not replace the console, where something is being typed. The parser sets `rel`. */
function inNewTabs(html: string): string {
  return html.replaceAll('<a href="', '<a target="_blank" href="');
}
