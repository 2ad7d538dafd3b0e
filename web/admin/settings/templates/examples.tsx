import type { Template } from "../../../../worker/notices/templates/schema.ts";
import { Button } from "../../../ui/button.tsx";
import { PhaseShape } from "../../notices/phase-shape.tsx";
import { exampleTemplates } from "./example-templates.ts";
import type { TemplateDraft } from "./template-dialog.tsx";
import { TemplateText } from "./template-text.tsx";

/** An example that sets no status is shown with the one that its kind begins with. */
const firstStatuses = { incident: "Investigating", maintenance: "Scheduled" } as const;

interface ExamplesProps {
  templates: readonly Template[];
  onStart: (example: TemplateDraft) => void;
}

/** They are in the way once there are more templates than examples. */
export function Examples({ templates, onStart }: ExamplesProps) {
  if (templates.length >= exampleTemplates.length) return null;
  const left = exampleTemplates.filter(({ name }) => templates.every((each) => each.name !== name));
  if (templates.length > 0)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-muted">More examples:</p>
        <ul className="flex flex-wrap gap-2">
          {left.map((example) => (
            <li key={example.name}>
              <Button onClick={() => onStart(example)}>{example.name}</Button>
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <div className="grid gap-3">
      <div>
        <p className="font-medium">No templates yet</p>
        <p className="text-muted">Start with an example, and change its words to yours.</p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-3">
        {left.map((example) => (
          <ExampleCard key={example.name} example={example} onStart={() => onStart(example)} />
        ))}
      </ul>
    </div>
  );
}

interface ExampleCardProps {
  example: TemplateDraft;
  onStart: () => void;
}

function ExampleCard({ example: { name, kind, status, message }, onStart }: ExampleCardProps) {
  return (
    <li className="relative grid content-start gap-1.5 rounded-lg border border-line-strong/60 p-3 transition-colors hover:bg-hover">
      <button
        type="button"
        onClick={onStart}
        // The whole card is pressed.
        className="flex items-center gap-2 text-left font-semibold after:absolute after:inset-0 after:rounded-lg"
      >
        <PhaseShape status={status ?? firstStatuses[kind]} />
        {name}
      </button>
      <p className="line-clamp-4 text-muted">
        <TemplateText text={message} />
      </p>
    </li>
  );
}
