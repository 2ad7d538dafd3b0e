import type { ReactNode } from "react";
import { messageHTML } from "../../shared/message-html.ts";
import { RenderedMarkdown } from "../rendered-markdown.tsx";

interface DocumentPreviewProps {
  name: string;
  text: string;
  /** It is in the middle of an empty document. */
  children: ReactNode;
}

export function DocumentPreview({ name, text, children }: DocumentPreviewProps) {
  return (
    <div
      // It scrolls, so it has to be reached by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: as said
      tabIndex={0}
      role="document"
      aria-label={name}
      className="paper flex flex-col rounded-lg border border-line px-4 py-3"
    >
      <p className="mb-2 font-semibold tracking-tight [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </p>
      {text.trim() === "" ? (
        <div className="m-auto grid justify-items-center gap-3 py-6 text-center">{children}</div>
      ) : (
        <RenderedMarkdown html={messageHTML(text, "document")} />
      )}
    </div>
  );
}
