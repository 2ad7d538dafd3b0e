import type { TemplateDraft } from "./template-dialog.tsx";

/** A first template can start with one of these, which is a draft until it is added. */
export const exampleTemplates: readonly TemplateDraft[] = [
  {
    name: "Outage",
    kind: "incident",
    title: "Problems with {{components}}",
    message: "We're looking into a problem with {{components}}, and will post an update within 30 minutes.",
    status: "Investigating",
    chosen: {},
  },
  {
    name: "Back to normal",
    kind: "incident",
    title: "",
    message:
      "The problem with {{components}} is resolved. It lasted {{duration}}. We're sorry for the trouble.",
    status: "Resolved",
    chosen: {},
  },
  {
    name: "Planned work",
    kind: "maintenance",
    title: "Maintenance of {{components}}",
    message: "We're working on {{components}} for {{duration}}. There may be short interruptions.",
    status: null,
    chosen: {},
  },
];
