import { queryOptions } from "@tanstack/react-query";
import type { Component, ComponentChange, NewComponent } from "../../../worker/components/schema.ts";
import { administrator, answer, fresh } from "../api.ts";
import { refreshed } from "../query-client.ts";

export const componentList = queryOptions({
  ...refreshed,
  queryKey: ["components"],
  queryFn: () => answer(administrator().components.$get(fresh)),
});

export function addComponent(json: NewComponent): Promise<Component> {
  return answer(administrator().components.$post({ json }));
}

/** @param unchangedSince the `updatedAt` that the change is made on; a move is made on any */
export function changeComponent(
  componentID: string,
  json: ComponentChange,
  unchangedSince?: string,
): Promise<Component> {
  const component = administrator(unchangedSince).components[":componentID"];
  return answer(component.$patch({ param: { componentID }, json }));
}

export async function deleteComponent(componentID: string): Promise<void> {
  await answer(administrator().components[":componentID"].$delete({ param: { componentID } }));
}
