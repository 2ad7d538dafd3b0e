import type { ComponentStatus } from "../../../worker/components/domain.ts";
import type { Component } from "../../../worker/components/schema.ts";
import { adminAPI, readBody } from "./api.ts";
import { sendUnlessChanged } from "./send-unless-changed.ts";

/** @throws ConflictError if the component has another status than `displayed` */
export function setStatus(
  displayed: Pick<Component, "componentID" | "status" | "updatedAt">,
  status: ComponentStatus,
): Promise<Component> {
  const param = { componentID: displayed.componentID };
  return sendUnlessChanged(
    displayed,
    (current: Component) => current.status === displayed.status,
    (unchangedSince) =>
      readBody(adminAPI({ unchangedSince }).components[":componentID"].$patch({ param, json: { status } })),
  );
}
