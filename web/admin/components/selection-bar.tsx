import { useQueryClient } from "@tanstack/react-query";
import type { CSSProperties, ReactNode } from "react";
import { componentColor, componentStatuses } from "../../../worker/components/domain.ts";
import type { Group } from "../../../worker/components/groups/schema.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { ChooseIcon } from "../../ui/icons/start-icons.tsx";
import { StatusShape } from "../../ui/icons/status-icon.tsx";
import { Menu, menuItemClass } from "../../ui/menu.tsx";
import { useAction } from "../action.ts";
import { setStatus } from "../api/set-status.ts";
import { changeComponent } from "./calls.ts";
import type { Entry } from "./order/entries.ts";

interface SelectionBarProps {
  selected: readonly Component[];
  /** These are all entries, or those that the search has found. */
  shown: readonly Entry[];
  groups: readonly Group[];
  /** Called for each component that has been changed, so that what failed stays selected. */
  onChanged: (component: Component) => void;
  onClose: () => void;
}

// Classes would add to the style sheet that every screen loads first.
const barStyle: CSSProperties = { bottom: 8, zIndex: 10 };

type Change = (component: Component) => Promise<unknown>;

/** Changes all selected components, one after the other. */
export function SelectionBar({ selected, shown, groups, onChanged, onClose }: SelectionBarProps) {
  const queryClient = useQueryClient();
  const shownIDs = new Set(
    shown.flatMap(({ components }) => components.map(({ componentID }) => componentID)),
  );
  const hidden = selected.filter(({ componentID }) => !shownIDs.has(componentID));
  const action = useAction({
    title: "Change components",
    mutationFn: async (change: Change) => {
      for (const component of selected) {
        await change(component);
        onChanged(component);
      }
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
  const start = (change: Change) => {
    if (!action.isPending && selected.length > 0) action.mutate(change);
  };
  const statuses = componentStatuses.map((status) => ({
    key: status,
    text: status,
    icon: <StatusShape color={componentColor(status)} />,
    change: (component: Component) => setStatus(component, status),
  }));
  const places = [...groups, { groupID: null, name: "No group" }].map(({ groupID, name }) => ({
    key: groupID ?? "",
    text: name,
    icon: null,
    change: ({ componentID }: Component) => changeComponent(componentID, { groupID }),
  }));
  return (
    <section
      aria-label="Selection"
      data-save-bar=""
      style={barStyle}
      className="sticky flex flex-wrap items-center gap-2 rounded-xl border border-line bg-surface p-3 shadow-float"
    >
      <div className="flex grow basis-60 items-center justify-between gap-3">
        <p role="status" className="font-medium">
          {selected.length} selected
          {hidden.length > 0 && `, ${hidden.length} not in this list`}
        </p>
        <Button onClick={onClose}>Done</Button>
      </div>
      <ChangeMenu label="Set status" choices={statuses} busy={action.isPending} onChoose={start} />
      {groups.length > 0 && (
        <ChangeMenu label="Move to group" choices={places} busy={action.isPending} onChoose={start} />
      )}
      <ErrorArea error={action.error} />
    </section>
  );
}

interface ChangeMenuProps {
  label: string;
  choices: { key: string; text: string; icon: ReactNode; change: Change }[];
  busy: boolean;
  onChoose: (change: Change) => void;
}

function ChangeMenu({ label, choices, busy, onChoose }: ChangeMenuProps) {
  return (
    <Menu
      label={label}
      busy={busy}
      buttonClassName="inline-flex min-h-9 items-center gap-1.5 rounded-lg border border-line-strong/60 px-3 font-medium transition-colors hover:bg-hover aria-busy:opacity-50"
      button={
        <>
          {label}
          <ChooseIcon className="size-4" />
        </>
      }
    >
      {(close) => (
        <ul aria-label={label}>
          {choices.map(({ key, text, icon, change }) => (
            <li key={key}>
              <button
                type="button"
                className={menuItemClass}
                onClick={() => {
                  close();
                  onChoose(change);
                }}
              >
                {icon}
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Menu>
  );
}
