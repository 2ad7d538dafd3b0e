import { Button } from "../../../ui/button.tsx";
import { exampleTemplates } from "./example-templates.ts";
import type { TemplateDraft } from "./template-dialog.tsx";

export function NoTemplates({ onStart }: { onStart: (example: TemplateDraft) => void }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-line-strong/60 px-4 py-6 text-center">
      <p className="font-medium">No templates yet</p>
      <p className="text-muted">Start with an example, and change its words to yours.</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {exampleTemplates.map((example) => (
          <li key={example.name}>
            <Button onClick={() => onStart(example)}>{example.name}</Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
