import * as Dialog from "@radix-ui/react-dialog";
import { useEffect, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { CloseIcon, MenuIcon } from "../../ui/icons.tsx";
import type { Screen } from "../screens.ts";
import { Drawer } from "./drawer.tsx";

export function DrawerSheet({ screens, current }: { screens: readonly Screen[]; current: Screen }) {
  const [open, setOpen] = useState(false);
  useEffect(() => onRoomForDrawer(() => setOpen(false)), []);

  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <IconButton tip="Menu" className="-ml-2 md:hidden">
          <MenuIcon className="size-5" />
        </IconButton>
      </Dialog.Trigger>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 animate-appear bg-veil md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] animate-slide overflow-y-auto border-r border-line bg-raised p-4 shadow-float outline-none md:hidden"
        >
          <div className="mb-3 flex items-center justify-between pl-3">
            <Dialog.Title className="font-semibold">Menu</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton tip="Close">
                <CloseIcon />
              </IconButton>
            </Dialog.Close>
          </div>
          <Drawer screens={screens} current={current} onChoose={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Hidden by CSS alone, the open drawer would still trap the focus and block clicks. */
function onRoomForDrawer(close: () => void): () => void {
  const room = matchMedia("(width >= 48rem)");
  room.addEventListener("change", close);
  return () => room.removeEventListener("change", close);
}
