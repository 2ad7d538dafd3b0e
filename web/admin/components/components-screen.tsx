import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { componentColor } from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { IconButton } from "../../ui/button.tsx";
import { DeleteIcon, EditIcon } from "../../ui/icons.tsx";
import { ListRow } from "../list-row.tsx";
import { ListScreen } from "../list-screen.tsx";
import { MoveButtons, useMoves } from "../move-buttons.tsx";
import { changeComponent, componentList } from "./calls.ts";
import { ComponentDialog } from "./component-dialog.tsx";
import { DeleteComponentDialog } from "./delete-component-dialog.tsx";

type Open = { dialog: "none" } | { dialog: "add" } | { dialog: "edit" | "delete"; component: Component };

export function ComponentsScreen() {
  const list = useQuery(componentList);
  const { data: components } = list;
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const close = () => setOpen({ dialog: "none" });

  const moves = useMoves(components, componentList.queryKey, ({ componentID }, order) =>
    changeComponent(componentID, { order }),
  );

  function newest(component: Component): Component {
    return components?.find(({ componentID }) => componentID === component.componentID) ?? component;
  }

  return (
    <>
      <ListScreen
        title="Components"
        explanation="The parts of your service, in the order visitors see them."
        load={list}
        isSaving={moves.busy}
        error={moves.error}
        count={components?.length}
        empty={{
          title: "No components yet",
          text: "Add the parts of your service that can fail on their own: an API, a website, a region.",
        }}
        onAdd={() => setOpen({ dialog: "add" })}
      >
        {components?.map((component, index) => (
          <ListRow
            key={component.componentID}
            status={component.status}
            color={componentColor(component.status)}
            name={component.name}
            actions={
              <>
                <IconButton
                  tip="Edit"
                  label={`Edit ${component.name}`}
                  onClick={() => setOpen({ dialog: "edit", component })}
                >
                  <EditIcon />
                </IconButton>
                <IconButton
                  tip="Delete"
                  label={`Delete ${component.name}`}
                  onClick={() => setOpen({ dialog: "delete", component })}
                >
                  <DeleteIcon />
                </IconButton>
                <MoveButtons
                  tips={["Move up", "Move down"]}
                  name={component.name}
                  index={index}
                  moves={moves}
                />
              </>
            }
          >
            {component.description && (
              <p className="mt-0.5 whitespace-pre-line text-muted [overflow-wrap:anywhere]">
                {component.description}
              </p>
            )}
          </ListRow>
        ))}
      </ListScreen>
      {open.dialog === "add" && <ComponentDialog onClose={close} />}
      {open.dialog === "edit" && <ComponentDialog component={newest(open.component)} onClose={close} />}
      {open.dialog === "delete" && <DeleteComponentDialog component={open.component} onClose={close} />}
    </>
  );
}
