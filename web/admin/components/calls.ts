import { queryOptions } from "@tanstack/react-query";
import type { Component, ComponentChange, NewComponent } from "../../../worker/components/schema.ts";
import { administrator, answer, fresh } from "../api.ts";

export const componentList = queryOptions({
  queryKey: ["components"],
  queryFn: () => answer(administrator().components.$get(fresh)),
});

export function addComponent(json: NewComponent): Promise<Component> {
  return answer(administrator().components.$post({ json }));
}

export function changeComponent(componentID: string, json: ComponentChange): Promise<Component> {
  return answer(administrator().components[":componentID"].$patch({ param: { componentID }, json }));
}

export async function deleteComponent(componentID: string): Promise<void> {
  await answer(administrator().components[":componentID"].$delete({ param: { componentID } }));
}
