import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { TemplateMenuProps } from "./template-menu.tsx";

const TemplateMenu = lazyPart(
  "template-menu",
  async () => (await import("./template-menu.tsx")).TemplateMenu,
  <p className="text-muted">Loading templates…</p>,
);

/** The menu is loaded when it is first opened. A closed one still completes what it has inserted. */
export function UseTemplate(props: Omit<TemplateMenuProps, "isOpen">) {
  const [menu, setMenu] = useState<"not opened" | "open" | "closed">("not opened");
  const isOpen = menu === "open";
  const id = useId();

  return (
    <div className="grid gap-2">
      <Button
        className="justify-self-start"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setMenu(isOpen ? "closed" : "open")}
      >
        Use a template
      </Button>
      <div id={id} hidden={!isOpen}>
        {menu !== "not opened" && <TemplateMenu {...props} isOpen={isOpen} />}
      </div>
    </div>
  );
}
