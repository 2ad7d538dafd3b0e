import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textsOf } from "../../../web/status/texts/all-texts.ts";
import { chatTextsOf } from "../../../web/status/texts/chat/texts.ts";
import { languageCodes } from "../../../web/status/texts/languages.ts";
import { postmortemPath } from "../../../worker/notices/postmortem/domain.ts";
import { chatChannels } from "../../../worker/notify/chat/all.ts";
import type { ChannelEvent } from "../../../worker/notify/chat/channel.ts";
import { discord } from "../../../worker/notify/chat/discord.ts";
import { googleChat } from "../../../worker/notify/chat/google-chat.ts";
import { slack } from "../../../worker/notify/chat/slack.ts";
import { teams } from "../../../worker/notify/chat/teams.ts";
import { randomCharacter } from "../../support/factories/random-body.ts";

// The formats are functions of an event, so they are called as such. Their types are those that the services publish, and
// the compiler checks them: see the imports of worker/notify/chat/.

type Content = Extract<ChannelEvent["about"], { type: "notice" }>["content"];

const origin = "https://status.example.com";
const manageLink = `${origin}/subscriptions/s1/a_token-1`;

function noticeEvent(content: Partial<Content> = {}, event: Partial<ChannelEvent> = {}): ChannelEvent {
  return {
    service: { name: "Acme Cloud", statusPageURL: origin },
    recipient: { language: "en", timeZone: "UTC", manageLink },
    about: {
      type: "notice",
      content: {
        kind: "incident",
        noticeID: "n_1",
        first: true,
        name: "API is down",
        status: "Investigating",
        message: "We look into **it**. See [our guide](https://example.com/guide).",
        postedAt: "2030-01-01T10:00:00.000Z",
        startAt: null,
        endAt: null,
        components: [
          { name: "API", status: "Major Outage" },
          { name: "Dashboard", status: "Operational", deleted: true },
        ],
        ...content,
      },
    },
    ...event,
  };
}

function eventAbout(about: ChannelEvent["about"], language: ChannelEvent["recipient"]["language"] = "en") {
  return noticeEvent({}, { about, recipient: { language, timeZone: "UTC", manageLink } });
}

const confirmLink = `${manageLink}/confirm`;

/** All strings of a JSON value, with the key that each has. */
function stringsOf(value: unknown, key = ""): [key: string, text: string][] {
  if (typeof value === "string") return [[key, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => stringsOf(each, Array.isArray(value) ? key : name));
}

function elementsOf(value: unknown, type: string): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap((each) => elementsOf(each, type));
  return "type" in value && value.type === type ? [{ ...value }, ...inside] : inside;
}

/** What people read, without the markup and the escapes of the service. */
function readableText(body: object): string {
  return stringsOf(body)
    .map(([, text]) => text.replace(/\\(?=[!-/:-@[-`{-~])/g, ""))
    .join("\n")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

test("Slack gets blocks with the status, the components, the message and links", () => {
  const [section, context] = [{ type: "section" }, { type: "context" }];
  const plain = (text: string) => ({ type: "plain_text", emoji: false, text });
  const markup = (text: string) => ({ type: "mrkdwn", verbatim: true, text });
  expect(slack.body(noticeEvent())).toEqual({
    text: expect.stringMatching(
      /^API is down\nInvestigating\n.*\nWe look into it\..*\nhttps:\S+\/incidents\/n_1$/,
    ),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [{ type: "header", text: plain("API is down") }],
    attachments: [
      {
        color: "#e0343c",
        fallback: "API is down",
        blocks: [
          {
            ...section,
            text: markup("*Investigating*\nNew incident\nPosted Jan 01, 2030 - 10:00 (UTC)"),
          },
          { ...section, text: plain("Affects:\nAPI: Major Outage\nDashboard (deleted)") },
          { ...section, text: plain("We look into it. See our guide (https://example.com/guide).") },
          { ...section, text: markup(`*<${origin}/incidents/n_1|View update>*`) },
          { ...context, elements: [plain("Acme Cloud: API is down")] },
          {
            ...context,
            elements: [{ type: "mrkdwn", text: `<${manageLink}|Change or stop these updates>` }],
          },
        ],
      },
    ],
  });
});

test("Discord gets an embed that mentions nobody", () => {
  expect(discord.body(noticeEvent())).toEqual({
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: "API is down",
        url: `${origin}/incidents/n_1`,
        color: 0xe0343c,
        description: [
          "**Investigating**\nNew incident\nPosted Jan 01, 2030 - 10:00 (UTC)",
          "**Affects**\nAPI\\: Major Outage\nDashboard (deleted)",
          "We look into it. See our guide (<https://example.com/guide>).",
          `**[View update](${origin}/incidents/n_1)**`,
          `-# [Change or stop these updates](${manageLink})`,
        ].join("\n\n"),
        footer: { text: "Acme Cloud: API is down" },
      },
    ],
  });
});

