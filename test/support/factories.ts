import type { NewComponent } from "../../worker/components/schema.ts";
import type { NewIncident } from "../../worker/incidents/schema.ts";
import { answer, type Daymark } from "./daymark.ts";

export function makeComponent({ administrator }: Daymark, overrides: Partial<NewComponent> = {}) {
  return answer(administrator.components.$post({ json: { name: "API", ...overrides } }));
}

export function makeIncident({ administrator }: Daymark, overrides: Partial<NewIncident> = {}) {
  const json = { name: "API is down", status: "Investigating", ...overrides } as const;
  return answer(administrator.incidents.$post({ json }));
}
