import { createServer } from "node:http";
import { closeServer, listen } from "../starters/listen.ts";

const at = (minute: number) => `2026-03-04T05:0${minute}:00.000Z`;

/** The fields that LambStatus documents: https://lambstatus.github.io/apidocs/ */
const incident = {
  incidentID: "inc000000001",
  name: "API is down",
  status: "Resolved",
  createdAt: at(1),
  updatedAt: at(3),
};
const maintenance = {
  maintenanceID: "mnt000000001",
  name: "New disks",
  status: "Scheduled",
  startAt: "2031-01-01T10:00:00.000Z",
  endAt: "2031-01-01T12:00:00.000Z",
  createdAt: at(4),
  updatedAt: at(4),
};
const answers: Record<string, unknown> = {
  "/api/public-settings": { serviceName: "Acme", logoID: "" },
  "/api/components": [
    { componentID: "cmp000000002", name: "Site", description: "", status: "Major Outage", order: 2 },
    { componentID: "cmp000000001", name: "API", description: "For us", status: "Operational", order: 1 },
  ],
  "/api/incidents": [incident],
  "/api/incidents/inc000000001": {
    ...incident,
    incidentUpdates: [
      {
        incidentUpdateID: "upd000000002",
        incidentStatus: "Resolved",
        message: "Fixed.",
        incidentID: "inc000000001",
        createdAt: at(3),
        updatedAt: at(3),
      },
      // The first versions had no time of creation.
      {
        incidentUpdateID: "upd000000001",
        incidentStatus: "Investigating",
        message: "Looking.",
        incidentID: "inc000000001",
        updatedAt: at(1),
      },
    ],
  },
  "/api/maintenances": [maintenance],
  "/api/maintenances/mnt000000001": {
    ...maintenance,
    maintenanceUpdates: [
      {
        maintenanceUpdateID: "upd000000003",
        maintenanceStatus: "Scheduled",
        message: "Soon.",
        maintenanceID: "mnt000000001",
        createdAt: at(4),
        updatedAt: at(4),
      },
    ],
  },
};

/** Serves the public API of a page of LambStatus, which has HTML at all other addresses. */
export async function startLambStatus(changes: Record<string, unknown> = {}) {
  const all: Record<string, unknown> = { ...answers, ...changes };
  const endless = new Set<string>();
  const server = createServer(({ url = "" }, response) => {
    const body = all[url];
    if (endless.has(url)) return void response.write("{");
    response.writeHead(200, { "Content-Type": body === undefined ? "text/html" : "application/json" });
    response.end(body === undefined ? "<!doctype html><title>Status</title>" : JSON.stringify(body));
  });
  return {
    url: await listen(server),
    /** Begins the answer at that path only. */
    neverEnd: (path: string) => void endless.add(path),
    stop: () => closeServer(server),
  };
}
