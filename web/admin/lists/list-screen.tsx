import {
  type CSSProperties,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from "react";
import { Button } from "../../ui/button.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { AddIcon } from "../../ui/icons/icons.tsx";
import { LoadError, useLoadError } from "../../ui/load-error.tsx";
import { isBusy } from "../api/query-client.ts";
import { DraftChip } from "../drafts/draft-chip.ts";
import { useShortcutProps } from "../shortcuts/shortcuts.ts";
import { RowPlaceholders } from "./row-placeholders.tsx";

type Load = Parameters<typeof LoadError>[0]["load"] & Parameters<typeof isBusy>[0];

interface ListScreenProps {
  title: string;
  explanation: string;
  load: Load;
  isSaving?: boolean;
  error?: Error | null;
  count: number | undefined;
  empty: { title: string; text: string; action?: ReactNode };
  filter?: ReactNode;
  onAdd: () => void;
  /** One button of a screen is loud, and in an installation with components that is Report incident. */
  isAddLoud?: boolean;
  /** The form behind Add, as for `useDraft`. */
  addDraft: string;
  children: ReactNode;
  more?: ReactNode;
}

// On a phone, the draft's chip is below the button, so that the text beside it stays wide.
const addStyle: CSSProperties = { flexDirection: "row-reverse", maxWidth: "30vw" };

export function ListScreen({
  title,
  explanation,
  load,
  isSaving = false,
  error = null,
  count,
  empty,
  filter,
  onAdd,
  isAddLoud = false,
  addDraft,
  children,
  more,
}: ListScreenProps) {
  const addButton = useRef<HTMLButtonElement>(null);
  const focusHandlers = useFocusRestored(addButton);
  const hasFailed = useLoadError(load) !== null;
  const busy = isSaving || (isBusy(load) && !hasFailed);
  const addVariant = isAddLoud ? "primary" : "plain";

  return (
    <>
      <div className="mb-5 flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-xl/8 font-semibold tracking-tight">{title}</h1>
          <p className="mt-0.5 text-muted text-pretty">{explanation}</p>
        </div>
        <div className="flex shrink-0 flex-wrap items-center gap-2" style={addStyle}>
          <Button ref={addButton} variant={addVariant} onClick={onAdd} {...useShortcutProps("n")}>
            <AddIcon className="-ml-1 size-4.5" />
            Add
          </Button>
          <DraftChip names={[addDraft]} />
        </div>
      </div>
      <div className="grid gap-3">
        {filter}
        <LoadError load={load} />
        <ErrorArea error={error} />
        {count === 0 && !busy ? (
          <Empty {...empty} />
        ) : (
          (count !== undefined || busy) && (
            <ul
              aria-label={title}
              aria-busy={busy}
              {...focusHandlers}
              className={`@container divide-y divide-line rounded-xl border border-line bg-surface shadow-card transition-opacity ${busy ? "opacity-50" : ""}`}
            >
              {count ? children : <RowPlaceholders />}
            </ul>
          )
        )}
        {more}
      </div>
    </>
  );
}

/** React removes a row from the document to move it, and the focus is lost. Restores it, or focuses Add if the row is deleted. */
function useFocusRestored(addButton: RefObject<HTMLButtonElement | null>) {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return;
    const { current } = focused;
    (current instanceof HTMLElement && current.isConnected ? current : addButton.current)?.focus();
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target;
    },
    // React fires no blur event for an element that it removes.
    onBlur: () => {
      focused.current = null;
    },
  };
}

function Empty({ title, text, action }: ListScreenProps["empty"]) {
  return (
    <div className="grid justify-items-center gap-1 rounded-xl border border-dashed border-line-strong/60 px-6 py-14 text-center">
      <p className="font-medium">{title}</p>
      <p className="max-w-sm text-muted text-balance">{text}</p>
      {action}
    </div>
  );
}
