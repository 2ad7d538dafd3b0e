import { Button } from "../../ui/button.tsx";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import { CheckField } from "../../ui/fields/check-field.tsx";
import { commandKey } from "./command-key.ts";
import { setShortcutsOn, shortcuts, useShortcutsOn } from "./shortcuts.ts";

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const on = useShortcutsOn();
  return (
    <DialogFrame title="Keyboard shortcuts" onClose={onClose}>
      <div className="grid gap-4 overflow-y-auto px-5 pb-5">
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2.5">
          <Keys keys={[commandKey, "K"]} text="Commands" />
          <Keys keys={[commandKey, "Enter"]} text="Send a form" />
          {Object.entries(shortcuts).map(([key, text]) => (
            <Keys key={key} keys={[key]} text={text} isOff={!on} />
          ))}
        </dl>
        <p className="text-muted">
          Commands have the names of the command line, too: <code>incident open</code>,{" "}
          <code>incident resolve</code>, <code>maintenance schedule</code>, <code>component set</code>,{" "}
          <code>metric push</code>.
        </p>
        <CheckField label="Single-key shortcuts" checked={on} onChange={setShortcutsOn}>
          Turn them off if you use speech recognition or press keys by accident. This applies to this browser.
        </CheckField>
        <Button className="justify-self-end" data-focus-first="" onClick={onClose}>
          Close
        </Button>
      </div>
    </DialogFrame>
  );
}

function Keys({ keys, text, isOff = false }: { keys: string[]; text: string; isOff?: boolean }) {
  return (
    <>
      <dt className="flex gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="min-w-6 rounded-md border border-line-strong/60 bg-surface px-1.5 py-0.5 text-center font-sans text-xs"
          >
            {key}
          </kbd>
        ))}
      </dt>
      <dd className={isOff ? "text-muted line-through" : ""}>{text}</dd>
    </>
  );
}
