import { Window } from "happy-dom";

// All pages share one window, because making one takes longer than parsing most pages.
const { DOMParser } = new Window({
  settings: {
    disableJavaScriptEvaluation: true,
    disableJavaScriptFileLoading: true,
    disableCSSFileLoading: true,
  },
});

/** Parses a page without loading its scripts and styles. */
export function parseHTML(html: string): Document {
  const document = new DOMParser().parseFromString(html, "text/html");
  return document as unknown as Document; // happy-dom has types of its own.
}

/** Returns an element's text with a space between blocks and with collapsed white space. */
export function textOf(element: Node | null | undefined): string {
  const parts: string[] = [];
  const collect = (node: Node) => {
    if (node.nodeType === 3) parts.push(node.textContent ?? "");
    else for (const child of node.childNodes) collect(child);
    if (node.nodeType === 1 && !/^(A|BDI|CODE|EM|SPAN|STRONG)$/.test((node as Element).tagName))
      parts.push(" ");
  };
  if (element) collect(element);
  return parts.join("").replace(/\s+/g, " ").trim();
}
