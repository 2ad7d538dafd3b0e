import { checkedBy, type Entity } from "../storage/entity.ts";
import { foldCase } from "./domain.ts";
import { NewTemplate, TemplateChange } from "./schema.ts";
import { templates } from "./table.ts";

export const template: Entity<"template"> = {
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
