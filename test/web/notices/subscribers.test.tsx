import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openConsole, openMenu } from "../support/console.tsx";
import { type Daymark, startDaymark } from "../support/daymark.ts";

// The tests depend on their order: at first nobody has subscribed.
let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
  const emailNotification = { enable: true, sourceEmailAddress: "status@example.org" };
  await daymark.administrator.settings.$patch({ json: { emailNotification } });
});
afterAll(() => daymark.stop());

const rows = () =>
  within(screen.getByRole("table", { name: "Subscribers" }))
    .getAllByRole("row")
    .slice(1);
const waitForRows = (count: number) => waitFor(() => expect(rows()).toHaveLength(count));

test("without subscribers, the screen leads to the ways to follow", async () => {
  await openConsole(daymark, "/subscribers");
  expect(await screen.findByText("No subscribers yet")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Choose the ways to follow" });
  expect(link.getAttribute("href")).toBe("/settings?tab=notifications#ways-to-follow");
  expect(screen.queryByRole("button", { name: "Download CSV" })).toBeNull();
});

test("a part of an address narrows the list, and two characters don't", async () => {
  for (const name of ["anna", "joanna", "bert"]) daymark.subscribe(`${name}@example.org`);
  await waitFor(async () => {
    const { channels } = await (await daymark.administrator.subscribers.counts.$get()).json();
    expect(channels).toMatchObject([{ channel: "email", confirmed: 3 }]);
  });
  const user = await openConsole(daymark, "/subscribers");
  await screen.findByText("bert@example.org");
  await waitForRows(3);
  const field = screen.getByRole("searchbox");
  await user.type(field, "an");
  expect(await screen.findByText("Type 3 characters to search.")).toBeTruthy();
  expect(rows()).toHaveLength(3);
  await user.type(field, "na@");
  await waitForRows(2);
  await user.type(field, "nowhere.example");
  expect(await screen.findByText("No subscriber has “anna@nowhere.example” in the address.")).toBeTruthy();
});

test("the filter survives Back, and only its choices are in the address", async () => {
  const user = await openConsole(daymark, "/subscribers?state=confirmed");
  await screen.findByText("bert@example.org");
  expect(screen.getByLabelText<HTMLSelectElement>("State").value).toBe("confirmed");
  await user.type(screen.getByRole("searchbox"), "anna@");
  await waitForRows(2);
  await user.selectOptions(screen.getByLabelText("State"), "Not confirmed");
  expect(await screen.findByText("No subscriber has “anna@” in the address.")).toBeTruthy();
  expect(location.pathname + location.search + location.hash).toBe("/subscribers?state=unconfirmed");
  window.history.back();
  await waitForRows(2);
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("anna@");
  expect(location.search).toBe("?state=confirmed");
});

test("a search that goes on through empty pages ends when something else is searched", async () => {
  const user = await openConsole(daymark, "/subscribers");
  await screen.findByText("bert@example.org");
  const send = globalThis.fetch;
  let calls = 0;
  let answers = 0;
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    const isRare = String(request[1]?.body).includes("rare");
    if (isRare) calls += 1;
    const response = await send(...request);
    if (!isRare) return response;
    answers += 1;
    return Response.json({ subscribers: [], nextCursor: "1000000" });
  });
  await user.type(screen.getByRole("searchbox"), "rare");
  await waitFor(() => expect(calls).toBeGreaterThan(2));
  await user.clear(screen.getByRole("searchbox"));
  await waitForRows(3);
  await waitFor(() => expect(answers).toBe(calls)); // One was on its way.
  const before = calls;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(calls).toBe(before);
  vi.unstubAllGlobals();
});

test("subscribers who have not confirmed are shown apart", async () => {
  await daymark.administrator.subscribers.search.$post({ json: {} });
  const user = await openConsole(daymark, "/subscribers");
  await screen.findByText("bert@example.org");
  await user.selectOptions(screen.getByLabelText("State"), "Not confirmed");
  expect(await screen.findByText("No subscriber is like this.")).toBeTruthy();
  await user.selectOptions(screen.getByLabelText("State"), "Confirmed");
  await waitForRows(3);
});

test("a subscriber is erased from its row", async () => {
  const user = await openConsole(daymark, "/subscribers");
  await screen.findByText("joanna@example.org");
  await openMenu(user, "Actions for joanna@example.org");
  await user.click(screen.getByText("Erase …"));
  const dialog = within(await screen.findByRole("dialog", { name: "Erase joanna@example.org?" }));
  await user.click(dialog.getByRole("button", { name: "Erase" }));
  await screen.findByText("Erased joanna@example.org");
  await waitForRows(2);
});
