import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ComponentStatus, componentStatuses, worstStatus } from "../../../worker/components/domain.ts";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { makeApiKey } from "../../support/factories/factories.ts";
import { expectedUptime } from "../../support/readers/expected-uptime.ts";
import { type Daymark, startDaymark } from "../../support/starters/daymark.ts";

// Uptime after any order of changes, incidents that are late or over, corrected starts and deletions equals that of a plain
// model, which keeps each component's changes and what was learned later, and compares all of it for each moment.

let daymark: Daymark;
let key: string;
beforeAll(async () => {
  daymark = await startDaymark();
  key = await makeApiKey(daymark, { scopes: ["notices"] });
});
afterAll(() => daymark.stop());

const COMPONENTS = 4;
const status = fc.constantFrom(...componentStatuses);
const time = fc.oneof(...[MINUTE_MS, HOUR_MS, DAY_MS].map((max) => fc.integer({ min: 1, max })));
const step = fc.record({
  kind: fc.constantFrom(
    ...(["set", "set", "open", "late", "late", "backfill", "update", "resolve"] as const),
    ...(["correct", "correct", "correctAndAdd", "delete"] as const),
  ),
  wait: time,
  ago: time,
  length: time,
  condition: fc.nat(100),
  restores: fc.boolean(),
  statuses: fc.array(fc.option(status), { minLength: COMPONENTS, maxLength: COMPONENTS }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Row {
  status: ComponentStatus;
  cause: string;
}
interface ModelComponent {
  componentID: string;
  createdAt: number;
  changes: (Row & { at: number })[];
  overrides: (Row & { from: number; to: number })[];
}
interface ModelIncident {
  incidentID: string;
  cause: string;
  startedAt: number;
  isOpen: boolean;
  isBackfilled: boolean;
  /** The components that its first update made worse. */
  worsened: Set<ModelComponent>;
  /** What it last said about each component. */
  statuses: Map<ModelComponent, ComponentStatus>;
}

const isWorse = (one: ComponentStatus, other: ComponentStatus) =>
  componentStatuses.indexOf(one) > componentStatuses.indexOf(other);
const statusOf = ({ changes }: ModelComponent) => changes.at(-1)?.status ?? "Operational";

/** When a change took effect: an incident that was noticed late began before it was recorded. */
function beganAt({ overrides }: ModelComponent, change: ModelComponent["changes"][number]): number {
  const own = overrides.filter(({ cause, to }) => cause === change.cause && to === change.at);
  return Math.min(change.at, ...own.map(({ from }) => from));
}

function setStatus(component: ModelComponent, change: Row & { from: number; at: number }): boolean {
  const { status, cause, from, at } = change;
  const before = statusOf(component);
  if (status === before) return false;
  const last = component.changes.at(-1);
  if (from < at && last && isWorse(status, before))
    component.overrides.push({ status, cause, from: Math.max(from, beganAt(component, last)), to: at });
  component.changes.push({ status, cause, at });
  return isWorse(status, before);
}

function correct(component: ModelComponent, incident: ModelIncident, start: number): void {
  const { cause } = incident;
  const earliest = (until: number) => {
    const before = component.changes.findLast((change) => change.at < until);
    return Math.max(start, before && !incident.isBackfilled ? beganAt(component, before) : start);
  };
  const own = component.overrides.filter((override) => override.cause === cause);
  const moved = own.map(({ to }) => Math.min(to, earliest(to)));
  for (const [index, override] of own.entries()) override.from = moved[index] ?? override.from;
  const change = component.changes.find((each) => each.cause === cause);
  if (own.length > 0 || !change || !incident.worsened.has(component) || change.at <= start) return;
  component.overrides.push({ status: change.status, cause, from: earliest(change.at), to: change.at });
}

/** The changes of a component whose recorded history is already the worse of both. */
function mergedChanges({ changes, overrides }: ModelComponent) {
  const times = [...changes.map(({ at }) => at), ...overrides.flatMap(({ from, to }) => [from, to])];
  return times
    .toSorted((one, other) => one - other)
    .map((at) => {
      const recorded = changes.findLast((change) => change.at <= at)?.status ?? "Operational";
      const learned = overrides.filter(({ from, to }) => from <= at && at < to).map((each) => each.status);
      return { at: isoTime(at), status: worstStatus([recorded, ...learned]) };
    });
}

async function call<T = unknown>(method: string, path: string, now: number, body?: object): Promise<T> {
  const response = await daymark.fetch(`/api/v0${path}`, {
    method,
    headers: { "x-api-key": key, "x-test-now": isoTime(now) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([method, path, response.ok]).toEqual([method, path, true]);
  return response.status === 204 ? (undefined as T) : await response.json(); // a deletion has no body
}

const histories = fc.sample(fc.array(step, { minLength: 20, maxLength: 35 }), { numRuns: 8, seed: 4 });

test.for(histories.map((steps, index) => [index + 1, steps] as const))(
  "uptime of random history %i equals that of a plain model",
  async ([, steps]) => {
    let now = Date.parse("2027-03-01T10:00:00.000Z");
    const components: ModelComponent[] = [];
    for (let n = 0; n < COMPONENTS; n += 1) {
      const { componentID } = await call<{ componentID: string }>("POST", "/components", now, {
        name: "API",
      });
      const created = { status: "Operational" as const, cause: "created", at: now };
      components.push({ componentID, createdAt: now, changes: [created], overrides: [] });
    }
    const incidents: ModelIncident[] = [];
    for (const next of steps) {
      now += next.wait;
      await takeStep(next);
    }
    now += HOUR_MS;
    for (const component of components) {
      const { componentID, createdAt } = component;
      const path = `/api/components/${componentID}/uptime?days=90`;
      const uptime = await (await daymark.fetch(path, { headers: { "x-test-now": isoTime(now) } })).json();
      const history = { createdAt: isoTime(createdAt), changes: mergedChanges(component) };
      expect(uptime).toEqual({ componentID, days: 90, ...expectedUptime(history, 90, isoTime(now)) });
    }

    async function takeStep({ kind, ago, length, condition, restores, statuses }: Step): Promise<void> {
      const named = components.flatMap((component, n) => {
        const status = statuses[n];
        return status ? [{ component, status }] : [];
      });
      const body = named.map(({ component: { componentID }, status }) => ({ componentID, status }));
      if (kind === "set") {
        for (const { component, status } of named.slice(0, 1)) {
          await call("PATCH", `/components/${component.componentID}`, now, { status });
          setStatus(component, { status, cause: "administrator", from: now, at: now });
        }
        return;
      }
      if (kind === "open" || kind === "late" || kind === "backfill") {
        const end = now - ago;
        const startedAt = { open: now, late: end, backfill: end - length }[kind];
        const { incidentID } = await call<{ incidentID: string }>("POST", "/incidents", now, {
          name: "Incident",
          status: "Investigating",
          components: body,
          createdAt: isoTime(startedAt),
          ...(kind === "backfill" && { backfilled: true, resolvedAt: isoTime(end) }),
        });
        const cause = `incident:${incidentID}`;
        const isBackfilled = kind === "backfill";
        const incident = { incidentID, cause, startedAt, isOpen: !isBackfilled, isBackfilled };
        const worsened = new Set<ModelComponent>();
        for (const { component, status } of named)
          if (isBackfilled) {
            const from = Math.max(startedAt, component.createdAt);
            if (from < end) component.overrides.push({ status, cause, from, to: end });
          } else if (setStatus(component, { status, cause, from: startedAt, at: now }))
            worsened.add(component);
        const said = isBackfilled ? [] : named.map(({ component, status }) => [component, status] as const);
        incidents.push({ ...incident, worsened, statuses: new Map(said) });
        return;
      }
      const incident = incidents[condition % incidents.length];
      if (!incident) return;
      const { incidentID, cause } = incident;
      if (kind === "delete") {
        incidents.splice(incidents.indexOf(incident), 1);
        await call("DELETE", `/incidents/${incidentID}?restoreComponents=${restores}`, now);
        for (const component of components)
          component.overrides = component.overrides.filter((override) => override.cause !== cause);
        if (restores) restore(incident);
      } else if (kind === "correct") {
        incident.startedAt += restores ? -ago : Math.min(ago, now - incident.startedAt);
        await call("PATCH", `/incidents/${incidentID}`, now, { createdAt: isoTime(incident.startedAt) });
        for (const component of components) correct(component, incident, incident.startedAt);
      } else if (incident.isOpen) {
        const startedAt = kind === "correctAndAdd" ? incident.startedAt - ago : undefined;
        incident.isOpen = kind !== "resolve";
        await call("PATCH", `/incidents/${incidentID}`, now, {
          ...(startedAt !== undefined && { createdAt: isoTime(startedAt) }),
          ...(kind === "resolve" ? { status: "Resolved", restoreComponents: true } : { components: body }),
        });
        if (startedAt !== undefined) {
          incident.startedAt = startedAt;
          for (const component of components) correct(component, incident, startedAt);
        }
        if (kind === "resolve") return restore(incident);
        for (const { component, status } of named) {
          setStatus(component, { status, cause, from: startedAt ?? now, at: now });
          incident.statuses.set(component, status);
        }
      }
    }

    /** Each component that the incident affects gets the worst status of the others that are open. */
    function restore(incident: ModelIncident): void {
      const others = incidents.filter((other) => other !== incident && other.isOpen);
      for (const [component, said] of incident.statuses) {
        if (said === "Operational") continue;
        const status = worstStatus(others.map((other) => other.statuses.get(component) ?? "Operational"));
        setStatus(component, { status, cause: incident.cause, from: now, at: now });
        incident.statuses.set(component, "Operational");
      }
    }
  },
);
