import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as z from "zod";
import { ComponentChange } from "../../../../worker/components/schema.ts";
import { SettingsChange } from "../../../../worker/settings/schema.ts";
import { makeComponent, makeIncident } from "../../../support/factories/factories.ts";
import { sendJSON } from "../../../support/factories/send-json.ts";
import { type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

const nothingToChange = ({ shape }: z.ZodObject) =>
  `Nothing to change: send at least one of ${Object.keys(shape).join(", ")}.`;

let daymark: Daymark;
let componentID: string;
let incidentID: string;
let incidentUpdateID: string;
beforeAll(async () => {
  daymark = await startDaymark();
  ({ componentID } = await makeComponent(daymark));
  const incident = await makeIncident(daymark, { components: [{ componentID, status: "Partial Outage" }] });
  incidentID = incident.incidentID;
  incidentUpdateID = incident.incidentUpdates[0]?.incidentUpdateID ?? "";
});
afterAll(() => daymark.stop());

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  sendJSON(daymark, { method, path, body, headers });

/** Reads everything that an administrator can change. */
async function readContent() {
  const responses = await Promise.all(
    ["/api/components?fresh=1", "/api/incidents?fresh=1", "/api/settings"].map((path) => send("GET", path)),
  );
  return responses.map(({ json }) => json);
}

const incident = { name: "Down", status: "Investigating" };
const future = "2999-01-01T00:00:00Z";

/** Invisible text of every kind that Unicode has. */
const invisible = [
  ...[
    "\u200b",
    "\u200d\u200c",
    "\u2060",
    "\u00ad",
    "\u180e",
    "\ufeff\u200b\ufeff",
    "\u202e",
    "\u200f",
    "\u2066\u2069",
  ],
  ...[
    "\u115f",
    "\u1160",
    "\u3164",
    "\uffa0",
    "\u2800",
    "\u{13441}",
    "\u{1d159}",
    "\ufffc",
    "\u{1d173}",
    "\u{16fe4}",
  ],
  ...[
    "\ufe0f",
    "\u180b",
    "\u{e0100}",
    "\u{e0041}\u{e007f}",
    "\u0301",
    "\u0301 \u0300",
    "\u20dd",
    "\u0903",
    "\u034f",
  ],
];

describe("an invalid body gets 400 with path and message, and changes nothing", () => {
  // Each case is [body, path of the first error, its message].
  const texts = {
    invisible: "contains only invisible characters. Enter at least one visible character.",
    control: "contains a control character. Only line breaks and tabs are allowed.",
    status: "Status must be one of: Investigating, Identified, Monitoring, Resolved.",
    listed: "Components must be a list of {componentID, status}.",
    link: "Link address must be an https, http or mailto address without spaces or a user name.",
    privacy: "Privacy notice URL must be an https address without a user name or password.",
    date: "createdAt must be a date and time such as 2026-01-31T09:00:00Z.",
  };
  const bodies = {
    "POST /api/components": [
      [{}, "name", "Name is required."],
      [{ name: "   " }, "name", "Name is required."],
      [{ name: 5 }, "name", "Name must be a string."],
      [{ name: null }, "name", "Name must be a string."],
      [{ name: "x".repeat(201) }, "name", "Name can be 200 characters at most."],
      [{ name: "a\u0000b" }, "name", `Name ${texts.control}`],
      [{ name: "a\u0085b" }, "name", `Name ${texts.control}`],
      [{ name: "a\rb" }, "name", `Name ${texts.control}`],
      [{ name: "a\ud800b" }, "name", `Name ${texts.control}`],
      ...invisible.map((name) => [{ name }, "name", `Name ${texts.invisible}`] as const),
      [{ name: "A", description: "\u200b" }, "description", `Description ${texts.invisible}`],
      [
        { name: "A", description: "x".repeat(1001) },
        "description",
        "Description can be 1,000 characters at most.",
      ],
      [
        { name: "A", status: "Fine" },
        "status",
        "Status must be one of: Operational, Under Maintenance, Degraded Performance, Partial Outage, Major Outage.",
      ],
    ],
    "POST /api/groups": [
      [{}, "name", "Name is required."],
      [{ name: "x".repeat(201) }, "name", "Name can be 200 characters at most."],
      [{ name: "A", order: -1 }, "order", "Order can't be negative."],
    ],
    "PATCH /api/components/:componentID": [
      [{}, "", nothingToChange(ComponentChange)],
      [{ unknown: 1 }, "", nothingToChange(ComponentChange)],
      [{ groupID: 5 }, "groupID", "groupID must be the id of a group, or null."],
      [{ groupID: "x".repeat(51) }, "groupID", "groupID must be the id of a group, or null."],
      [{ groupID: "nobody" }, "groupID", "There is no group nobody."],
      [{ name: "" }, "name", "Name is required."],
      [{ order: 1.5 }, "order", "Order must be a whole number."],
      [{ order: "1" }, "order", "Order must be a whole number."],
      [{ order: -1 }, "order", "Order can't be negative."],
      [{ order: 10_000_000_000 }, "order", "Order can be 9,999,999,999 at most."],
    ],
    "POST /api/incidents": [
      [{ status: "Investigating" }, "name", "Name is required."],
      [{ name: "A" }, "status", texts.status],
      [{ ...incident, status: "investigating" }, "status", texts.status],
      [{ ...incident, message: "x".repeat(20_001) }, "message", "Message can be 20,000 characters at most."],
      [{ ...incident, components: {} }, "components", texts.listed],
      [{ ...incident, components: null }, "components", texts.listed],
      [
        { ...incident, components: [{ status: "Operational" }] },
        "components.0.componentID",
        "componentID is required.",
      ],
      [
        { ...incident, components: [{ componentID: "nobody", status: "Operational" }] },
        "components.0.componentID",
        "There is no component nobody.",
      ],
      [
        { ...incident, components: [{ componentID: "a\u0000", status: "Operational" }] },
        "components.0.componentID",
        "componentID must be the id of a component.",
      ],
      [{ ...incident, createdAt: future }, "createdAt", "createdAt can't be in the future."],
      [{ ...incident, createdAt: "yesterday" }, "createdAt", texts.date],
      [{ ...incident, createdAt: "2026-02-30T00:00:00Z" }, "createdAt", texts.date],
      [{ ...incident, createdAt: 5 }, "createdAt", texts.date],
      ...["+24:00", "-99:99", "+00:60", "+0560", "+5:00", "+01:00:00", "[Europe/Madrid]"].map(
        (offset) =>
          [{ ...incident, createdAt: `2026-01-31T09:00:00${offset}` }, "createdAt", texts.date] as const,
      ),
      [{ ...incident, createdAt: "2026-01-31T09:60:00Z" }, "createdAt", texts.date],
      [{ ...incident, components: [5] }, "components.0", texts.listed],
      [{ ...incident, createdAt: "0000-01-01T00:00:00+05:00" }, "createdAt", texts.date],
    ],
    "PATCH /api/incidents/:incidentID": [
      [{}, "", "Nothing to change: send at least one of name, status, message, components, createdAt."],
      [
        { components: [{ componentID: "nobody", status: "Operational" }] },
        "components.0.componentID",
        "There is no component nobody.",
      ],
      [{ createdAt: future }, "createdAt", "createdAt can't be in the future."],
      [{ status: "" }, "status", texts.status],
    ],
    "PATCH /api/incidents/:incidentID/incidentupdates/:incidentUpdateID": [
      [{}, "", "Nothing to change: send at least one of incidentStatus, message, createdAt."],
      [
        { incidentStatus: "Done" },
        "incidentStatus",
        "Incident status must be one of: Investigating, Identified, Monitoring, Resolved.",
      ],
      [{ createdAt: future }, "createdAt", "createdAt can't be in the future."],
    ],
    "PATCH /api/settings": [
      [{}, "", nothingToChange(SettingsChange)],
      [{ serviceName: "x".repeat(201) }, "serviceName", "Service name can be 200 characters at most."],
      [
        { mailProvider: "sendmail" },
        "mailProvider",
        "Email service must be one of: ses, cloudflare, resend, postmark, smtp.",
      ],
      ...["127.0.0.1", "[::1]", "2130706433", "0x7f.1", "https://smtp.example.org", "a b.example.org"].map(
        (host) => [
          { smtp: { host } },
          "smtp.host",
          "SMTP Server must be a host name such as smtp.example.com.",
        ],
      ),
      ...[25, 2525, "465"].map((port) => [
        { smtp: { port } },
        "smtp.port",
        "SMTP Port must be 465, which begins with TLS, or 587, which changes to TLS by STARTTLS.",
      ]),
      [{ smtp: { user: "a\nb" } }, "smtp.user", "SMTP User must be on one line."],
      [{ backgroundColor: "red" }, "backgroundColor", "Background color must be a color such as #1A2B3C."],
      ...[
        "http://acme.example/privacy",
        "javascript:alert(1)",
        "//acme.example/privacy",
        "https:acme.example",
        "https://user@acme.example/",
        "https://user:password@acme.example/",
        "https://acme.example\\@evil.example/",
        "https://",
        "https://acme.example/a b",
        "https://acme.example/\nprivacy",
      ].map((url) => [{ privacyNoticeURL: url }, "privacyNoticeURL", texts.privacy] as const),
      [
        { privacyNoticeURL: `https://${"ü".repeat(2000)}` },
        "privacyNoticeURL",
        "Privacy notice URL can be 2,000 characters at most.",
      ],
      [{ turnstile: {} }, "turnstile", "Nothing to change: send at least one of siteKey, secretKey."],
      [
        { turnstile: { siteKey: "<script>" } },
        "turnstile.siteKey",
        "Turnstile Site Key must be the value that Cloudflare's dashboard shows.",
      ],
      [
        { turnstile: { secretKey: "x".repeat(101) } },
        "turnstile.secretKey",
        "Turnstile Secret Key can be 100 characters at most.",
      ],
      [
        { turnstile: { siteKey: "0x4AAA" } },
        "turnstile.secretKey",
        "Turnstile Secret Key is required: enter the one that belongs to this site key.",
      ],
      [
        { turnstile: { secretKey: "0x4AAA" } },
        "turnstile.siteKey",
        "Turnstile Site Key is required with a secret key.",
      ],
      ...[-1, 1.5, 10_001, "60", null].map(
        (updateReminderMinutes) =>
          [
            { updateReminderMinutes },
            "updateReminderMinutes",
            "Update reminder must be a whole number of minutes from 0 to 10,000.",
          ] as const,
      ),
      ...[-1, 1.5, 91, "7", null].map(
        (nightlyExportsKept) =>
          [
            { nightlyExportsKept },
            "nightlyExportsKept",
            "Nightly exports must be a whole number of nights from 0 to 90.",
          ] as const,
      ),
      ...[
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "data:text/html,x",
        "ftp://acme.example/",
        "/history",
        "//acme.example/",
        "https:acme.example",
        "https://acme.example/a b",
        "https://user:password@acme.example/",
        "https://[acme",
        "mailto:nobody",
        "mailto:a@acme.example@evil.example",
      ].map((url) => [{ headerLinks: [{ name: "Link", url }] }, "headerLinks.0.url", texts.link] as const),
      [
        { footerLinks: [{ name: "Link", url: `https://acme.example/${"a".repeat(2000)}` }] },
        "footerLinks.0.url",
        "Link address can be 2,000 characters at most.",
      ],
      [
        { footerLinks: [{ name: "x".repeat(51), url: "https://acme.example/" }] },
        "footerLinks.0.name",
        "Link name can be 50 characters at most.",
      ],
      [
        { headerLinks: [{ name: " ", url: "https://acme.example/" }] },
        "headerLinks.0.name",
        "Link name is required.",
      ],
      [
        { headerLinks: Array.from({ length: 6 }, () => ({ name: "Link", url: "https://acme.example/" })) },
        "headerLinks",
        "Header links can have 5 entries at most.",
      ],
      [
        { headerLinks: ["https://acme.example/"] },
        "headerLinks.0",
        "A link must be an object with name and url.",
      ],
      [{ footerLinks: 5 }, "footerLinks", "Footer links must be a list."],
      [{ note: "x".repeat(2001) }, "note", "Note can be 2,000 characters at most."],
      ...["red", "#12345", "#1234567", "#12345g"].map(
        (accentColor) =>
          [{ accentColor }, "accentColor", "Accent color must be empty or a color such as #1A2B3C."] as const,
      ),
      [{ headerColor: "red" }, "headerColor", "Header color must be empty or a color such as #1A2B3C."],
      [{ pageTint: "loud" }, "pageTint", "Page tint must be one of: none, soft."],
      [{ pageWidth: "80rem" }, "pageWidth", "Page width must be one of: narrow, normal, wide."],
      [
        { font: "Comic Sans" },
        "font",
        "Font must be one of: system, grotesque, humanist, rounded, serif, monospace.",
      ],
      [{ note: null }, "note", "Note must be a string."],
      [{ privacyNoticeURL: 5 }, "privacyNoticeURL", "Privacy notice URL must be a string."],
    ],
  };
  const cases = Object.entries(bodies).flatMap(([operation, invalid]) =>
    invalid.map(([body, path, message]) => ({ operation, body, path, message })),
  );
  let before: unknown[];
  beforeAll(async () => {
    before = await readContent();
  });

  test.for(cases)("$operation $message", async ({ operation, body, path, message }) => {
    const [method = "", route = ""] = operation.split(" ");
    const ids: Record<string, string> = { componentID, incidentID, incidentUpdateID };
    const { status, json } = await send(
      method,
      route.replace(/:(\w+)/g, (_, name) => ids[name] ?? ""),
      body,
    );
    expect(status).toBe(400);
    expect(json).toMatchObject({
      errorMessage: expect.stringContaining(String(message)),
      errors: [{ path, message }],
    });
    expect(await readContent()).toEqual(before);
  });

  test("the error for a component that is listed twice has the path of the second", async () => {
    const components = [
      { componentID, status: "Operational" },
      { componentID, status: "Major Outage" },
    ];
    for (const [method, path] of [
      ["POST", "/api/incidents"],
      ["PATCH", `/api/incidents/${incidentID}`],
    ] as const) {
      expect((await send(method, path, { ...incident, components })).json).toEqual({
        errorMessage: `Component ${componentID} is listed twice.`,
        errors: [{ path: "components.1.componentID", message: `Component ${componentID} is listed twice.` }],
      });
    }
  });

  test("a response has all errors of a body", async () => {
    const { json } = await send("POST", "/api/incidents", { components: [{ componentID, status: "x" }] });
    expect((json as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([
      "name",
      "status",
      "components.0.status",
    ]);
  });

  test.for(["", "{", "[]", "null", '"text"', "5", "{'name': 1}"])("%s is not a JSON object", async (body) => {
    const { status, json } = await send("POST", "/api/components", body);
    expect(status).toBe(400);
    expect((json as { errorMessage: string }).errorMessage).toMatch(
      /^The body (is not valid JSON|must be a JSON object)\.$/,
    );
  });
});

test("spaces around a name, a status, an ID, a date or a color are removed", async () => {
  const padded = { status: " Identified\n", createdAt: "\t2018-01-01T10:00Z ", name: " API " };
  const components = [{ componentID: ` ${componentID} `, status: " Operational " }];
  const created = await send("POST", "/api/incidents", { ...padded, components });
  expect([created.status, created.json]).toMatchObject([
    201,
    { name: "API", status: "Identified", createdAt: "2018-01-01T10:00:00.000Z" },
  ]);
  expect((await send("PATCH", "/api/settings", { backgroundColor: " #1a2B3c " })).json).toMatchObject({
    backgroundColor: "#1a2B3c",
  });
});

test("a name is accepted if a part of it is visible", async () => {
  for (const name of ["\u200bA", "e\u0301", "❤️", "🏴\u{e0067}\u{e0062}\u{e007f}", "한", "ก็", "—", "\ue000"]) {
    const { status, json } = await send("POST", "/api/components", { name });
    expect([name, status]).toEqual([name, 201]);
    if (status === 201) expect(json).toMatchObject({ name });
  }
});

test("the field __proto__ is refused, because no schema would see it", async () => {
  const { status, json } = await send("POST", "/api/components", '{"name":"A","__proto__":{}}');
  expect([status, json]).toEqual([400, { errorMessage: "No field can have the name __proto__." }]);
});

test("texts of the maximum length are accepted", async () => {
  const { status } = await send("POST", "/api/incidents", {
    name: "n".repeat(200),
    status: "Resolved",
    message: `${"m".repeat(19_998)}\n\t`.padEnd(20_000, "m"),
    createdAt: "2018-01-01T00:00:00+02:00",
  });
  expect(status).toBe(201);
  expect((await send("POST", "/api/components", { name: "c", description: "d".repeat(1000) })).status).toBe(
    201,
  );
});

test("a time two minutes ahead is refused, because clocks may differ by one minute", async () => {
  const createdAt = new Date(Date.now() + 120_000).toISOString();
  for (const [method, path, body] of [
    ["POST", "/api/incidents", { ...incident, createdAt }],
    ["PATCH", `/api/incidents/${incidentID}`, { createdAt }],
    ["PATCH", `/api/incidents/${incidentID}/incidentupdates/${incidentUpdateID}`, { createdAt }],
  ] as const) {
    expect((await send(method, path, body)).json).toMatchObject({
      errors: [{ path: "createdAt", message: "createdAt can't be in the future." }],
    });
  }
});

test("a time without a zone is UTC, and one with a zone is stored as UTC", async () => {
  const post = (createdAt: string) => send("POST", "/api/incidents", { ...incident, createdAt });
  expect((await post("2018-01-01T10:00")).json).toMatchObject({ createdAt: "2018-01-01T10:00:00.000Z" });
  expect((await post("2018-01-01T10:00:00.5+05:30")).json).toMatchObject({
    createdAt: "2018-01-01T04:30:00.500Z",
  });
  expect((await post("2026-01-31T09:00Z")).json).toMatchObject({ createdAt: "2026-01-31T09:00:00.000Z" });
  const times = { startAt: "2030-01-31T09:00Z", endAt: "2030-01-31T10:00+00:30" };
  const scheduled = await send("POST", "/api/maintenances", { name: "A", status: "Scheduled", ...times });
  expect(scheduled.json).toMatchObject({
    startAt: "2030-01-31T09:00:00.000Z",
    endAt: "2030-01-31T09:30:00.000Z",
  });
});
