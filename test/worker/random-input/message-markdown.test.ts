import MarkdownIt from "markdown-it";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blockquote } from "../../../worker/notices/message-markdown.ts";
import { makeComponent, makeIncident, makeMaintenance } from "../../support/factories/factories.ts";
import { addSubscribers } from "../../support/factories/insert-subscribers.ts";
import { isolateDirection, specialName } from "../../support/factories/special-name.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { parseXml } from "../../support/readers/xml.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

const image = "https://evil.example/i.png";
/** Messages that some Markdown renderer turns into more than text and allowed links. */
const maliciousMessages = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  '<a href="javascript:alert(1)">x</a>',
  "<iframe src=https://evil.example></iframe>",
  "<!-- x --> <![CDATA[x]]> <?php ?>",
  `![x](${image})`,
  `![x][y]\n\n[y]: ${image}`,
  `![y]\n\n[y]: ${image}`,
  `- ![x](${image})\n- > ![x](${image})`,
  `[![x](${image})](https://ok.example)`,
  `**![x](${image} "title")**`,
  `a | b\n--|--\n![x](${image}) | <img src=x>`,
  "[x](javascript:alert(1))",
  "[x](  JaVaScRiPt:alert(1))",
  "[x](<javascript:alert(1)>)",
  "[x](java&#115;cript:alert(1))",
  "[x](\\javascript:alert(1))",
  "<javascript:alert(1)>",
  "[x]\n\n[x]: javascript:alert(1)",
  "[x](data:text/html,<script>alert(1)</script>)",
  "<data:text/html;base64,PHNjcmlwdD4=>",
  "[x](vbscript:alert(1)) [x](file:///etc/passwd) [x](//evil.example)",
  "&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x&#62;",
  "\\![x](javascript:alert(1)) !\\[x](y)",
  "`![x](y)` `` ` <b> `` ` <img src=x>",
  "```\n</code></pre><script>alert(1)</script>\n```\n~~~\n<img src=x>",
  "    <img src=x>\n\n\t<img src=x>",
  "1. <img src=x>\n2) ![x](y)\n   - [x](javascript:x)",
  "# <img src=x>\n===\n---\n***\n> x\n+ y",
  "&#32;&#32;&#32;&#32;x\n\n&#35; x\n\n&#45; x",
  "]](javascript:x) [x](https://ok.example/](javascript:x))",
  "https://ok.example/<img/src=x>?a=`b`*c*_d_",
  `${"[".repeat(200)} \\<img src=x> \\![x](y) [x](javascript:x) \\`,
];
const harmlessMessage =
  "It is *slow* and **down**, see [the plan](https://ok.example/a_b?c=d&e=f) or `a <b> c`:\n\n1. one\n2. two_and_2*3\n   - three";

const messages = [...maliciousMessages, harmlessMessage];
let daymark: Daymark;
let componentID: string;
const incidentIDs: string[] = [];
const maintenanceIDs: string[] = [];
beforeAll(async () => {
  daymark = await startDaymark();
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.com" };
  await answer(
    daymark.administrator.settings.$patch({ json: { serviceName: specialName, emailNotification } }),
  );
  await addSubscribers(daymark, [{ emailAddress: "reader@example.com" }]);
  ({ componentID } = await makeComponent(daymark, { name: specialName }));
  for (const message of messages) {
    incidentIDs.push((await makeIncident(daymark, { message })).incidentID);
    maintenanceIDs.push(
      (await makeMaintenance(daymark, { message, notifySubscribers: false })).maintenanceID,
    );
  }
}, 120_000);
afterAll(() => daymark.stop());

const read = async (path: string) => (await daymark.fetch(path)).text();
const readJSON = async (path: string) => JSON.parse(await read(path));

/** Markdown renderers without any protection. */
const unsafeRenderers = [
  new MarkdownIt({ html: true }),
  new MarkdownIt({ html: true, linkify: true, breaks: true }),
  new MarkdownIt("commonmark"),
];
for (const renderer of unsafeRenderers) renderer.validateLink = () => true;
const renderUnsafely = (markdown: string) => unsafeRenderers.map((renderer) => renderer.render(markdown));

