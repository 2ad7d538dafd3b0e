import { operationTexts } from "../../openapi/operation-text.ts";
import { MAX_HEARTBEATS } from "./domain.ts";

export const heartbeatOperations = operationTexts("Heartbeats", {
  listHeartbeats: {
    summary: "List heartbeats",
    description: "Returns every heartbeat, oldest first, with when it was last heard.",
  },
  getHeartbeat: {
    summary: "Get a heartbeat",
    description: "Returns the heartbeat. Calls that change it take its `ETag` in `If-Match`.",
  },
  createHeartbeat: {
    summary: "Create a heartbeat",
    description: `Gives a job an address that it calls each time. If it doesn't within its period and its grace, that is an alert of the source \`heartbeat\` with the label \`heartbeat\`, and the next call ends it. There can be at most ${MAX_HEARTBEATS} heartbeats.`,
  },
  updateHeartbeat: {
    summary: "Update a heartbeat",
    description: "Changes the fields in the body and keeps the others. The address stays.",
  },
  beat: {
    summary: "Say that a job is alive",
    description: "Stores when the heartbeat was heard, and ends its alert if it was missing.",
  },
  beatByGet: {
    summary: "Say that a job is alive by GET",
    description: "As `beat`, for jobs that can only open an address. HEAD does the same.",
  },
  deleteHeartbeat: {
    summary: "Delete a heartbeat",
    description:
      "Deletes the heartbeat. Its address is invalid then. Also succeeds if it is already deleted.",
  },
});
