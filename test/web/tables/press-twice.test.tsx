import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, openConsole, press } from "../support/console.tsx";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { recordWrites } from "../support/record-writes.ts";

// Every request goes through `useAction`, as leave-while-saving.test.tsx asserts, so a few buttons stand for all.

let daymark: Daymark;
beforeAll(async () => {
  daymark = await startDaymark();
});
afterAll(() => daymark.stop());

const writes = recordWrites();

interface PressCase {
  name: string;
  path: string;
  /** Does all steps up to the press. */
  prepare: (user: UserEvent) => Promise<unknown>;
  button: string;
  write: string;
}

const cases: PressCase[] = [
  {
    name: "the key of a first value",
    path: "/metrics?add=Self",
    prepare: async (user) => {
      await enter(user, await screen.findByLabelText("Title"), "Requests{Enter}");
      await screen.findByRole("dialog", { name: "Send the First Value" });
    },
    button: "Make a key",
    write: "/apikeys",
  },
  {
    name: "the key of a sender",
    path: "/settings?tab=automation",
    prepare: async (user) => user.click(await screen.findByRole("radio", { name: "Uptime Kuma" })),
    button: "Make a key",
    write: "/apikeys",
  },
  {
    name: "a form",
    path: "/components",
    prepare: async (user) => {
      await press(user, "Add");
      await enter(user, await screen.findByLabelText("Name"), "API");
    },
    button: "Add",
    write: "/components",
  },
];

for (const { name, path, prepare, button, write } of cases) {
  test(`${name}: a second press while the first is on its way sends nothing`, async () => {
    const user = await openConsole(daymark, path);
    await prepare(user);
    const dialog = screen.queryByRole("dialog");
    const found = await within(dialog ?? document.body).findByRole("button", { name: button });
    writes.length = 0;
    // The second one comes before the button is rendered as busy.
    fireEvent.click(found);
    fireEvent.click(found);
    await waitFor(() => expect(found.isConnected).toBe(false));
    expect(writes.filter((each) => each.endsWith(write))).toHaveLength(1);
  });
}
