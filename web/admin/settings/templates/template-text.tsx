import { textParts } from "../../../../worker/notices/templates/domain.ts";

/** A text with its variables as words that look like what they are: placeholders. */
export function TemplateText({ text }: { text: string }) {
  return textParts(text).map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no state, and the same variable can come twice
      <span key={index} className="rounded bg-hover px-1 text-ink">
        {part.variable}
      </span>
    ),
  );
}