/** Every output with messages, as the HTML that its readers would show. */
const outputs: Record<string, () => Promise<string[]>> = {
  "the main page": async () => [await read("/")],
  "the history": async () => [await read("/history"), await read("/history?page=2")].filter((page) => page),
  "incidents' pages": () => Promise.all(incidentIDs.map((id) => read(`/incidents/${id}`))),
  "maintenances' pages": () => Promise.all(maintenanceIDs.map((id) => read(`/maintenances/${id}`))),
  "the main page in Markdown": async () => renderUnsafely(await read("/index.md")),
  "incidents in Markdown": async () =>
    (await Promise.all(incidentIDs.map((id) => read(`/incidents/${id}.md`)))).flatMap(renderUnsafely),
  "maintenances in Markdown": async () =>
    (await Promise.all(maintenanceIDs.map((id) => read(`/maintenances/${id}.md`)))).flatMap(renderUnsafely),
  "the history in Markdown": async () => renderUnsafely(await read("/history.md")),
  "llms.txt": async () => renderUnsafely(await read("/llms.txt")),
  RSS: async () => descriptions(await read("/history.rss"), "description"),
  Atom: async () => descriptions(await read("/history.atom"), "content"),
  "JSON Feed": async () =>
    (await readJSON("/history.json")).items.map(({ content_html }: { content_html: string }) => content_html),
  "the summary for clients": async () => bodies(await readJSON("/api/v2/summary.json")),
  "incidents for clients": async () => bodies(await readJSON("/api/v2/incidents.json")),
  "maintenances for clients": async () => bodies(await readJSON("/api/v2/scheduled-maintenances.json")),
  mails: async () => {
    // Turning mail on sent a test email, too.
    await expect.poll(async () => (await daymark.mails()).length).toBe(messages.length + 1);
    return (await daymark.mails()).map(({ html }) => html ?? "");
  },
};

function descriptions(xml: string, element: string): string[] {
  return [...parseXml(xml).getElementsByTagName(element)].map(({ textContent }) => textContent ?? "");
}

interface Notices {
  incidents?: { incident_updates: { body: string }[] }[];
  scheduled_maintenances?: { incident_updates: { body: string }[] }[];
}
function bodies({ incidents = [], scheduled_maintenances = [] }: Notices): string[] {
  const updates = [...incidents, ...scheduled_maintenances].flatMap((notice) => notice.incident_updates);
  return updates.flatMap(({ body }) => renderUnsafely(body));
}

const pageElements =
  "script[src], script[type], head script, link, svg.icon, svg.icon *, .strip > svg, .masthead img";

test.for(Object.keys(outputs))("messages are only text and allowed links in %s", async (name) => {
  const htmls = (await outputs[name]?.()) ?? [];
  expect(htmls.length).toBeGreaterThan(0);
  for (const html of htmls) {
    const page = parseHTML(html);
    for (const element of page.querySelectorAll(pageElements)) element.remove();
    const elements = [...page.querySelectorAll("script, img, svg, iframe, object, embed, video, audio")];
    expect(elements.map(({ outerHTML }) => outerHTML)).toEqual([]);
    const attributes = [...page.querySelectorAll("*")].flatMap((element) => [...element.attributes]);
    const unsafe = attributes.filter(
      ({ name: attribute, value }) =>
        attribute.startsWith("on") ||
        (/^(href|src|action)$/.test(attribute) && !/^(\/|#|https?:|webcals?:|mailto:)/.test(value)),
    );
    expect(unsafe.map(({ name: attribute, value }) => `${attribute}="${value}"`)).toEqual([]);
  }
});

test("each message has the same text, code and links in Markdown as on its page", async () => {
  const inlineElements = (element: Element | null | undefined) =>
    [...(element?.querySelectorAll("code, em, strong, a") ?? [])].map((inline) => [
      inline.tagName,
      inline.textContent?.replace(/\s+/g, " ").trim(),
      inline.getAttribute("href"),
    ]);
  for (const [index, id] of incidentIDs.entries()) {
    const page = parseHTML(await read(`/incidents/${id}`)).querySelector(".message");
    const markdown = parseHTML(
      unsafeRenderers[0]?.render(await read(`/incidents/${id}.md`)) ?? "",
    ).querySelector("blockquote");
    expect([messages[index], textOf(markdown)]).toEqual([messages[index], textOf(page)]);
    expect([messages[index], inlineElements(markdown)]).toEqual([messages[index], inlineElements(page)]);
  }
});

test("the v2 API returns a harmless message unchanged", async () => {
  const { incidents } = await readJSON("/api/v2/incidents.json");
  expect(incidents[0].incident_updates[0].body).toBe(harmlessMessage);
});

test("a feed reader shows the names of the service and of a component unchanged", async () => {
  for (const path of ["/history.rss", `/components/${componentID}/history.rss`]) {
    const [channel = ""] = descriptions(await read(path), "description");
    expect(parseHTML(channel).body.textContent).toBe(
      `Incidents and scheduled maintenance of ${isolateDirection(specialName)}`,
    );
  }
});

test("the CPU time of rendering lists grows linearly with their length", () => {
  const cpuOf = (lists: number) => {
    const before = process.cpuUsage();
    blockquote("- a\n+ b\n".repeat(lists));
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  // Takes the least of several measurements, because other work of the process only adds time.
  const leastCPUOf = (lists: number) => Math.min(...Array.from({ length: 4 }, () => cpuOf(lists)));
  leastCPUOf(1250); // Warms up the JIT compiler.
  // The text of 5,000 lists is twice as long as the longest message.
  expect(leastCPUOf(5000) / leastCPUOf(1250)).toBeLessThan(10);
});
