import { parseHTML, textOf } from "../readers/html.ts";
import type { Daymark } from "../starters/daymark.ts";
import { newClientHeaders } from "./make-subscribers.ts";

/** Opens pages of the Daymark that `daymark` returns. */
export function pagesOf(daymark: () => Daymark) {
  async function openPage(path: string, init?: RequestInit) {
    const response = await daymark().fetch(path, init);
    return { response, page: parseHTML(await response.text()) };
  }
  return {
    openPage,
    async readHeading(path: string, init?: RequestInit) {
      const { response, page } = await openPage(path, init);
      return [response.status, textOf(page.querySelector("h1"))];
    },
  };
}

/** The request that a browser sends for a form with these fields. */
export const formRequest = (fields: Record<string, string | string[]>) => ({
  method: "POST",
  headers: newClientHeaders(),
  body: new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  ),
});

/** Returns the fields that a browser would send of a page's form. */
export function formFields(page: Document, selector = "form.card") {
  const fields: Record<string, string[]> = {};
  for (const field of page.querySelectorAll<HTMLInputElement>(
    `${selector} input, ${selector} select > option[selected]`,
  )) {
    const name = field.name || (field.parentElement as HTMLSelectElement).name;
    if (!/^(radio|checkbox)$/.test(field.type) || field.hasAttribute("checked"))
      fields[name] = [...(fields[name] ?? []), field.getAttribute("value") ?? ""];
  }
  return fields;
}
