import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import {
  button,
  enter,
  expectDialogClosed,
  fieldValue,
  openConsole,
  press,
  returnToWindow,
} from "../support/console.tsx";
import {
  type Daymark,
  incidentsOf,
  makeComponent,
  makeIncident,
  makeProposal,
  proposalsOf,
  startDaymark,
} from "../support/daymark.ts";

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
beforeEach(() => daymark.reset());
afterAll(() => daymark.stop());

async function makeOutage() {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const proposal = await makeProposal(daymark, {
    name: "API may be down",
    message: "Probes fail.",
    components: [{ componentID, status: "Major Outage" }],
  });
  return { componentID, proposal, path: `/incidents/new?proposal=${proposal.proposalID}` };
}

const proposalList = () => screen.findByRole("list", { name: "Proposals" });
const discard = (proposalID: string) =>
  daymark.administrator.proposals[":proposalID"].$delete({ param: { proposalID } });

test.each(["/", "/incidents"])("at %s a proposal says what it is about, and who made it", async (path) => {
  const { componentID } = await makeComponent(daymark, { name: "API" });
  const proposal = await makeProposal(daymark, {
    name: "Requests may fail",
    message: "Probes fail.",
    components: [{ componentID, status: "Major Outage" }],
  });
  await openConsole(daymark, path);
  const [row] = within(await proposalList()).getAllByRole("listitem");
  expect(row?.textContent).toContain("Requests may fail");
  expect(row?.textContent).toContain("Probes fail.");
  expect(row?.textContent).toMatch(/APIby .*, just\u00a0now/);
  const { getByRole } = within(await proposalList());
  expect(getByRole("img", { name: "Major Outage" })).toBeTruthy();
  const linkTo = (name: string) => getByRole("link", { name }).getAttribute("href");
  expect(linkTo("Publish: Requests may fail")).toBe(`/incidents/new?proposal=${proposal.proposalID}`);
  expect(linkTo("Discard: Requests may fail")).toBe(`/incidents/new?discard=${proposal.proposalID}`);
});

test("a component that a proposal's name has is not named again, unless each gets another status", async () => {
  const { componentID } = await makeOutage();
  const web = await makeComponent(daymark, { name: "Web" });
  const components = [
    { componentID, status: "Major Outage" as const },
    { componentID: web.componentID, status: "Major Outage" as const },
  ];
  await makeProposal(daymark, { name: "Problem with API and more", components });
  const [first, ...others] = components;
  const differs = [
    ...(first ? [first] : []),
    ...others.map((each) => ({ ...each, status: "Partial Outage" as const })),
  ];
  await makeProposal(daymark, { name: "Problem with API and Web", components: differs });
  await openConsole(daymark, "/");
  const rows = within(await proposalList()).getAllByRole("listitem");
  const facts = rows.map(({ textContent }) => textContent?.replace(/by .*/, ""));
  expect(facts).toEqual([
    "Problem with API and WebAPIWeb",
    "Problem with API and moreWeb",
    "API may be down",
  ]);
});