test("Teams gets an adaptive card", () => {
  const run = (text: string, look = {}) => ({ type: "TextRun", text, ...look });
  const line = (inlines: object[], spacing = "None") => ({ type: "RichTextBlock", spacing, inlines });
  const linked = (text: string, url: string) =>
    run(text, { color: "Accent", selectAction: { type: "Action.OpenUrl", url } });
  expect(teams.body(noticeEvent())).toEqual({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          fallbackText: "API is down",
          body: [
            {
              type: "Container",
              style: "attention",
              bleed: true,
              items: [
                line([run("API is down", { weight: "Bolder", size: "Large" })]),
                line([run("Investigating", { weight: "Bolder" })]),
              ],
            },
            line([run("New incident", { isSubtle: true })]),
            line([run("Posted Jan 01, 2030 - 10:00 (UTC)", { isSubtle: true })]),
            line([run("Affects", { weight: "Bolder" })], "Medium"),
            line([run("API: Major Outage")]),
            line([run("Dashboard (deleted)")]),
            line(
              [
                run("We look into it. See our guide ("),
                linked("https://example.com/guide", "https://example.com/guide"),
                run(")."),
              ],
              "Medium",
            ),
            {
              type: "ActionSet",
              actions: [
                {
                  type: "Action.OpenUrl",
                  title: "View update",
                  url: `${origin}/incidents/n_1`,
                },
              ],
            },
            line([run("Acme Cloud: API is down", { size: "Small", isSubtle: true })]),
            line([{ ...linked("Change or stop these updates", manageLink), size: "Small" }]),
          ],
        },
      },
    ],
  });
});

test("Google Chat gets a card in the thread of the notice", () => {
  const paragraph = (text: string) => ({ textParagraph: { text } });
  expect(googleChat.body(noticeEvent())).toEqual({
    cardsV2: [
      {
        cardId: "incident-n_1",
        card: {
          sections: [
            {
              widgets: [
                paragraph(
                  '<b>API is down</b>\n<font color="#e0343c"><b>Investigating</b></font>\nNew incident\nPosted Jan 01, 2030 - 10:00 (UTC)',
                ),
                paragraph("<b>Affects</b>\nAPI: Major Outage\nDashboard (deleted)"),
                paragraph(
                  'We look into it. See our guide (<a href="https://example.com/guide">https://example.com/guide</a>).',
                ),
                {
                  buttonList: {
                    buttons: [
                      {
                        text: "View update",
                        onClick: { openLink: { url: `${origin}/incidents/n_1` } },
                      },
                    ],
                  },
                },
                paragraph(
                  `Acme Cloud: API is down\n<a href="${manageLink}">Change or stop these updates</a>`,
                ),
              ],
            },
          ],
        },
      },
    ],
    fallbackText: expect.stringMatching(/^API is down\nInvestigating\nAPI: Major Outage/),
    thread: { threadKey: "incident-n_1" },
  });
  const address = new URL("https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t");
  expect(googleChat.postAddress?.(address).href).toBe(
    `${address.href}&messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD`,
  );
});

