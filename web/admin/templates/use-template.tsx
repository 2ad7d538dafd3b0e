import { useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { TemplateMenuProps } from "./template-menu.tsx";

const TemplateMenu = lazyPart(
  "template-menu",
  async () => (await import("./template-menu.tsx")).TemplateMenu,
  <p className="text-muted">Loading templates…</p>,
);

/** The menu is loaded when it is first opened. A closed one still completes what it has inserted. */
export function UseTemplate(props: Omit<TemplateMenuProps, "isOpen" | "onInserted">) {
  const [menu, setMenu] = useState<"not opened" | "open" | "closed">("not opened");
  const [outcome, setOutcome] = useState("");
  const isOpen = menu === "open";
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);

  /** The list closes, so the button gets the focus. */
  function showOutcome(text: string) {
    setOutcome(text);
    setMenu("closed");
    button.current?.focus();
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 text-muted [overflow-wrap:anywhere] empty:hidden">
          {outcome}
        </p>
        <Button
          ref={button}
          variant={outcome ? "quiet" : "plain"}
          aria-label={outcome ? "Change the template" : undefined}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setMenu(isOpen ? "closed" : "open")}
        >
          {outcome ? "Change" : "Use a template"}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {menu !== "not opened" && <TemplateMenu {...props} isOpen={isOpen} onInserted={showOutcome} />}
      </div>
    </div>
  );
}
