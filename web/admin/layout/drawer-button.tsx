import { useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/dialogs/lazy-dialog.tsx";
import { MenuIcon } from "../../ui/icons/icons.tsx";
import type { DrawerProps } from "./drawer.tsx";

const DrawerSheet = lazyDialog("drawer-sheet", async () => (await import("./drawer-sheet.tsx")).DrawerSheet);

export function DrawerButton(drawer: DrawerProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        tip="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="-ml-2 md:hidden"
        onPointerEnter={() => void DrawerSheet.preload().catch(() => undefined)}
        onClick={() => setIsOpen(true)}
      >
        <MenuIcon className="size-5" />
      </IconButton>
      {isOpen && <DrawerSheet {...drawer} onClose={() => setIsOpen(false)} />}
    </>
  );
}
