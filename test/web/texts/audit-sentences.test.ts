import { expect, test } from "vitest";
import { dayTitle, timeText } from "../../../web/admin/audit/days.ts";
import { type AuditRequest, groupByRequest } from "../../../web/admin/audit/requests.ts";
import { sentenceText, toSentence } from "../../../web/admin/audit/sentences.ts";
import type { AuditEntry } from "../../../worker/writes/audit/schema.ts";

const ada = { kind: "administrator", id: "user:1", name: "ada@example.com" } as const;
const schedule = { kind: "schedule", id: "schedule", name: "" } as const;

let seq = 0;
const makeEntry = (
  [kind, action]: [AuditEntry["kind"], AuditEntry["action"]],
  entry: Partial<AuditEntry> = {},
): AuditEntry => ({
  seq: ++seq,
  at: "2026-11-28T20:08:00.000Z",
  actor: ada,
  kind,
  action,
  itemID: "k3J9xQ2mWv8R",
  itemName: "API",
  noticeUpdateID: null,
  requestID: `${seq}`,
  before: {},
  after: {},
  ...entry,
});

type Changed = Pick<AuditEntry, "before" | "after">;
const changed = (before: object, after: object): Changed => ({ before: { ...before }, after: { ...after } });

test.each<[string, [AuditEntry["kind"], AuditEntry["action"]], Partial<AuditEntry>?]>([
  ["created component API", ["component", "created"]],
  [
    "set API to Major Outage",
    ["component", "changed"],
    changed({ status: "Operational" }, { status: "Major Outage" }),
  ],
  ["moved component API", ["component", "changed"], changed({ order: 1, groupID: "a" }, { order: 2 })],
  ["changed component API", ["component", "changed"], changed({}, { description: "REST" })],
  ["renamed “Europe” to API", ["group", "changed"], changed({ name: "Europe" }, { name: "API" })],
  ["deleted group API", ["group", "deleted"]],
  [
    "posted an update on API",
    ["incident", "changed"],
    changed({ updates: 1 }, { updates: 2, message: "More." }),
  ],
  [
    "moved API to Monitoring",
    ["incident", "changed"],
    changed({ updates: 1 }, { updates: 2, status: "Monitoring" }),
  ],
  ["resolved API", ["incident", "changed"], changed({ updates: 1 }, { updates: 2, status: "Resolved" })],
  [
    "edited an update of API",
    ["incident", "changed"],
    changed({ updateMessage: "A" }, { updateMessage: "B" }),
  ],
  [
    "deleted an update of API",
    ["incident", "changed"],
    changed({ updates: 2, updateMessage: "A" }, { updates: 1 }),
  ],
  ["undid the last change to API", ["incident", "undone"]],
  ["rescheduled API", ["maintenance", "changed"], changed({ startAt: "a" }, { startAt: "b" })],
  ["began the write-up of API", ["postmortem", "changed"], changed({}, { body: "Text", state: "Draft" })],
  ["published the write-up of API", ["postmortem", "changed"], changed({}, { state: "Published" })],
  ["proposed API", ["proposal", "created"]],
  ["changed proposal API", ["proposal", "changed"], changed({ message: "a" }, { message: "b" })],
  ["discarded proposal API", ["proposal", "deleted"]],
  ["created rule API", ["alertRule", "created"]],
  ["deleted heartbeat API", ["heartbeat", "deleted"]],
  ["set API to Visible", ["metric", "changed"], changed({ status: "Hidden" }, { status: "Visible" })],
  ["renamed “Load” to Speed", ["metric", "changed"], changed({ title: "Load" }, { title: "Speed" })],
  ["added team channel API", ["channel", "created"]],
  ["deleted API key API", ["apiKey", "deleted"]],
  [
    "changed Accent color in the settings",
    ["settings", "changed"],
    changed({ accentColor: "" }, { accentColor: "#663399" }),
  ],
  ["changed the settings", ["settings", "changed"], changed({}, { font: "b", note: "c" })],
  [
    "changed Logo and 2 more settings",
    ["settings", "changed"],
    changed({ logoID: "" }, { logoID: "a", font: "b", note: "c" }),
  ],
  ["looked at subscribers", ["subscriber", "found"]],
  ["began to restore an archive", ["archive", "restored"]],
])("an entry reads: %s", (text, about, entry) => {
  expect(sentenceText(toSentence([makeEntry(about, entry)]))).toBe(`ada@example.com ${text}`);
});

test("what the schedule did at the same time is one line, with the components that it set", () => {
  const shared = { actor: schedule, requestID: "" };
  const entries = [
    makeEntry(["maintenance", "started"], { ...shared, itemName: "Disk swap" }),
    makeEntry(["maintenance", "started"], { ...shared, itemName: "Moving" }),
    makeEntry(["component", "changed"], { ...shared, ...changed({ status: "a" }, { status: "b" }) }),
    makeEntry(["maintenance", "completed"], { ...shared, itemName: "Old", at: "2026-11-28T20:09:00.000Z" }),
  ];
  expect(groupByRequest(entries.toReversed()).map((request) => sentenceText(toSentence(request)))).toEqual([
    "The schedule completed Old",
    "The schedule started Disk swap and 1 more and set 1 component",
  ]);
});

test("a published proposal is one line, with the components that its incident set", () => {
  const shared = { requestID: "one" };
  const entries: AuditRequest = [
    makeEntry(["incident", "created"], { ...shared, itemName: "API is down" }),
    makeEntry(["proposal", "published"], { ...shared, itemName: "API may be down" }),
    makeEntry(["component", "changed"], { ...shared, ...changed({ status: "a" }, { status: "b" }) }),
  ];
  expect(sentenceText(toSentence(entries))).toBe(
    "ada@example.com opened API is down from a proposal and set 1 component",
  );
});

test("a name with a control of the text's direction turns nothing around that follows it", () => {
  const entry = makeEntry(["group", "changed"], changed({ name: "evil\u202e" }, { name: "Europe" }));
  expect(toSentence([entry]).verb).toBe("renamed “\u2068evil\u202e\u2069” to");
});

test("components that a request changed differently are said to be changed", () => {
  const requestID = "one";
  const [first, second] = ["Operational", "Major Outage"].map((status) =>
    makeEntry(["component", "changed"], { requestID, ...changed({ status: "Partial Outage" }, { status }) }),
  ) as [AuditEntry, AuditEntry];
  expect(sentenceText(toSentence([first, second]))).toBe("ada@example.com changed API and 1 more");
});

test.each([
  ["2026-11-28T10:59:40", "Today", "just now"],
  ["2026-11-28T10:54:00", "Today", "6 min ago"],
  ["2026-11-28T00:01:00", "Today", "10 h ago"],
  ["2026-11-27T23:59:00", "Yesterday", "23:59"],
  ["2026-11-26T09:05:00", "Thursday, November 26", "09:05"],
  ["2025-12-31T09:05:00", "Wednesday, December 31, 2025", "09:05"],
])("at 11:00 on November 28, %s is below %s, as %s", (local, day, time) => {
  const at = new Date(local).toISOString();
  const now = new Date("2026-11-28T11:00:00").getTime();
  expect([dayTitle(at, now), timeText(at, now)]).toEqual([day, time]);
});