test("the home screen has proposals before open incidents, three at most, and other screens their number", async () => {
  await daymark.administrator.incidents.$post({ json: { name: "Web is down", status: "Investigating" } });
  for (const name of ["One", "Two", "Three", "Four"]) await makeProposal(daymark, { name });
  await openConsole(daymark, "/");
  const list = await proposalList();
  const open = await screen.findByRole("list", { name: "Open incidents" });
  expect(list.compareDocumentPosition(open) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
  expect(list.children).toHaveLength(3);
  expect(screen.getByRole("link", { name: "1 more" }).getAttribute("href")).toBe("/incidents");
  await openConsole(daymark, "/metrics");
  expect((await screen.findByRole("link", { name: "4 proposals" })).getAttribute("href")).toBe("/incidents");
  const { incidentID } = await makeIncident(daymark, { name: "Another" });
  await openConsole(daymark, `/incidents/${incidentID}`);
  expect(await screen.findByRole("link", { name: "4 proposals" })).toBeTruthy();
  expect(screen.queryByRole("list", { name: "Proposals" })).toBeNull();
});

test("the list of incidents shows five proposals at first", async () => {
  for (let number = 1; number <= 7; number += 1) await makeProposal(daymark, { name: `Proposal ${number}` });
  const user = await openConsole(daymark, "/incidents");
  const list = await proposalList();
  expect(list.children).toHaveLength(5);
  await press(user, "2 more proposals");
  expect(list.children).toHaveLength(7);
  await press(user, "Show fewer");
  expect(list.children).toHaveLength(5);
});

test("nothing about proposals is shown without any, and one appears while the console is open", async () => {
  await openConsole(daymark, "/metrics");
  await screen.findByText("The page says:");
  expect(screen.queryByText(/proposal/i)).toBeNull();
  await makeProposal(daymark);
  await returnToWindow();
  await screen.findByRole("link", { name: "1 proposal" });
});

test("Publish opens the form filled in, and publishes what is in it, which Undo takes back", async () => {
  const { componentID, proposal } = await makeOutage();
  const user = await openConsole(daymark, "/");
  await user.click(await screen.findByRole("link", { name: "Publish: API may be down" }));
  await screen.findByRole("dialog", { name: "Publish Proposal" });
  expect(["Name", "Incident Status", "Message"].map(fieldValue)).toEqual([
    "API may be down",
    "Investigating",
    "Probes fail.",
  ]);
  expect(fieldValue("API")).toBe("Major Outage");
  await user.clear(screen.getByLabelText("Name"));
  await enter(user, screen.getByLabelText("Name"), "API is down");
  await press(user, /^Publish/);
  await expectDialogClosed();
  await screen.findByText(/^Proposal published\./);
  expect(await incidentsOf(daymark)).toMatchObject([
    {
      name: "API is down",
      message: "Probes fail.",
      components: [{ componentID, status: "Major Outage" }],
    },
  ]);
  expect(await proposalsOf(daymark)).toEqual([]);
  await waitFor(() => expect(screen.queryByRole("list", { name: "Proposals" })).toBeNull());

  await press(user, "Undo");
  await screen.findByText(/^Undone/);
  expect([await incidentsOf(daymark), await proposalsOf(daymark)]).toEqual([[], [proposal]]);
  await proposalList();
});

test("Discard asks once, and removes the proposal", async () => {
  await makeOutage();
  const user = await openConsole(daymark, "/incidents");
  await user.click(await screen.findByRole("link", { name: "Discard: API may be down" }));
  await screen.findByRole("dialog", { name: "Discard API may be down ?" });
  await press(user, "Discard");
  await expectDialogClosed();
  await screen.findByText(/^API may be down was discarded/);
  expect([await proposalsOf(daymark), await incidentsOf(daymark)]).toEqual([[], []]);
});

test.each(["proposal", "discard"])("a link with ?%s= to what is gone says so", async (parameter) => {
  const { proposal } = await makeOutage();
  await discard(proposal.proposalID);
  const user = await openConsole(daymark, `/incidents/new?${parameter}=${proposal.proposalID}`);
  await screen.findByText(/^This proposal was already published or discarded/);
  await user.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await expectDialogClosed();
  expect(window.location.pathname).toBe("/incidents");
});

test("what was typed stays if someone else discards the proposal, and can be added as an incident", async () => {
  const { proposal, path } = await makeOutage();
  const user = await openConsole(daymark, path);
  await enter(user, await screen.findByLabelText("Message"), " All of them.");
  await discard(proposal.proposalID);
  await press(user, /^Publish/);
  await screen.findByText(
    /^Someone else has published or discarded this proposal\. Nothing you typed is lost/,
  );
  expect(await incidentsOf(daymark)).toEqual([]);
  await screen.findByRole("dialog", { name: "Add Incident" });
  expect(fieldValue("Message")).toBe("Probes fail. All of them.");
  await press(user, /^Add/);
  await expectDialogClosed();
  expect(await incidentsOf(daymark)).toMatchObject([
    { name: "API may be down", message: "Probes fail. All of them." },
  ]);
});

test("a proposal that someone else changed meanwhile is published only after a look at the change", async () => {
  const { proposal, path } = await makeOutage();
  const user = await openConsole(daymark, path);
  await enter(user, await screen.findByLabelText("Message"), " All of them.");
  const param = { proposalID: proposal.proposalID };
  await daymark.administrator.proposals[":proposalID"].$patch({ param, json: { name: "Web may be down" } });
  await press(user, /^Publish/);
  await screen.findByText(/Name is now Web may be down \(was API may be down\)/);
  expect(await incidentsOf(daymark)).toEqual([]);
  await press(user, "Use theirs");
  await press(user, /^Publish/);
  await expectDialogClosed();
  expect(await incidentsOf(daymark)).toMatchObject([
    { name: "Web may be down", message: "Probes fail. All of them." },
  ]);
});

test("a new incident can be kept as a proposal, which a colleague changes", async () => {
  const { componentID } = await makeComponent(daymark, { name: "API", status: "Partial Outage" });
  const user = await openConsole(daymark, "/incidents/new");
  await press(user, "Keep as proposal");
  await screen.findByText("Name is required.");
  await enter(user, screen.getByLabelText("Name"), "API may be down");
  await enter(user, screen.getByLabelText("Message"), "We look.");
  await user.click(await screen.findByRole("checkbox", { name: /^Affected: / }));
  await press(user, "Keep as proposal");
  await expectDialogClosed();
  await screen.findByText("Kept as a proposal. Your colleagues see it here; visitors don't.");
  const kept = {
    name: "API may be down",
    status: "Investigating",
    message: "We look.",
    components: [{ componentID, status: "Partial Outage" }],
  };
  const [proposal] = await proposalsOf(daymark);
  expect(proposal).toMatchObject(kept);
  expect(await incidentsOf(daymark)).toEqual([]);

  await user.click(within(await proposalList()).getByRole("link", { name: "Publish: API may be down" }));
  await enter(user, await screen.findByLabelText("Message"), " It is slow.");
  await press(user, "Keep as proposal");
  await expectDialogClosed();
  expect(await proposalsOf(daymark)).toMatchObject([
    { ...kept, proposalID: proposal?.proposalID, message: "We look. It is slow." },
  ]);
});

test("what is over, began earlier or is a maintenance can't be kept as a proposal", async () => {
  const user = await openConsole(daymark, "/incidents/new");
  await screen.findByRole("button", { name: "Keep as proposal" });
  await user.click(screen.getByLabelText("It started earlier"));
  expect(screen.queryByRole("button", { name: "Keep as proposal" })).toBeNull();
  await openConsole(daymark, "/maintenances/new");
  await screen.findByRole("dialog");
  expect(screen.queryByRole("button", { name: "Keep as proposal" })).toBeNull();
  expect(button(/^Add/)).toBeTruthy();
});

test("the palette publishes and discards proposals", async () => {
  const { path } = await makeOutage();
  const user = await openConsole(daymark, "/metrics");
  await screen.findByRole("link", { name: "1 proposal" });
  await user.keyboard("{Control>}k{/Control}");
  await enter(user, await screen.findByRole("combobox"), "api may");
  await screen.findByRole("option", { name: "Discard proposal: API may be down" });
  await user.click(screen.getByRole("option", { name: "Publish proposal: API may be down" }));
  await screen.findByRole("dialog", { name: "Publish Proposal" });
  expect(window.location.pathname + window.location.search).toBe(path);
});

test("a proposal to resolve an incident leads to its composer", async () => {
  const { incidentID } = await makeIncident(daymark, { name: "API is down" });
  await makeProposal(daymark, { name: "API is down", status: "Resolved", message: "All is well again." });
  // Only a rule makes such a proposal, once its alerts are over.
  const send = globalThis.fetch;
  onTestFinished(() => {
    globalThis.fetch = send;
  });
  globalThis.fetch = async (input, init) => {
    const response = await send(input, init);
    if (!/\/(overview|proposals\/\w+)$/.test(new URL(String(input)).pathname)) return response;
    const text = await response.text();
    const body = text.replaceAll('"incidentID":null', `"incidentID":"${incidentID}"`);
    return new Response(body || null, response);
  };
  const user = await openConsole(daymark, "/");
  const list = within(await proposalList());
  expect(list.getByText("Proposal to resolve")).toBeTruthy();
  await user.click(list.getByRole("link", { name: "Resolve: API is down" }));
  expect((await screen.findByRole<HTMLInputElement>("radio", { name: "Resolved" })).checked).toBe(true);
  expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe("All is well again.");
  expect(`${window.location.pathname}${window.location.search}`).toBe(`/incidents/${incidentID}`);
  expect(screen.queryByRole("dialog")).toBeNull();
});
