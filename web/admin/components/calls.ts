import { queryOptions } from "@tanstack/react-query";
import type { Component, ComponentChange, NewComponent } from "../../../worker/components/schema.ts";
import { adminAPI, bodyOf, bypassCache, type Write } from "../api/api.ts";
import { polling } from "../api/query-client.ts";

export const componentList = queryOptions({
  ...polling,
  queryKey: ["components"],
  queryFn: () => bodyOf(adminAPI().components.$get(bypassCache)),
});

export const groupList = queryOptions({
  ...polling,
  queryKey: ["groups"],
  queryFn: () => bodyOf(adminAPI().groups.$get(bypassCache)),
});

export function addComponent(json: NewComponent, requestID: string): Promise<Component> {
  return bodyOf(adminAPI({ requestID }).components.$post({ json }));
}

export function changeComponent(
  componentID: string,
  json: ComponentChange,
  write?: Write,
): Promise<Component> {
  const component = adminAPI(write).components[":componentID"];
  return bodyOf(component.$patch({ param: { componentID }, json }));
}

export async function deleteComponent(componentID: string): Promise<void> {
  await bodyOf(adminAPI().components[":componentID"].$delete({ param: { componentID } }));
}
