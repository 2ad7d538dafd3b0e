import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type Ref, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { lazyDialog } from "../../ui/dialogs/lazy-dialog.tsx";
import { KeyIcon, SignOutIcon } from "../../ui/icons/later-icons.tsx";
import { useSession } from "../session/session.ts";
import { administratorOf } from "../session/session-state.ts";
import { secondFactor } from "../sign-in/second-factor-query.ts";
import { useSignOut } from "./sign-out.tsx";

const SecondFactorDialog = lazyDialog(
  "second-factor",
  async () => (await import("../sign-in/dialogs/second-factor-dialog.tsx")).SecondFactorDialog,
);

type Open = "nothing" | "menu" | "secondFactor";

/** The browser's popover closes on Escape and on a click elsewhere, and gives the focus back. */
export function UserMenu() {
  const { source, email = "" } = administratorOf(useSession()) ?? {};
  const isPoolUser = source === "pool";
  const { signOut, dialog } = useSignOut();
  const [open, setOpen] = useState<Open>("nothing");
  const { data: hasSecondFactor } = useQuery({ ...secondFactor, enabled: isPoolUser && open === "menu" });
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  return (
    <>
      <MenuButton ref={button} menuID={id} email={email} />
      <div
        id={id}
        popover="auto"
        onToggle={({ newState }) =>
          setOpen((before) => (newState === "open" ? "menu" : before === "menu" ? "nothing" : before))
        }
        className="fixed inset-auto top-15 right-[calc(max((100%-72rem)/2,0px)+1rem)] m-0 w-60 rounded-xl border border-line bg-raised p-1 text-ink shadow-float open:animate-appear md:right-[calc(max((100%-72rem)/2,0px)+2rem)]"
      >
        <p className="border-b border-line px-2.5 pt-2 pb-2.5 text-muted [overflow-wrap:anywhere]">
          Signed in as
          <span className="block font-medium text-ink">{email}</span>
        </p>
        {isPoolUser && (
          <MenuItem menuID={id} onClick={() => setOpen("secondFactor")}>
            <KeyIcon />
            Second factor
            {hasSecondFactor !== undefined && (
              <span className="ml-auto text-muted">{hasSecondFactor ? "On" : "Off"}</span>
            )}
          </MenuItem>
        )}
        <MenuItem
          menuID={id}
          onClick={() => {
            button.current?.focus(); // A canceled dialog gives the focus back, and the menu is closed by then.
            signOut();
          }}
        >
          <SignOutIcon />
          Sign out
        </MenuItem>
      </div>
      {dialog}
      {open === "secondFactor" && (
        <SecondFactorDialog
          email={email}
          onClose={() => {
            flushSync(() => setOpen("nothing")); // An open dialog would keep the focus.
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}

interface MenuButtonProps {
  ref: Ref<HTMLButtonElement>;
  menuID: string;
  email: string;
}

function MenuButton({ ref, menuID, email }: MenuButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      popoverTarget={menuID}
      aria-label="User menu"
      className="grid size-9 place-items-center rounded-full transition-colors hover:bg-hover"
    >
      <span
        aria-hidden="true"
        className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text uppercase"
      >
        {email.slice(0, 1)}
      </span>
    </button>
  );
}

interface MenuItemProps {
  menuID: string;
  onClick: () => void;
  children: ReactNode;
}

function MenuItem({ menuID, onClick, children }: MenuItemProps) {
  return (
    <button
      type="button"
      popoverTarget={menuID}
      popoverTargetAction="hide"
      onClick={onClick}
      className="mt-1 flex min-h-9 w-full items-center gap-2.5 rounded-lg px-2.5 transition-colors hover:bg-hover"
    >
      {children}
    </button>
  );
}
