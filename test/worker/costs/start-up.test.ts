import { expect, onTestFinished, test } from "vitest";
import { languageCodes } from "../../../web/status/texts/languages.ts";
import { fillHistory } from "../../support/factories/fill-history.ts";
import { startDaymark } from "../../support/starters/daymark.ts";

/** Makes each use of a locale's data fail. D1's client, which is part of workerd, compares its bookmarks with `localeCompare`. */
const guard = `{
  const check = (name) => {
    const { stack } = new Error(name + " is used.");
    if (!stack.split("\\n")[3].includes("cloudflare-internal:")) throw new Error(stack);
  };
  const refuse = (name, use) => new Proxy(use, {
    apply: (target, self, args) => (check(name), Reflect.apply(target, self, args)),
    construct: (target, args, newTarget) => (check(name), Reflect.construct(target, args, newTarget)),
  });
  for (const { prototype } of [Number, BigInt, Date, String])
    for (const name of Object.getOwnPropertyNames(prototype))
      if (/locale/i.test(name)) prototype[name] = refuse(name, prototype[name]);
  for (const name of Object.getOwnPropertyNames(Intl))
    if (/^[A-Z]/.test(name)) Intl[name] = refuse("Intl." + name, Intl[name]);
}`;

test("the Worker starts, and renders a visitor's pages, without a locale's data, which takes as long as all else", async () => {
  const daymark = await startDaymark({ build: "worker", prelude: guard });
  onTestFinished(() => daymark.stop());
  const { db } = daymark;
  const now = new Date().toISOString();
  await fillHistory(db, { components: 3, incidents: 250, maintenances: 5, days: 365, now });
  // Three statuses are a list, and a text of 200 characters is cut.
  await db.exec("UPDATE components SET status = 'Major Outage' WHERE component_id = 'component-0'");
  await db.exec("UPDATE components SET status = 'Partial Outage' WHERE component_id = 'component-1'");
  await db.exec("UPDATE notice_updates SET message = replace(hex(zeroblob(100)), '00', 'A word ')");
  const notices = ["/incidents/grown-0", "/maintenances/done-0"];
  const paths = ["/", "/history", "/components/component-0", ...notices, "/index.md", "/history.atom"];
  for (const language of languageCodes)
    for (const path of paths) {
      const { status } = await daymark.fetch(`${path}?lang=${language}`);
      expect([path, language, status, daymark.logs]).toEqual([path, language, 200, []]);
    }
});
