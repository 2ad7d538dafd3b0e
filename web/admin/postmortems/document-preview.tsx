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
      className="min-h-[50dvh] rounded-lg border border-line px-4 py-3 lg:h-[max(24rem,calc(100dvh-26rem))] lg:overflow-y-auto"
    >
      <p className="mb-2 text-lg/7 font-semibold tracking-tight [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </p>
      {text.trim() === "" ? (
        <p className="text-muted">Nothing to see yet.</p>
      ) : (
        <RenderedMarkdown
          className="[&_h2]:mt-3 [&_h2]:text-base/6 [&_h2]:font-semibold [&_h3]:mt-2 [&_h3]:font-semibold"
          html={messageHTML(text, "document")}
        />
      )}
    </div>
  );
}
