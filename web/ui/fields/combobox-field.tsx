import { type KeyboardEvent, type ReactNode, useState } from "react";
import { ChooseIcon } from "../icons/start-icons.tsx";
import { fieldClass, RequiredMark, useField } from "./field.tsx";

interface ComboboxFieldProps {
  label: string;
  value: string;
  required?: boolean;
  choices: readonly string[];
  onChange: (choice: string) => void;
  nameOf?: (choice: string) => string;
  /** The matches of a search, best first. By default names are searched. */
  find?: ((search: string) => string[]) | undefined;
  /** Enter chooses the first match of which this is true, or the first of all. */
  isBest?: ((choice: string, search: string) => boolean) | undefined;
  /** What an option shows instead of its name. */
  optionFor?: (choice: string, search: string) => ReactNode;
}

/** More options would be slow to render, and nobody would read them. */
const MAX_SHOWN = 100;

/** The list can have thousands of choices. @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function ComboboxField({
  label,
  value,
  required = false,
  choices,
  onChange,
  nameOf = (choice) => choice,
  find,
  isBest,
  optionFor = nameOf,
}: ComboboxFieldProps) {
  const { field, notes } = useField({ label, value, required });
  const { id } = field;
  const list = useChoices({ value, choices, onChange, nameOf, find, isBest });
  const { search, open, active, matches, shownMatches, isEmpty, show } = list;

  return (
    <div className="grid gap-1.5">
      <FieldLabel id={id} label={label} required={required} />
      <span className="relative block">
        <input
          {...field}
          role="combobox"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && shownMatches.length > 0 ? `${id}-${active}` : undefined}
          data-own-escape={open || undefined}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          value={search ?? nameOf(value)}
          placeholder={open && value !== "" ? nameOf(value) : "Search…"}
          // A disabled field could not get the focus when it is the first invalid one.
          aria-disabled={isEmpty || undefined}
          readOnly={isEmpty}
          onClick={() => open || isEmpty || show("")}
          onChange={(event) => show(event.target.value)}
          onBlur={list.close}
          onKeyDown={list.onKeyDown}
          className={`${fieldClass} pr-9 text-ellipsis aria-disabled:opacity-60`}
        />
        <Arrow />
      </span>
      {notes}
      {open && (
        <ChoiceList
          id={id}
          label={label}
          choices={shownMatches}
          hiddenCount={matches.length - shownMatches.length}
          value={value}
          active={active}
          optionFor={(choice) => optionFor(choice, search ?? "")}
          onChoose={list.choose}
        />
      )}
    </div>
  );
}

function Arrow() {
  return (
    <span className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-muted">
      <ChooseIcon />
    </span>
  );
}

/** The list of choices: what is searched for, and which choice the arrow keys have reached. */
function useChoices({
  value,
  choices,
  onChange,
  nameOf,
  find = (text) => findChoices(choices, text, nameOf),
  isBest = () => false,
}: Pick<ComboboxFieldProps, "value" | "choices" | "onChange" | "find" | "isBest"> & {
  nameOf: (choice: string) => string;
}) {
  const [search, setSearch] = useState<string>();
  const [active, setActive] = useState(0);
  const open = search !== undefined;
  const matches = open ? find(search) : [];
  const shownMatches = matches.slice(0, MAX_SHOWN);
  const isEmpty = choices.length === 0 && value === "";
  const close = () => setSearch(undefined);

  function show(text: string) {
    setSearch(text);
    const best = text === "" ? choices.indexOf(value) : find(text).findIndex((each) => isBest(each, text));
    setActive(Math.max(0, best));
  }
  function choose(choice: string | undefined) {
    close();
    if (choice !== undefined && choice !== value) onChange(choice);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && open) choose(shownMatches[active]);
    else if (event.key === "Escape" && open) close();
    else if (event.key === "ArrowDown" && !open) isEmpty || show("");
    else if (event.key === "ArrowDown") setActive(Math.min(active + 1, shownMatches.length - 1));
    else if (event.key === "ArrowUp" && open) setActive(Math.max(active - 1, 0));
    else return;
    event.preventDefault();
  }

  return { search, open, active, matches, shownMatches, isEmpty, show, choose, close, onKeyDown };
}

function findChoices(
  choices: readonly string[],
  search: string,
  nameOf: (choice: string) => string,
): string[] {
  const searchTerms = search.toLowerCase().split(/\s+/);
  const found = choices.filter((choice) =>
    searchTerms.every((term) => nameOf(choice).toLowerCase().includes(term)),
  );
  // Enter chooses the first, which is one that begins with the text where there is any.
  const begins = (choice: string) => nameOf(choice).toLowerCase().startsWith(search.toLowerCase());
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))];
}

function FieldLabel({ id, label, required }: { id: string; label: string; required: boolean }) {
  return (
    <span>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <RequiredMark required={required} />
    </span>
  );
}

interface ChoiceListProps {
  id: string;
  label: string;
  choices: readonly string[];
  hiddenCount: number;
  value: string;
  active: number;
  optionFor: (choice: string) => ReactNode;
  onChoose: (choice: string) => void;
}

function ChoiceList({
  id,
  label,
  choices,
  hiddenCount,
  value,
  active,
  optionFor,
  onChoose,
}: ChoiceListProps) {
  return (
    <div
      id={`${id}-list`}
      ref={scrollIntoViewWithField}
      role="listbox"
      aria-label={label}
      // A press must not move the focus out of the field.
      onMouseDown={(event) => event.preventDefault()}
      className="max-h-56 overflow-y-auto rounded-lg border border-line-strong bg-raised p-1"
    >
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
        <div
          key={choice}
          id={`${id}-${index}`}
          role="option"
          aria-selected={choice === value}
          tabIndex={-1}
          ref={index === active ? scrollIntoView : undefined}
          onClick={() => onChoose(choice)}
          className={`flex cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 [overflow-wrap:anywhere] aria-selected:font-medium ${index === active ? "bg-accent-soft text-accent-text" : "hover:bg-hover"}`}
        >
          {optionFor(choice)}
        </div>
      ))}
      {hiddenCount > 0 && (
        <p className="px-2.5 py-1.5 text-muted">
          {hiddenCount.toLocaleString("en-US")} more. Type to narrow the list.
        </p>
      )}
      {choices.length === 0 && <p className="px-2.5 py-1.5 text-muted">No matches.</p>}
    </div>
  );
}

/** The field is scrolled last, so that it stays in view where both don't fit. */
function scrollIntoViewWithField(list: HTMLElement | null): void {
  scrollIntoView(list);
  scrollIntoView(list?.previousElementSibling ?? null);
}

function scrollIntoView(element: Element | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
