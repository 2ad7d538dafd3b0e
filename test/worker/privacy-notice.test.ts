import { afterAll, beforeAll, expect, test } from "vitest";
import { languageCodes } from "../../web/status/texts/languages.ts";
import { textsOf } from "../../web/status/texts/texts.ts";
import { answer, type Daymark, startDaymark } from "../support/daymark.ts";
import { document, text } from "../support/html.ts";
import { enableMail, subscribers } from "../support/subscriptions.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  await enableMail(daymark);
});
afterAll(() => daymark.stop());
const { asked } = subscribers(() => daymark);

const url = 'https://acme.example/privacy?a=1&b="2"#notice';
const set = (privacyNoticeURL: string) =>
  answer(daymark.administrator.settings.$patch({ json: { privacyNoticeURL } }));

/** The links called so in the language. */
async function links(html: string, label: string) {
  return [...document(html).querySelectorAll("a")]
    .filter((a) => text(a) === label)
    .map((a) => a.getAttribute("href"));
}
const read = async (path: string) => (await daymark.fetch(path)).text();

test("a privacy notice is linked beside both forms and in the mail to confirm, in the reader's language", async () => {
  expect(await set(url)).toMatchObject({ privacyNoticeURL: url });
  expect(await answer(daymark.visitor["public-settings"].$get())).toMatchObject({ privacyNoticeURL: url });
  for (const language of languageCodes) {
    const label = textsOf(language).subscribe.privacy;
    for (const path of ["/", "/subscribe"])
      expect([path, await links(await read(`${path}?lang=${language}`), label)]).toEqual([path, [url]]);
    const { email_address } = await asked({ language });
    const mailTo = async () => (await daymark.mails()).find(({ to }) => to?.[0]?.address === email_address);
    await expect.poll(mailTo).toBeDefined();
    expect(await links((await mailTo())?.html ?? "", label)).toEqual([url]);
  }
});

test("without one nothing is linked", async () => {
  expect(await set("")).toMatchObject({ privacyNoticeURL: "" });
  const label = textsOf("en").subscribe.privacy;
  for (const path of ["/", "/subscribe"]) expect(await links(await read(path), label)).toEqual([]);
  const { email_address } = await asked();
  const mailTo = async () => (await daymark.mails()).find(({ to }) => to?.[0]?.address === email_address);
  await expect.poll(mailTo).toBeDefined();
  expect((await mailTo())?.text).not.toContain(label);
});