describe.for(chatChannels)("$name", (channel) => {
  test("updates of one incident have the same title", () => {
    const update = { first: false, status: "Resolved", message: "Over." } as const;
    const titles = (event: ChannelEvent) =>
      stringsOf(channel.body(event))
        .filter(([key, text]) => /^(<b>)?API is down/.test(text) && key !== "fallbackText")
        .map(([key, text]) => [key, text.split("\n")[0]]);
    expect(titles(noticeEvent())).not.toEqual([]);
    expect(titles(noticeEvent(update))).toEqual(titles(noticeEvent()));
  });

  test("each status has its color", () => {
    const bodies = (["Investigating", "Identified", "Monitoring", "Resolved"] as const).map((status) =>
      JSON.stringify(channel.body(noticeEvent({ status }))).replaceAll(status, ""),
    );
    expect(new Set(bodies).size).toBe(4);
  });

  test("only the first message calls the incident new", () => {
    const update = channel.body(noticeEvent({ first: false, status: "Identified" }));
    expect(readableText(channel.body(noticeEvent()))).toContain("New incident");
    expect(readableText(update)).toContain("Incident update");
    expect(readableText(update)).not.toContain("New incident");
  });

  test("a message about a new time has both times, in the recipient's language and time zone", () => {
    const event = noticeEvent(
      {
        kind: "maintenance",
        status: "Scheduled",
        startAt: "2030-01-02T13:00:00.000Z",
        endAt: "2030-01-02T14:00:00.000Z",
        movedFrom: { startAt: "2030-01-01T11:00:00.000Z", endAt: "2030-01-01T12:00:00.000Z" },
      },
      { recipient: { language: "de", timeZone: "Europe/Berlin", manageLink } },
    );
    const text = readableText(channel.body(event));
    expect(text).toContain("Neuer Termin");
    expect(text).toContain("Geplant: 2. Jan., 14:00 – 2. Jan., 15:00 (MEZ)");
    expect(text).toContain("Bisher: 1. Jan., 12:00 – 1. Jan., 13:00 (MEZ)");
    expect(text).toContain(`${origin}/maintenances/n_1?lang=de`);
    expect(text).toContain(`${manageLink}?lang=de`);
    // A scheduled maintenance hasn't changed any status yet.
    expect(text).not.toContain(textsOf("de").states["Major Outage"]);
  });

  test("an update without a message repeats the latest one", () => {
    const lastUpdate = {
      status: "Identified",
      message: "The disk is full.",
      postedAt: "2030-01-01T09:00:00.000Z",
    } as const;
    const text = readableText(channel.body(noticeEvent({ message: "", lastUpdate })));
    expect(text).toContain("Identified Jan 01, 2030 - 09:00 (UTC)");
    expect(text).toContain("The disk is full.");
  });

  test("a write-up links to its page and keeps no Markdown", () => {
    const message = "# Cause\n\n- a full disk\n- [a chart](https://example.com/a_(b))";
    const body = channel.body(noticeEvent({ postmortem: true, status: "Resolved", message }));
    const text = readableText(body);
    expect(text).toContain(`${origin}${postmortemPath("n_1")}`);
    // This is grey in each service's format: an incident that is over has no status to color.
    expect(JSON.stringify(body)).toMatch(new RegExp(`"#8590a0"|${0x8590a0}|"emphasis"|\\\\"#8590a0`));
    expect(text).toContain(textsOf("en").postmortemKind);
    expect(text).toContain("Cause");
    expect(text).toContain("a full disk");
    expect(text).toContain("a chart (");
    expect(text).toContain("https://example.com/a_%28b%29");
    expect(text).not.toContain("# Cause");
  });

  test.for(languageCodes)("a request to confirm names the service and has a link in %s", (language) => {
    const body = channel.body(eventAbout({ type: "confirmation", confirmLink }, language));
    const text = readableText(body);
    const { title, ifNotYou } = chatTextsOf(language).confirm;
    for (const part of ["Acme Cloud", title, ifNotYou]) expect(text).toContain(part);
    expect(text).toContain(language === "en" ? confirmLink : `${confirmLink}?lang=${language}`);
  });

  test.for(languageCodes)("a test message says that it is one in %s", (language) => {
    const text = readableText(channel.body(eventAbout({ type: "test" }, language)));
    expect(text).toContain(chatTextsOf(language).test.title);
    expect(text).toContain("Acme Cloud");
  });

  test("a service without a name is called a service", () => {
    const service = { name: "\u200b", statusPageURL: origin };
    expect(readableText(channel.body(noticeEvent({}, { service })))).toContain("Service: API is down");
  });

  test("components that don't fit are counted", () => {
    const named = (length: number, padding: string) =>
      Array.from({ length }, (_, index) => ({ name: `${index}${padding}`, status: "Major Outage" as const }));
    const textOf = (components: Content["components"]) =>
      readableText(channel.body(noticeEvent({ components })));
    expect(textOf(named(20, ""))).not.toContain("more component");
    expect(textOf(named(21, ""))).toContain("1 more component");
    expect(textOf(named(500, "x".repeat(180)))).toContain("495 more components");
  });

  test("a long message ends in an ellipsis, and the links follow", () => {
    const text = readableText(channel.body(noticeEvent({ message: "ä😀\n".repeat(1_000_000) })));
    expect(text).toContain("…");
    expect(text.isWellFormed()).toBe(true);
    expect(text).toContain(manageLink);
  });
});

