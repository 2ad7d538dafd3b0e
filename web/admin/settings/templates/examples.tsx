import type { Template } from "../../../../worker/notices/templates/schema.ts";
import { Button } from "../../../ui/button.tsx";
import { exampleTemplates } from "./example-templates.ts";
import type { TemplateDraft } from "./template-dialog.tsx";

interface ExamplesProps {
  templates: readonly Template[];
  onStart: (example: TemplateDraft) => void;
}

/** They are in the way once there are more templates than examples. */
export function Examples({ templates, onStart }: ExamplesProps) {
  if (templates.length >= exampleTemplates.length) return null;
  const left = exampleTemplates.filter(({ name }) => templates.every((each) => each.name !== name));
  const buttons = left.map((example) => (
    <li key={example.name}>
      <Button onClick={() => onStart(example)}>{example.name}</Button>
    </li>
  ));
  if (templates.length > 0)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-muted">More examples:</p>
        <ul className="flex flex-wrap gap-2">{buttons}</ul>
      </div>
    );
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-line-strong/60 px-4 py-6 text-center">
      <p className="font-medium">No templates yet</p>
      <p className="text-muted">Start with an example, and change its words to yours.</p>
      <ul className="flex flex-wrap justify-center gap-2">{buttons}</ul>
    </div>
  );
}
