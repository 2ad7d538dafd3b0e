import { expect, test } from "vitest";
import { listChecks } from "../../../web/admin/overview/checks.ts";
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from "../../../worker/shared/time/domain.ts";

const now = Date.parse("2026-11-22T12:00:00.000Z");
const calm: Parameters<typeof listChecks>[0] = {
  banner: { color: "green", text: "All Systems Operational" },
  openIncidents: 0,
  runningMaintenances: 0,
  scheduledMaintenances: 0,
  unexplainedComponents: [],
  incidents: [],
  maintenances: [],
  failingMetrics: [],
  mailError: "",
  proposals: [],
  postmortemDrafts: [],
  restore: null,
  updateReminderMinutes: 60,
};

const linesOf = (overview: Partial<typeof calm>) =>
  listChecks({ ...calm, ...overview }, now).map((check) =>
    "incident" in check
      ? [`${check.incident.name}: ${check.problem}`]
      : [
          `${check.name} ${check.problem}`,
          ...check.remedies.map((remedy) => ("href" in remedy ? remedy.href : remedy.action)),
        ],
  );

test("an unfinished restore comes first, and says for how long it blocks changes", () => {
  const restore = (endsMs: number) => ({
    restore: { startedAt: isoTime(now - HOUR_MS), endsAt: isoTime(now + endsMs) },
  });
  expect(linesOf({ ...restore(40 * MINUTE_MS), mailError: "Sending is paused." })[0]).toEqual([
    expect.stringMatching(
      /^The restore of an archive is unfinished. Nothing else can be changed for 40 min\./,
    ),
  ]);
  expect(linesOf(restore(-MINUTE_MS))).toEqual([
    [expect.stringMatching(/^The restore of an archive is unfinished. The next change ends it\./)],
  ]);
});

test("email that can't be sent leads to the log of sent email", () => {
  expect(linesOf({ mailError: "Sending is paused." })).toEqual([
    ["Email can't be sent: Sending is paused.", "/settings?tab=notifications#mail-log"],
  ]);
});

test("a metric that can't be collected leads to its settings", () => {
  const metric = { metricID: "abc", title: "Load", collectionError: "Prometheus answered with 503." };
  expect(linesOf({ failingMetrics: [metric] })).toEqual([
    ["Load can't be collected: Prometheus answered with 503.", "/metrics?edit=abc"],
  ]);
});

const incidentAt = (
  status: "Investigating" | "Monitoring",
  lastUpdateMs: number,
  statusMs = lastUpdateMs,
) => ({
  incidentID: "abc",
  name: "API is down",
  status,
  lastUpdateAt: isoTime(now - lastUpdateMs),
  statusSince: isoTime(now - statusMs),
  worst: "Operational" as const,
});

test("an incident is silent from the end of the hour on", () => {
  expect(linesOf({ incidents: [incidentAt("Investigating", HOUR_MS - 1)] })).toEqual([]);
  expect(linesOf({ incidents: [incidentAt("Investigating", HOUR_MS)] })).toEqual([
    ["API is down: No update for 1 h"],
  ]);
});

test("an incident that is Monitoring for long has one line, even if its last update is new", () => {
  expect(linesOf({ incidents: [incidentAt("Monitoring", 2 * DAY_MS)] })).toHaveLength(1);
  expect(linesOf({ incidents: [incidentAt("Monitoring", MINUTE_MS, 2 * DAY_MS)] })).toEqual([
    ["API is down: Monitoring for 2 d"],
  ]);
  expect(linesOf({ incidents: [incidentAt("Monitoring", MINUTE_MS, DAY_MS)] })).toEqual([]);
});

test("a maintenance is pointed out in its last 15 minutes and after its end, and a scheduled one never", () => {
  const maintenance = (status: "Scheduled" | "In Progress", endMs: number) => ({
    maintenances: [
      {
        maintenanceID: "abc",
        name: "Move",
        status,
        updatedAt: "2026-11-22T00:00:00.000Z",
        startAt: isoTime(now - HOUR_MS),
        endAt: isoTime(now + endMs),
      },
    ],
  });
  expect(linesOf(maintenance("In Progress", 16 * MINUTE_MS))).toEqual([]);
  expect(linesOf(maintenance("Scheduled", MINUTE_MS))).toEqual([]);
  expect(linesOf(maintenance("In Progress", 15 * MINUTE_MS))[0]?.[0]).toBe("Move ends in 15 min.");
  expect(linesOf(maintenance("In Progress", -MINUTE_MS))).toEqual([
    [
      "Move should have ended, but is still in progress.",
      ...["Extend by 30 min", "/maintenances/abc?status=Completed#update"],
    ],
  ]);
});
