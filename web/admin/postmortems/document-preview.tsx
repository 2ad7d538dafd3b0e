import { messageHTML } from "../../shared/message-html.ts";
import { RenderedMarkdown } from "../rendered-markdown.tsx";

export function DocumentPreview({ name, text }: { name: string; text: string }) {
  return (
    <div
      // It scrolls, so it has to be reached by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: as said
      tabIndex={0}
      role="document"
      aria-label={name}
      className="paper rounded-lg border border-line px-4 py-3"
    >
      <p className="mb-2 font-semibold tracking-tight [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </p>
      {text.trim() === "" ? (
        <p className="text-muted">Nothing to see yet.</p>
      ) : (
        <RenderedMarkdown html={messageHTML(text, "document")} />
      )}
    </div>
  );
}