const hostileTokens = [
  ...[
    "@everyone",
    "@here",
    "<!channel>",
    "<!everyone>",
    "<@U123>",
    "<@&1>",
    "<@123>",
    "<#C1>",
    "<users/all>",
  ],
  ...[
    "<at>all</at>",
    "<https://evil.example|text>",
    "[text](https://evil.example)",
    "https://evil.example/a_b",
  ],
  ...["<b>", "</b>", "<a href='https://evil.example'>", "&lt;", "&amp;", "<", ">", "&", '"', "'", "|", "\\"],
  ...[
    "*bold*",
    "_it_",
    "~no~",
    "`code`",
    "```\ncode",
    "||spoiler||",
    "\n# head",
    "\n- item",
    "\n1. item",
    "\n> quote",
  ],
  ...[
    "{{DATE(2030-01-01T00:00:00Z,SHORT)}}",
    "{{{",
    ":tada:",
    "<t:1:R>",
    "<!date^1^{date}|x>",
    "http://x/…",
    "https://",
  ],
  ...[
    "\u202e",
    "\u2066",
    "\u200b",
    "\u200f",
    "\ufeff",
    "\u2028",
    "\u0000",
    "\ud800",
    "😀",
    "한",
    "\r\n",
    "\t",
    " ",
  ],
];

const hostileText = fc
  .tuple(
    fc.array(
      fc.oneof(fc.constantFrom(...hostileTokens), fc.string({ unit: randomCharacter, maxLength: 5 })),
      {
        maxLength: 30,
      },
    ),
    fc.constantFrom(1, 1, 1, 5, 100, 3000),
  )
  .map(([parts, times]) => parts.join("").repeat(times));

const componentStatus = fc.constantFrom("Operational", "Major Outage", "Under Maintenance");

const hostileEvent = fc
  .record({
    name: hostileText,
    service: hostileText,
    message: hostileText,
    components: fc.array(fc.record({ name: hostileText, status: componentStatus }), { maxLength: 40 }),
    postmortem: fc.constantFrom({}, { postmortem: true as const }),
    language: fc.constantFrom(...languageCodes),
    type: fc.constantFrom("notice", "notice", "confirmation", "test"),
  })
  .map(({ name, service, message, components, postmortem, language, type }) => {
    const event = noticeEvent(
      { name, message, components, ...postmortem },
      {
        service: { name: service, statusPageURL: origin },
        recipient: { language, timeZone: "UTC", manageLink },
      },
    );
    if (type === "confirmation") return { ...event, about: { type: "confirmation" as const, confirmLink } };
    return type === "test" ? { ...event, about: { type: "test" as const } } : event;
  });

function checkHostile(check: (body: object) => void, body: (event: ChannelEvent) => object) {
  fc.assert(
    fc.property(hostileEvent, (event) => {
      const result = body(event);
      const texts = stringsOf(result).map(([, text]) => text);
      expect(texts.every((text) => text.isWellFormed())).toBe(true);
      expect(texts.join("")).not.toMatch(/[\u202a-\u202e\u2066-\u2069\ufeff]/);
      check(result);
    }),
    { numRuns: 200 },
  );
}

