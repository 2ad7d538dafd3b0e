import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "wouter";
import { IconButton } from "../../ui/button.tsx";
import { SearchIcon } from "../../ui/icons/icons.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { overviewQuery } from "../overview/calls.ts";
import { usePageURL } from "../page-url.ts";
import type { Option } from "../palette/command.ts";
import { pressedShortcut } from "../shortcuts/pressed-shortcut.ts";
import type { Shortcut } from "../shortcuts/shortcuts.ts";
import { useSignOut } from "./sign-out.tsx";

const Palette = lazyPart("palette", async () => (await import("../palette/palette.tsx")).Palette);
const ShortcutsDialog = lazyPart(
  "shortcuts",
  async () => (await import("../shortcuts/shortcuts-dialog.tsx")).ShortcutsDialog,
);

type Open = { part: "nothing" } | { part: "palette"; typed: string } | { part: "shortcuts" };

export function CommandsButton() {
  const { signOut, dialog } = useSignOut();
  const [open, setOpen] = useState<Open>({ part: "nothing" });
  const pageURL = usePageURL("/");
  const queryClient = useQueryClient();
  const [, goTo] = useLocation();
  const showPalette = (typed = "") => setOpen({ part: "palette", typed });
  const showShortcuts = () => setOpen({ part: "shortcuts" });
  const close = () => setOpen({ part: "nothing" });

  async function updateOpenIncident() {
    const overview = await queryClient.ensureQueryData(overviewQuery).catch(() => undefined);
    const [only, another] = overview?.incidents ?? [];
    if (only && !another) goTo(`/incidents/${only.incidentID}#update`);
    else showPalette("post update ");
  }

  const shortcutActions: Record<Shortcut, () => void> = {
    n: () => goTo("/incidents/new"),
    u: () => void updateOpenIncident(),
    "/": () => showPalette(),
    "?": showShortcuts,
  };

  useShortcuts((shortcut) => {
    if (shortcut === "commands") showPalette();
    else if (!pressOnScreen(shortcut)) shortcutActions[shortcut]();
  });

  function choose({ run }: Option) {
    flushSync(close); // An open dialog would keep the focus.
    document.getElementById("screen")?.focus();
    run({
      goTo,
      showShortcuts,
      signOut,
      openStatusPage: () => window.open(pageURL, "_blank", "noreferrer"),
    });
  }

  return (
    <>
      <IconButton
        tip="Commands"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => showPalette()}
        onPointerEnter={() => void Palette.preload().catch(() => undefined)}
      >
        <SearchIcon />
      </IconButton>
      {open.part === "palette" && <Palette typed={open.typed} onChoose={choose} onClose={close} />}
      {open.part === "shortcuts" && <ShortcutsDialog onClose={close} />}
      {dialog}
    </>
  );
}

function useShortcuts(onShortcut: (shortcut: Shortcut | "commands") => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = pressedShortcut(event);
    if (!shortcut) return;
    event.preventDefault();
    onShortcut(shortcut);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

/** Presses the button or focuses the field of the screen that has this shortcut. */
function pressOnScreen(shortcut: Shortcut): boolean {
  const element = document.querySelector(`main [aria-keyshortcuts="${shortcut}"]`);
  if (!(element instanceof HTMLElement)) return false;
  element.focus();
  if (element instanceof HTMLButtonElement) element.click();
  return true;
}
