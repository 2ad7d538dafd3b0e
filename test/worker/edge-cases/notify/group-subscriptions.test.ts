import { afterAll, beforeAll, expect, test } from "vitest";
import { makeComponent, makeGroup, makeIncident } from "../../../support/factories/factories.ts";
import { enableMail, subscribers } from "../../../support/factories/make-subscribers.ts";
import { sendJSON } from "../../../support/factories/send-json.ts";
import { formFields, formRequest, pagesOf } from "../../../support/factories/subscription-forms.ts";
import { linkOf } from "../../../support/factories/subscription-links.ts";
import { textOf } from "../../../support/readers/html.ts";
import { answer, type Daymark, startDaymark } from "../../../support/starters/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  await enableMail(daymark);
});
afterAll(() => daymark.stop());
const { requestSubscription, makeConfirmed, findByID, findSubscribers } = subscribers(() => daymark);
const { openPage } = pagesOf(() => daymark);

/** Opens an incident of the component, and returns whether the subscriber gets email about it. */
let asked = 0;
async function isNotifiedOf(componentID: string, { email_address: emailAddress }: { email_address: string }) {
  const components = [{ componentID, status: "Partial Outage" as const }];
  asked += 1;
  const { name } = await makeIncident(daymark, { name: `Incident ${asked}`, components });
  const { subscriber } = await answer(
    daymark.administrator.subscribers.find.$post({ json: { emailAddress } }),
  );
  return subscriber?.deliveries.some((delivery) => delivery.name === name);
}

const groupsOf = async ({ subscriber_id }: { subscriber_id: string }) => {
  const { results } = await daymark.db
    .prepare("SELECT group_id FROM subscriber_groups WHERE subscriber_id = ?")
    .bind(subscriber_id)
    .all<{ group_id: string }>();
  return results.map(({ group_id }) => group_id);
};

const patch = (componentID: string, body: object) =>
  sendJSON(daymark, { method: "PATCH", path: `/api/components/${componentID}`, body });

test("a subscriber of a group hears of its components, also of those that are added later", async () => {
  const { groupID } = await makeGroup(daymark);
  const member = await makeComponent(daymark, { groupID });
  const other = await makeComponent(daymark);
  const subscriber = await makeConfirmed({ groups: [groupID] });
  expect(subscriber).toMatchObject({ everything: 0, components: [] });
  expect(await isNotifiedOf(member.componentID, subscriber)).toBe(true);
  expect(await isNotifiedOf(other.componentID, subscriber)).toBe(false);
  await patch(other.componentID, { groupID });
  await patch(member.componentID, { groupID: null });
  expect(await isNotifiedOf(other.componentID, subscriber)).toBe(true);
  expect(await isNotifiedOf(member.componentID, subscriber)).toBe(false);
});

test("after a group was deleted, its subscribers hear of the components that it had", async () => {
  const { groupID } = await makeGroup(daymark);
  const member = await makeComponent(daymark, { groupID });
  const other = await makeComponent(daymark);
  const subscriber = await makeConfirmed({ groups: [groupID], components: [member.componentID] });
  const follower = await makeConfirmed({ groups: [groupID] });
  await daymark.administrator.groups[":groupID"].$delete({ param: { groupID } });
  expect(await groupsOf(subscriber)).toEqual([]);
  for (const each of [subscriber, follower]) {
    expect(await findByID(each)).toMatchObject({ everything: 0, components: [member.componentID] });
    expect(await isNotifiedOf(member.componentID, each)).toBe(true);
    expect(await isNotifiedOf(other.componentID, each)).toBe(false);
  }
});

test("a subscription for an unknown group, or for nothing, is refused", async () => {
  const before = await findSubscribers("");
  const request = async (choice: object) => {
    const response = await requestSubscription({ emailAddress: "reader@example.com", ...choice });
    return [response.status, await response.json()];
  };
  expect(await request({ groups: ["nobody"] })).toMatchObject([
    400,
    { errorMessage: "There is no group nobody.", errors: [{ path: "groups.0" }] },
  ]);
  expect(await request({ groups: [] })).toMatchObject([
    400,
    { errorMessage: "Choose at least one component, or everything." },
  ]);
  expect(await request({ groups: "all" })).toMatchObject([
    400,
    { errorMessage: "Groups must be a list of IDs." },
  ]);
  expect(await findSubscribers("")).toEqual(before);
});

test("a subscriber chooses a group on the page, and changes to everything", async () => {
  const { groupID } = await makeGroup(daymark, { name: "Platform" });
  await makeGroup(daymark, { name: "Empty" });
  const { componentID } = await makeComponent(daymark, { name: "API", groupID });
  const subscriber = await makeConfirmed();
  const link = linkOf(subscriber);
  const { page } = await openPage(link);
  const option = page.querySelector(`input[name=groups][value="${groupID}"]`)?.closest("li");
  expect(textOf(option?.querySelector("label"))).toBe("Platform · 1");
  expect(option?.querySelector("label input")?.getAttribute("aria-label")).toBe("All of Platform");
  expect(textOf(option?.closest("fieldset"))).toContain("A whole group includes components added later.");
  const fold = option?.querySelector("details");
  expect(fold?.querySelector(`ul input[name=components][value="${componentID}"]`)).toBeTruthy();
  expect([fold?.open, fold?.querySelector("summary")?.getAttribute("aria-label")]).toEqual([
    false,
    "Components: Platform",
  ]);
  expect(textOf(page.querySelector("fieldset"))).not.toContain("Empty");
  const choice = { ...formFields(page), about: "chosen", groups: [groupID, "unknown"] };
  expect(textOf((await openPage(link, formRequest(choice))).page.querySelector("[role=status]"))).toBe(
    "Saved.",
  );
  expect(await groupsOf(subscriber)).toEqual([groupID]);
  const opened = await openPage(link);
  expect(formFields(opened.page)).toMatchObject({ about: ["chosen"], groups: [groupID] });
  expect(opened.page.querySelector(".refused")).toBeNull();
  const data = await (await daymark.fetch(`${link}/data`)).json();
  expect(data).toMatchObject({ groups: [{ groupID, name: "Platform" }], components: [] });
  await openPage(link, formRequest({ ...choice, about: "everything" }));
  expect(await groupsOf(subscriber)).toEqual([]);
});

test("the public form subscribes to a group, and leaving deletes the choice", async () => {
  const { groupID } = await makeGroup(daymark);
  await makeComponent(daymark, { groupID });
  const emailAddress = "group-reader@example.com";
  const { page } = await openPage("/subscribe");
  await openPage(
    "/subscribe",
    formRequest({ ...formFields(page), emailAddress, about: "chosen", groups: groupID }),
  );
  const [subscriber] = await findSubscribers("WHERE email_address = ?", emailAddress);
  if (!subscriber) throw new Error("The form stored no subscriber.");
  expect(await groupsOf(subscriber)).toEqual([groupID]);
  await openPage(`${linkOf(subscriber)}/unsubscribe`, { method: "POST" });
  expect(await groupsOf(subscriber)).toEqual([]);
});