function expectLength(text: unknown, max: number) {
  expect(`${text}`.length).toBeGreaterThan(0);
  expect(`${text}`.length).toBeLessThanOrEqual(max);
}

const bytesOf = (body: object) => Buffer.byteLength(JSON.stringify(body));
const utf16BytesOf = (body: object) => 2 * JSON.stringify(body).length;

const ownLink = `${origin.replaceAll(".", "\\.")}/[\\w/?=-]*`;

test("nothing in Slack mentions, formats or links but the product's own markup, and all of it fits", () => {
  checkHostile((body) => {
    const blocks = elementsOf(body, "section").length + elementsOf(body, "context").length;
    expect(blocks).toBeLessThan(50);
    for (const { text } of elementsOf(body, "header"))
      expectLength(new Map(stringsOf(text)).get("text"), 150);
    for (const { text } of [...elementsOf(body, "plain_text"), ...elementsOf(body, "mrkdwn")])
      expectLength(text, 3000);
    for (const { text } of elementsOf(body, "mrkdwn")) {
      const rest = String(text).replace(new RegExp(`\\*?<${ownLink}\\|[^<>|&*]+>\\*?`), "");
      expect(rest).not.toMatch(/[<>&]/);
      expect(rest.replace(/^\*[^*\n]+\*\n/, "")).not.toMatch(/[*_~`]/);
    }
    for (const { text } of elementsOf(body, "plain_text")) {
      expect(text).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/);
    }
    expect(body).toMatchObject({ mrkdwn: false });
    const text = new Map(stringsOf({ ...body, blocks: [], attachments: [] })).get("text");
    expectLength(text, 4000);
    expect(text).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/);
  }, slack.body);
});

test("nothing in Discord mentions, formats or links but the product's own markup, and all of it fits", () => {
  checkHostile((body) => {
    const texts = new Map(stringsOf(body));
    const [title = "", description = ""] = [texts.get("title"), texts.get("description")];
    expectLength(title, 256);
    expectLength(description, 4096);
    // The footer's text is the last one.
    const footer = texts.get("text") ?? "";
    expectLength(footer, 2048);
    expect(title.length + description.length + footer.length).toBeLessThanOrEqual(6000);
    expect(body).toMatchObject({ allowed_mentions: { parse: [] } });
    const active = /[\\*_~`|<>[\]#@]|^\s*[-+]|^\s*\d+\./m;
    const withoutEscapes = (text: string) => text.replace(/\\[!-/:-@[-`{-~]/g, "x");
    expect(withoutEscapes(title)).not.toMatch(active);
    const rest = withoutEscapes(description)
      .replace(/<https?:\/\/[^\s<>]+>/g, "")
      .replace(new RegExp(`^(-# |\\*\\*)\\[[^[\\]()]+\\]\\(${ownLink}\\)(\\*\\*)?$`, "gm"), "")
      .replace(/^\*\*[^*\n]+\*\*$/gm, "");
    expect(rest).not.toMatch(active);
    expect(rest).not.toMatch(/https?:\/\//);
  }, discord.body);
});

test("nothing in Teams mentions, formats or links but addresses of the message, and all of it fits", () => {
  checkHostile((body) => {
    expect(Math.max(bytesOf(body), utf16BytesOf(body))).toBeLessThanOrEqual(28_000);
    const json = JSON.stringify(body);
    // Only a TextBlock or a fact has Markdown, and only an entity makes <at> a mention.
    expect(elementsOf(body, "TextBlock")).toEqual([]);
    expect(json).not.toMatch(/"(facts|entities|msteams)":/);
    const runs = elementsOf(body, "TextRun");
    for (const { text, selectAction } of runs) {
      expect(text).not.toBe("");
      expect(text).not.toContain("{{");
      const [url] = stringsOf(selectAction).filter(([key]) => key === "url");
      if (url) expect(url[1]).toMatch(/^https?:\/\/[^\s"<>]+$/);
    }
  }, teams.body);
});

test("nothing in Google Chat mentions, formats or links but addresses of the message, and all of it fits", () => {
  checkHostile((body) => {
    expect(bytesOf(body)).toBeLessThanOrEqual(32_000);
    expect(Object.keys(body)).not.toContain("text");
    const texts = stringsOf(body);
    expect(texts.find(([key]) => key === "fallbackText")?.[1]).not.toContain("<");
    for (const [key, text] of texts) {
      if (key !== "text") continue;
      const rest = text.replace(
        /<\/?b>|<font color="#[\da-f]{6}">|<\/font>|<a href="https?:\/\/[^"<>\s]*">|<\/a>/g,
        "",
      );
      expect(rest).not.toMatch(/[<>"]|&(?!(amp|lt|gt|quot|#39);)/);
    }
  }, googleChat.body);
});

const evilLink = "https://evil.example";

/** What each service would act on, in any of its fields that has words of people. A field that isn't here must have none. */
const injections: Record<string, { fields: string[]; texts: string[] }> = {
  slack: {
    fields: ["text", "fallback"],
    texts: ["<!channel>", "<@U123>", `<${evilLink}|x>`, "<!date^1^{date}|x>"],
  },
  discord: {
    fields: ["title", "description"],
    texts: ["@everyone", "<@123>", "<t:1:R>", `[x](${evilLink})`, "**x**", "||x||", "`x`", ":tada:"],
  },
  teams: {
    fields: ["text", "fallbackText"],
    texts: [
      "{{DATE(2030-01-01T00:00:00Z,SHORT)}}",
      "{{TIME(2030-01-01T00:00:00Z)}}",
      "{{{DATE(x)}}}",
      `[x](${evilLink})`,
    ],
  },
  "google-chat": {
    fields: ["text", "fallbackText"],
    texts: ["<users/all>", `<${evilLink}|x>`, `<a href="${evilLink}">x</a>`, "<b>x</b>"],
  },
};
/** Fields that the service formats in no way, for which `[x](https://…)` is text. */
const plainFields: Record<string, string[]> = { discord: ["text"], teams: ["text"] };

function proposalEvent(words: string): ChannelEvent {
  const components = [{ name: words, status: "Major Outage" as const }];
  const { about } = noticeEvent({ name: words, message: words, components });
  if (about.type !== "notice") throw new TypeError("It is about a notice.");
  const proposedBy = { kind: "API key" as const, name: words };
  const proposal = { type: "incident_proposed" as const, content: about.content, proposedBy };
  return eventAbout({ type: "proposal", proposal, consoleLink: `${origin}/settings` });
}

/** Each kind of message, with the same words wherever people choose them. */
function eventsSaying(words: string): ChannelEvent[] {
  const component = { name: words, status: "Major Outage" } as const;
  const lastUpdate = { status: "Identified", message: words, postedAt: "2030-01-01T09:00:00.000Z" } as const;
  const failure = {
    ...({ type: "metrics_failing", count: 1, createdAt: "2030-01-01T09:00:00.000Z" } as const),
    items: [{ name: words, reason: words }],
  };
  const notice = {
    name: words,
    message: words,
    components: [component, { ...component, deleted: true as const }],
  };
  const service = { name: words, statusPageURL: origin };
  return [
    { ...proposalEvent(words), service },
    noticeEvent(notice, { service }),
    noticeEvent({ ...notice, message: "", lastUpdate }, { service }),
    noticeEvent({ ...notice, postmortem: true, status: "Resolved" }, { service }),
    ...(["confirmation", "test", "failure"] as const).map((type) => ({
      ...eventAbout(
        type === "confirmation"
          ? { type, confirmLink }
          : type === "test"
            ? { type }
            : { type, failure, consoleLink: `${origin}/settings` },
      ),
      service,
    })),
  ];
}

describe.for(chatChannels)("in each field of a message to $name", ({ name, body }) => {
  const { fields = [], texts = [] } = injections[name] ?? {};
  test.for(texts)("%s is only text", (injection) => {
    const words = `Marker ${injection}`;
    const found = eventsSaying(words)
      .flatMap((event) => stringsOf(body(event)))
      .filter(([, text]) => text.includes("Marker"));
    expect(found).not.toEqual([]);
    for (const [key, text] of found) {
      const isPlain = plainFields[name]?.includes(key) && !injection.startsWith("{{");
      if (isPlain) continue;
      expect(fields).toContain(key);
      const withoutEscaped = name === "discord" ? text.replace(/\\[!-/:-@[-`{-~]/g, "") : text;
      expect([key, withoutEscaped]).toEqual([key, expect.not.stringContaining(injection)]);
    }
  });
});

// Names of 1 to 100 characters make messages of each size around the limit.
test.for([
  { channel: teams, limit: 28_000, sizeOf: utf16BytesOf, message: "a\n".repeat(2000) },
  { channel: googleChat, limit: 32_000, sizeOf: bytesOf, message: '"'.repeat(4000) },
])("$channel.name gets up to $limit bytes, and not one more", ({ channel, limit, sizeOf, message }) => {
  const status = "Major Outage" as const;
  const sizes = Array.from({ length: 100 }, (_, index) => {
    const components = Array.from({ length: 20 }, () => ({ name: '"'.repeat(180), status }));
    return sizeOf(channel.body(noticeEvent({ name: "a".repeat(index + 1), message, components })));
  });
  expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
  expect(Math.max(...sizes)).toBeGreaterThan(limit - 10);
});

test("the texts of names never become links", () => {
  const name = "https://evil.example/a";
  const event = noticeEvent({ name, message: "", components: [{ name, status: "Major Outage" }] });
  expect(JSON.stringify(discord.body(event))).not.toContain("<https");
  expect(JSON.stringify(googleChat.body(event))).not.toContain('href=\\"https://evil');
  expect(JSON.stringify(teams.body(event))).not.toContain('"url":"https://evil');
});

test("the end of a sentence is no part of an address", () => {
  for (const { body } of [discord, teams, googleChat]) {
    const json = JSON.stringify(body(noticeEvent({ message: "See https://example.com/a?b=1." })));
    expect(json).toMatch(/(<|"|\\")https:\/\/example\.com\/a\?b=1(>|"|\\")/);
  }
});

test("an address that is cut off is no link", () => {
  const message = `${"word ".repeat(500)}https://example.com/${"a".repeat(2000)}`;
  for (const { body } of chatChannels) {
    const json = JSON.stringify(body(noticeEvent({ message })));
    expect(json).toContain("…");
    expect(json).not.toMatch(/(<|"|\\")https:\/\/example\.com/);
  }
});

const owned: Record<string, string[]> = {
  slack: [
    "https://hooks.slack.com/services/T1/B1/x",
    "https://hooks.slack.com/workflows/T1/A1/1/x",
    "https://hooks.slack.com/triggers/T1/1/x",
    "https://hooks.slack-gov.com/services/T1/B1/x",
  ],
  discord: [
    "https://discord.com/api/webhooks/123/a-b_c",
    "https://discordapp.com/api/webhooks/123/abc",
    "https://ptb.discord.com/api/v10/webhooks/123/abc?wait=true",
    "https://canary.discord.com/api/webhooks/123/abc?thread_id=1",
  ],
  teams: [
    "https://prod-01.westeurope.logic.azure.com/workflows/1/triggers/manual/paths/invoke?sig=x",
    "https://prod-01.westeurope.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke?sig=x",
    "https://e1.09.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/1/triggers/manual/paths/invoke",
    "https://api.powerplatform.com/workflows/1",
    "https://api.powerautomate.com/workflows/1",
  ],
  "google-chat": ["https://chat.googleapis.com/v1/spaces/AAA/messages?key=k&token=t"],
};

test.for(Object.entries(owned))("%s owns its addresses, and no other channel does", ([name, addresses]) => {
  for (const address of addresses)
    expect([
      address,
      chatChannels.filter((each) => each.owns(new URL(address))).map((each) => each.name),
    ]).toEqual([address, [name]]);
});

test.for([
  "https://slack.com/services/T1/B1/x",
  "https://hooks.slack.com/",
  "https://hooks.slack.com/services/",
  "https://hooks.slack.com.evil.example/services/T1/B1/x",
  "https://hooks.slack.com:8443/services/T1/B1/x",
  "https://discord.com/channels/1/2",
  "https://discord.com/api/webhooks/123/abc/slack",
  "https://evildiscord.com/api/webhooks/123/abc",
  "https://x.discord.com/api/webhooks/123/abc",
  "https://acme.webhook.office.com/webhookb2/1",
  "https://logic.azure.com/workflows/1",
  "https://evillogic.azure.com/workflows/1",
  "https://powerplatform.com/workflows/1",
  "https://chat.googleapis.com/v1/spaces/AAA",
  "https://chat.googleapis.com.evil.example/v1/spaces/AAA/messages",
  "https://example.com/https://hooks.slack.com/services/T1/B1/x",
])("%s belongs to no chat", (address) => {
  expect(chatChannels.filter((each) => each.owns(new URL(address)))).toEqual([]);
});

const discordError = (code: number) => JSON.stringify({ message: "Some words", code });
const workflowError = (code: string) => JSON.stringify({ error: { code, message: "Some words" } });

const refusals = [
  [slack, 404, "no_service", true],
  [slack, 404, "no_team\n", true],
  [slack, 404, "channel_not_found", true],
  [slack, 403, "invalid_token", true],
  [slack, 410, "channel_is_archived", true],
  [slack, 404, "no_service_id", true],
  [slack, 403, "action_prohibited", false],
  [slack, 403, "team_disabled", false],
  [slack, 404, "no_active_hooks", false],
  [slack, 404, "user_not_found", false],
  [slack, 400, "invalid_payload", false],
  [slack, 404, "<html>no_service</html>", false],
  [slack, 500, "rollup_error", false],
  [discord, 404, discordError(10015), true],
  [discord, 401, discordError(50027), true],
  [discord, 404, discordError(10003), false],
  [discord, 404, "<html>Not Found</html>", false],
  [discord, 401, discordError(0), false],
  [discord, 400, discordError(50035), false],
  [discord, 429, "{}", false],
  [teams, 404, workflowError("WorkflowNotFound"), true],
  [teams, 404, workflowError("WorkflowTriggerVersionNotFound"), true],
  [teams, 410, "", true],
  [teams, 404, "", false],
  [teams, 400, workflowError("WorkflowTriggerIsNotEnabled"), false],
  [teams, 401, workflowError("DirectApiAuthorizationRequired"), false],
  [googleChat, 404, '{"error":{"code":404,"status":"NOT_FOUND"}}', true],
  [googleChat, 404, "<html>Error 404 (Not Found)!!1</html>", false],
  [googleChat, 403, '{"error":{"code":403,"status":"PERMISSION_DENIED"}}', false],
  [googleChat, 429, '{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}', false],
  [googleChat, 500, "", false],
] as const;

test("an address is gone only if its service says so", () => {
  for (const [channel, status, text, gone] of refusals)
    expect([channel.name, status, text, channel.isGone(status, text)]).toEqual([
      channel.name,
      status,
      text,
      gone,
    ]);
});

test("posts to one address keep to the rate limits of the services", () => {
  const gaps = Object.fromEntries(chatChannels.map(({ name, minGapMs }) => [name, minGapMs]));
  expect(gaps).toEqual({ slack: 1000, discord: 400, teams: 250, "google-chat": 1000 });
});

test("every language has all chat texts of English, translated and with the same placeholders", () => {
  const english = stringsOf(chatTextsOf("en"));
  const placeholdersOf = (texts: [string, string][]) =>
    texts.map(([key, text]) => `${key} ${(text.match(/\{\w+\}/g) ?? []).sort()}`);
  for (const language of languageCodes.filter((code) => code !== "en")) {
    const texts = stringsOf(chatTextsOf(language));
    expect([language, placeholdersOf(texts)]).toEqual([language, placeholdersOf(english)]);
    expect(texts.filter(([, text], index) => text === english[index]?.[1])).toEqual([]);
  }
});
