import { Window } from "happy-dom";

/** A page's HTML as a document; its scripts and styles are not loaded. */
export function document(html: string): Document {
  const { document } = new Window({
    settings: {
      disableJavaScriptEvaluation: true,
      disableJavaScriptFileLoading: true,
      disableCSSFileLoading: true,
    },
  });
  document.write(html);
  return document as unknown as Document; // happy-dom's types are its own
}

/** An element's text as it reads: its parts apart, white space folded. */
export function text(element: Node | null | undefined): string {
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
