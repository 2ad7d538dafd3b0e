import { afterAll, beforeAll, expect, test } from "vitest";
import { textsOf } from "../../../web/status/texts/all-texts.ts";
import { languageCodes } from "../../../web/status/texts/languages.ts";
import { enableMail, subscribers } from "../../support/factories/make-subscribers.ts";
import { parseHTML, textOf } from "../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  await enableMail(daymark);
});
afterAll(() => daymark.stop());
const { makeUnconfirmed } = subscribers(() => daymark);

const noticeURL = 'https://acme.example/privacy?a=1&b="2"#notice';
const setPrivacyNotice = (privacyNoticeURL: string) =>
  answer(daymark.administrator.settings.$patch({ json: { privacyNoticeURL } }));

function linksWithLabel(html: string, label: string) {
  return [...parseHTML(html).querySelectorAll("a")]
    .filter((a) => textOf(a) === label)
    .map((a) => a.getAttribute("href"));
}
const read = async (path: string) => (await daymark.fetch(path)).text();

test("both forms and the confirmation email link to the privacy notice, in the subscriber's language", async () => {
  expect(await setPrivacyNotice(noticeURL)).toMatchObject({ privacyNoticeURL: noticeURL });
  expect(await answer(daymark.visitor["public-settings"].$get())).toMatchObject({
    privacyNoticeURL: noticeURL,
  });
  for (const language of languageCodes) {
    const label = textsOf(language).subscribe.privacy;
    for (const path of ["/", "/subscribe"])
      expect([path, linksWithLabel(await read(`${path}?lang=${language}`), label)]).toEqual([
        path,
        [noticeURL],
      ]);
    const { email_address } = await makeUnconfirmed({ language });
    const findMail = async () => (await daymark.mails()).find(({ to }) => to?.[0]?.address === email_address);
    await expect.poll(findMail).toBeDefined();
    expect(linksWithLabel((await findMail())?.html ?? "", label)).toEqual([noticeURL]);
  }
});

test("without a privacy notice there is no link", async () => {
  expect(await setPrivacyNotice("")).toMatchObject({ privacyNoticeURL: "" });
  const label = textsOf("en").subscribe.privacy;
  for (const path of ["/", "/subscribe"]) expect(linksWithLabel(await read(path), label)).toEqual([]);
  const { email_address } = await makeUnconfirmed();
  const findMail = async () => (await daymark.mails()).find(({ to }) => to?.[0]?.address === email_address);
  await expect.poll(findMail).toBeDefined();
  expect((await findMail())?.text).not.toContain(label);
});
