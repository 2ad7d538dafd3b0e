import type { Random } from "../../../test/support/factories/random.ts";
import { componentStatuses } from "../../../worker/components/domain.ts";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import type { Write, Writer } from "./journal.ts";

const firstPointAt = Math.floor(Date.now() / DAY_MS - 30) * DAY_MS;

type Planned = Omit<Write, "state" | "writer">;

/** Decides what a writer sends next. `id` is unique in the run. */
export function planWrite(random: Random, writer: Writer, id: string): Planned {
  const roll = random.integer(1, 100);
  const notice = writer.notices.at(-1);
  if (roll <= 25 || !notice) return newIncident(random, writer, id);
  if (roll <= 50) return newUpdate(random, writer, notice, id);
  if (roll <= 60) return newMaintenance(writer, id);
  if (roll <= 75) return changeComponent(random, writer);
  // One writer alone changes the settings, so that their last value is known.
  if (roll <= 80 && writer.number === 0) return changeSettings(id);
  return newPoint(writer);
}

/** The status differs from the present one, so that each write changes something and has an entry in the audit log. */
function otherStatus(random: Random, { status }: Writer) {
  const [first, ...others] = componentStatuses.filter(
    (each) => each !== status && each !== "Under Maintenance",
  );
  return random.pick([first ?? "Operational", ...others]);
}

function newIncident(random: Random, writer: Writer, id: string): Planned {
  const status = otherStatus(random, writer);
  const [name, message] = [`Incident ${id}`, `Message ${id}`];
  const components = [{ componentID: writer.componentID, status }];
  return {
    method: "POST",
    path: "/api/incidents",
    idempotencyKey: `key-${id}`,
    body: { name, status: "Investigating", message, components },
    effect: { kind: "notice", name, message, status },
  };
}

function newUpdate(random: Random, writer: Writer, path: string, id: string): Planned {
  const message = `Message ${id}`;
  if (path.startsWith("/api/maintenances"))
    return {
      method: "PATCH",
      path,
      body: { message },
      effect: { kind: "update", message },
    };
  const status = otherStatus(random, writer);
  const components = [{ componentID: writer.componentID, status }];
  return {
    method: "PATCH",
    path,
    body: { status: random.pick(["Identified", "Monitoring", "Resolved"]), message, components },
    effect: { kind: "update", message, status },
  };
}

/** It starts long after the run, so that the cron doesn't change it. */
function newMaintenance({ componentID }: Writer, id: string): Planned {
  const [name, message] = [`Maintenance ${id}`, `Message ${id}`];
  return {
    method: "POST",
    path: "/api/maintenances",
    idempotencyKey: `key-${id}`,
    body: {
      name,
      message,
      status: "Scheduled",
      startAt: "2030-01-01T10:00:00Z",
      endAt: "2030-01-01T12:00:00Z",
      components: [{ componentID, status: "Under Maintenance" }],
    },
    effect: { kind: "notice", name, message },
  };
}

function changeComponent(random: Random, writer: Writer): Planned {
  const status = otherStatus(random, writer);
  const path = `/api/components/${writer.componentID}`;
  return { method: "PATCH", path, body: { status }, effect: { kind: "component", status } };
}

function changeSettings(id: string): Planned {
  const serviceName = `Acme ${id}`;
  return {
    method: "PATCH",
    path: "/api/settings",
    body: { serviceName },
    effect: { kind: "setting", serviceName },
  };
}

function newPoint(writer: Writer): Planned {
  const at = firstPointAt + writer.pointCount * MINUTE_MS;
  const value = writer.pointCount;
  writer.pointCount += 1;
  return {
    method: "POST",
    path: "/api/v0/metrics/data",
    body: { [writer.metricID]: [{ timestamp: at, value }] },
    effect: { kind: "point", at, value },
  };
}
