import type { MarkdownFlavor } from "../../../shared/markdown-subset.ts";

const examples = [
  ["**bold**", "bold"],
  ["*italic*", "italic"],
  ["`code`", "code"],
  ["[text](https://example.com)", "a link"],
  ["- one", "a list"],
  ["1. one", "a numbered list"],
] as const;
const headings = [
  ["## What happened", "a heading"],
  ["### Why", "a smaller heading"],
] as const;

export function MarkdownHelp({ flavor = "message" }: { flavor?: MarkdownFlavor }) {
  return (
    <details className="-mt-2.5 text-muted [@media(pointer:coarse)]:-mb-2.5">
      <summary className="w-fit rounded py-1">Formatting</summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-lg border border-line bg-surface p-3">
        {(flavor === "document" ? [...headings, ...examples] : examples).map(([source, meaning]) => (
          <div key={source} className="contents">
            <dt>
              <code className="text-xs">{source}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
        <dd className="col-span-full">
          Line breaks stay, and addresses become links. HTML is shown as text.
        </dd>
      </dl>
    </details>
  );
}
