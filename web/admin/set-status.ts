import type { ComponentStatus } from "../../worker/components/domain.ts";
import type { Component } from "../../worker/components/schema.ts";
import { adminAPI, bodyOf } from "./api.ts";
import { sendUnlessChanged } from "./send-unless-changed.ts";

/** @throws ChangedMeanwhile if the component has another status than `seen` */
export function setStatus(
  seen: Pick<Component, "componentID" | "status" | "updatedAt">,
  status: ComponentStatus,
): Promise<Component> {
  const param = { componentID: seen.componentID };
  return sendUnlessChanged(
    seen,
    (current: Component) => current.status === seen.status,
    (unchangedSince) =>
      bodyOf(adminAPI(unchangedSince).components[":componentID"].$patch({ param, json: { status } })),
  );
}
