import type { Tag } from "./tags.ts";

/** What the API's description says about a call in words. */
export interface OperationText {
  operationId: string;
  tag: Tag;
  summary: string;
  /** Markdown. Which API keys may call is added to it. */
  description: string;
}

type Text = Pick<OperationText, "summary" | "description">;

/** The texts of the calls under a tag, by their operation ids. */
export function operationTexts<ID extends string>(
  tag: Tag,
  texts: Record<ID, Text>,
): Record<ID, OperationText> {
  const complete = Object.entries<Text>(texts).map(([operationId, text]) => [
    operationId,
    { operationId, tag, ...text },
  ]);
  return Object.fromEntries(complete) as Record<ID, OperationText>; // the keys are those of `texts`
}
