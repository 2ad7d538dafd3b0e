import * as Dialog from "@radix-ui/react-dialog";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { adoptStyles } from "../../ui/adopt-styles.ts";
import { SearchIcon } from "../../ui/icons/icons.tsx";
import { Spinner } from "../../ui/icons/start-icons.tsx";
import { DIALOG, Layer } from "../../ui/layer.ts";
import { isCommandsKey } from "../shortcuts/pressed-shortcut.ts";
import type { Heading, Option } from "./command.ts";
import { findOptions, groupByHeading } from "./match.ts";
import styles from "./palette.css?inline";
import { PaletteOption } from "./palette-option.tsx";
import { type Row, toRows } from "./rows.ts";
import { useSubjects } from "./subjects.ts";

adoptStyles(styles);

/** More options would be slow to render, and nobody would read them. */
const MAX_SHOWN = 50;
const MAX_CHARACTERS = 100;

interface PaletteProps {
  typed: string;
  onChoose: (option: Option) => void;
  onClose: () => void;
}

/** The field keeps the focus while the arrow keys choose. @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function Palette({ typed: initial, onChoose, onClose }: PaletteProps) {
  const id = useId();
  const [typed, setTyped] = useState(initial);
  const [activeID, setActiveID] = useState<string>();
  const [expanded, setExpanded] = useState<readonly Heading[]>([]);
  const { visibleRows, hiddenCount, isLoading } = useRows(typed, expanded);
  const found = visibleRows.findIndex((row) => row.id === activeID);
  const active = Math.max(0, found);

  function choose(row: Row) {
    if ("run" in row) return onChoose(row);
    setExpanded([...expanded, row.heading]);
    setActiveID(row.firstHiddenID);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const move = (by: number) => setActiveID(visibleRows.at((active + by) % visibleRows.length)?.id);
    if (event.nativeEvent.isComposing) return;
    if (isCommandsKey(event)) onClose();
    else if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && visibleRows[active]) choose(visibleRows[active]);
    else return;
    event.preventDefault();
  }

  return (
    <PaletteDialog onClose={onClose}>
      <div className="flex items-center gap-3 border-b border-line px-4 max-sm:py-2">
        <span className="text-muted">{isLoading ? <Spinner /> : <SearchIcon />}</span>
        <input
          type="text"
          role="combobox"
          aria-label="Command or name"
          aria-expanded={visibleRows.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={visibleRows.length > 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MAX_CHARACTERS}
          placeholder="Search or run a command"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActiveID(undefined);
            setExpanded([]);
          }}
          onKeyDown={onKeyDown}
          className="min-h-13 min-w-0 grow text-base text-ellipsis outline-none"
        />
        <CloseButton />
      </div>
      <OptionList id={id} rows={visibleRows} active={active} onPoint={setActiveID} onChoose={choose} />
      <Note shownCount={visibleRows.length} hiddenCount={hiddenCount} isLoading={isLoading} />
    </PaletteDialog>
  );
}

function useRows(typed: string, expanded: readonly Heading[]) {
  const { isLoading, ...subjects } = useSubjects(typed);
  const rows = toRows(findOptions(subjects, typed), expanded);
  const visibleRows = rows.slice(0, MAX_SHOWN);
  return { visibleRows, hiddenCount: rows.length - visibleRows.length, isLoading };
}

function CloseButton() {
  return (
    <Dialog.Close className="rounded-md border border-line px-2 py-1 text-xs text-muted hover:text-ink pointer-coarse:min-h-11">
      Close
    </Dialog.Close>
  );
}

interface OptionListProps {
  id: string;
  rows: Row[];
  active: number;
  onPoint: (id: string) => void;
  onChoose: (row: Row) => void;
}

function OptionList({ id, rows, active, onPoint, onChoose }: OptionListProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Commands"
      // A press must not move the focus out of the field.
      onMouseDown={(event) => event.preventDefault()}
      className="overflow-y-auto empty:hidden"
    >
      {[...groupByHeading(rows)].map(([heading, grouped]) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box has groups of options, not of fields
        <div key={heading} role="group" aria-label={heading}>
          <p aria-hidden="true" className="px-2.5 py-1 text-xs font-medium text-muted">
            {heading}
          </p>
          {grouped.map((row) => {
            const index = rows.indexOf(row);
            return (
              <PaletteOption
                key={row.id}
                id={`${id}-${index}`}
                option={row}
                isActive={index === active}
                onPoint={() => onPoint(row.id)}
                onChoose={() => onChoose(row)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** Gives the focus back when it is closed, unless the chosen command has moved it. */
function PaletteDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const previousFocus = useRef<Element>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            previousFocus.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const isFree = document.activeElement === document.body;
            if (isFree && previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
          }}
          className="palette z-40 mx-auto flex w-full max-w-xl animate-appear flex-col overflow-hidden border border-line bg-raised shadow-float outline-none"
        >
          <Layer value={DIALOG}>
            <Dialog.Title className="sr-only">Commands</Dialog.Title>
            {children}
          </Layer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface NoteProps {
  shownCount: number;
  hiddenCount: number;
  isLoading: boolean;
}

function Note({ shownCount, hiddenCount, isLoading }: NoteProps) {
  return (
    <p role="status" className="px-4 py-2 text-muted empty:hidden">
      {hiddenCount > 0
        ? `${hiddenCount.toLocaleString("en-US")} more. Type to narrow the list.`
        : shownCount === 0 && (isLoading ? "Searching…" : "No matches.")}
    </p>
  );
}
