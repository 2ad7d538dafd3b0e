import * as Dialog from "@radix-ui/react-dialog";
import { useEffect, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { CloseIcon } from "../../ui/icons/later-icons.tsx";
import { Drawer, type DrawerProps } from "./drawer.tsx";

interface DrawerSheetProps extends DrawerProps {
  onClose: () => void;
}

export function DrawerSheet({ onClose, ...drawer }: DrawerSheetProps) {
  const [previousFocus] = useState(() => document.activeElement);
  useEffect(() => onRoomForDrawer(onClose), [onClose]);

  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 animate-appear bg-veil md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (previousFocus instanceof HTMLElement) previousFocus.focus();
          }}
          className="fixed inset-y-0 left-0 z-40 max-sm:top-(--toast-room) sm:bottom-(--toast-room) w-72 max-w-[85vw] animate-slide overflow-y-auto border-r border-line bg-raised p-4 shadow-float outline-none md:hidden"
        >
          <div className="mb-3 flex items-center justify-between pl-3">
            <Dialog.Title className="font-semibold">Menu</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton tip="Close">
                <CloseIcon />
              </IconButton>
            </Dialog.Close>
          </div>
          <Drawer {...drawer} onChoose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The open drawer would still trap the focus and block clicks if only CSS hid it. */
function onRoomForDrawer(close: () => void): () => void {
  const room = matchMedia("(width >= 48rem)");
  room.addEventListener("change", close);
  return () => room.removeEventListener("change", close);
}
