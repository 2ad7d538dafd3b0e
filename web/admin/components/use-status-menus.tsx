import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import type { ComponentStatus } from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { useAction } from "../action.ts";
import { setStatus } from "../lists/set-status.ts";
import { StatusMenu } from "./status-menu.tsx";

/** The menus of all components have one action, so that the screen shows its error. */
export function useStatusMenus() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const requested = requestedMenu(useSearch());

  const statusAction = useAction({
    title: "Change status",
    mutationFn: ({ component, status }: { component: Component; status: ComponentStatus }) =>
      setStatus(component, status),
    onSettled: () => void queryClient.invalidateQueries(),
  });

  const renderMenu = (component: Component) => (
    <StatusMenu
      component={component}
      busy={statusAction.isPending && statusAction.variables.component.componentID === component.componentID}
      requested={requested?.componentID === component.componentID ? requested : undefined}
      onClose={() => requested && navigate("/components", { replace: true })}
      onChoose={(status) => statusAction.mutate({ component, status })}
    />
  );
  return { renderMenu, error: statusAction.error };
}

/** `/components?set={componentID}&status={status}` opens the menu of a component, for commands. */
function requestedMenu(search: string) {
  const address = new URLSearchParams(search);
  const componentID = address.get("set");
  return componentID === null ? undefined : { componentID, status: address.get("status") };
}
