import type { Tag } from "./tags.ts";

export interface OperationText {
  operationId: string;
  tag: Tag;
  summary: string;
  /** Markdown, without the API key scopes, which are appended. */
  description: string;
}

type Text = Pick<OperationText, "summary" | "description">;

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
