import { queryOptions } from "@tanstack/react-query";
import type { Component, ComponentChange, NewComponent } from "../../../worker/components/schema.ts";
import { adminAPI, bypassCache, readBody, type Write } from "../api/api.ts";
import { polling } from "../api/query-client.ts";

export const componentList = queryOptions({
  ...polling,
  queryKey: ["components"],
  queryFn: () => readBody(adminAPI().components.$get(bypassCache)),
});

export const groupList = queryOptions({
  ...polling,
  queryKey: ["groups"],
  queryFn: () => readBody(adminAPI().groups.$get(bypassCache)),
});

export function addComponent(json: NewComponent, requestID: string): Promise<Component> {
  return readBody(adminAPI({ requestID }).components.$post({ json }));
}

export function changeComponent(
  componentID: string,
  json: ComponentChange,
  write?: Write,
): Promise<Component> {
  const component = adminAPI(write).components[":componentID"];
  return readBody(component.$patch({ param: { componentID }, json }));
}

export async function deleteComponent(componentID: string): Promise<void> {
  await readBody(adminAPI().components[":componentID"].$delete({ param: { componentID } }));
}
