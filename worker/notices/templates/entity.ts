import { entityNames } from "../../entities/domain.ts";
import { auditedTable, columnsWithout } from "../../storage/audited.ts";
import { checkedBy, type Entity, exampleTimes } from "../../storage/entity.ts";
import { exampleIncident } from "../incident/entity.ts";
import { foldCase } from "./domain.ts";
import { NewTemplate, Template, TemplateChange } from "./schema.ts";
import { templates } from "./table.ts";

const { exampleID: componentID } = entityNames.component;
const { exampleID: templateID } = entityNames.template;

const exampleTemplate = {
  templateID,
  name: "Slow API",
  kind: "incident",
  title: "{{components}} is slow",
  message:
    "Since {{start}}, requests to {{components}} take longer than usual. We are looking for the cause.",
  status: "Investigating",
  components: [{ componentID, status: "Degraded Performance" }],
  createdAt: "2025-06-02T08:00:00.000Z",
  updatedAt: "2025-06-02T08:00:00.000Z",
};

export const template: Entity<"template"> = {
  tag: {
    name: "Templates",
    description:
      "Keep the texts that administrators write often, for incidents and maintenances. Visitors don't see them.",
  },
  items: [Template],
  examples: () => ({
    NewTemplate: {
      name: exampleTemplate.name,
      kind: exampleTemplate.kind,
      title: exampleTemplate.title,
      message: exampleTemplate.message,
      status: exampleTemplate.status,
      components: exampleTemplate.components,
    },
    TemplateChange: { message: exampleTemplate.message },
    Template: exampleTemplate,
    FormerNoticeSearch: {
      notice: {
        name: exampleIncident.name,
        status: "Investigating",
        message: "Requests take up to 20 seconds.",
        components: [{ componentID, status: "Partial Outage" }],
        createdAt: exampleTimes.began,
      },
    },
  }),
  audit: auditedTable(
    templates,
    templates.templateID,
    columnsWithout(templates, "templateID", "nameKey", "createdAt", "updatedAt"),
  ),
  archive: {
    templates: {
      table: templates,
      input: TemplateChange,
      omit: { nameKey: "The name in one case, which a restore computes." },
      fields: ({ json }) => ({ components: json(TemplateChange.shape.components, 10_000) }),
      check: checkedBy(NewTemplate, ({ kind, name, status }) => ({ kind, name, status })),
      derive: ({ name }) => ({ nameKey: foldCase(String(name)) }),
    },
  },
};
