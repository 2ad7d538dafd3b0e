export interface OperationText {
  operationId: string;
  /** One of tags.ts. */
  tag: string;
  summary: string;
  /** Markdown, without the API key scopes, which are appended. */
  description: string;
}

type Text = Pick<OperationText, "summary" | "description">;

export function operationTexts<ID extends string>(
  tag: string,
  texts: Record<ID, Text>,
): Record<ID, OperationText> {
  const complete = Object.entries<Text>(texts).map(([operationId, text]) => [
    operationId,
    { operationId, tag, ...text },
  ]);
  return Object.fromEntries(complete) as Record<ID, OperationText>; // the keys are those of `texts`
}
