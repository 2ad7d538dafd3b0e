import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import type { ComponentStatus } from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { definePart } from "../../ui/lazy-part.tsx";
import { useAction } from "../action.ts";
import { setStatus } from "../api/set-status.ts";
import { StatusText, statusButtonClass } from "./status-text.tsx";

const { usePart } = definePart("status-menu", async () => (await import("./status-menu.tsx")).StatusMenu);

/** The menus of all components have one action, so that the screen shows its error. */
export function useStatusMenus() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const requested = requestedMenu(useSearch());
  const menu = usePart();

  const statusAction = useAction({
    title: "Change status",
    mutationFn: ({ component, status }: { component: Component; status: ComponentStatus }) =>
      setStatus(component, status),
    onSettled: () => void queryClient.invalidateQueries(),
  });

  const renderMenu = (component: Component) =>
    menu.data ? (
      <menu.data.Component
        component={component}
        busy={
          statusAction.isPending && statusAction.variables.component.componentID === component.componentID
        }
        requested={requested?.componentID === component.componentID ? requested : undefined}
        onClose={() => requested && navigate("/components", { replace: true })}
        onChoose={(status) => statusAction.mutate({ component, status })}
      />
    ) : (
      <span className={statusButtonClass}>
        <StatusText status={component.status} />
      </span>
    );
  return { renderMenu, error: statusAction.error };
}

/** `/components?set={componentID}&status={status}` opens the menu of a component, for commands. */
function requestedMenu(search: string) {
  const address = new URLSearchParams(search);
  const componentID = address.get("set");
  return componentID === null ? undefined : { componentID, status: address.get("status") };
}
