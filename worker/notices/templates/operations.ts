import { operationTexts } from "../../openapi/operation-text.ts";

export const templateOperations = operationTexts("Templates", {
  listTemplates: {
    summary: "List templates",
    description: "Returns every template, sorted by name.",
  },
  getTemplate: {
    summary: "Get a template",
    description: "Returns the template. Calls that change it take its `ETag` in `If-Match`.",
  },
  createTemplate: {
    summary: "Create a template",
    description:
      "Adds a template for incidents or maintenances. `title` and `message` may contain the variables `{{components}}`, `{{service}}`, `{{start}}` and `{{duration}}`, which are replaced when the template is used. Write `\\{{` for plain braces. There can be at most 100 templates.",
  },
  updateTemplate: {
    summary: "Update a template",
    description: "Changes the fields in the body and keeps the others. `components` replaces the whole list.",
  },
  deleteTemplate: {
    summary: "Delete a template",
    description:
      "Deletes the template. Incidents and maintenances that were made from it stay. Also succeeds if the template was already deleted.",
  },
  findFormerNotice: {
    summary: "Find what was written last time",
    description:
      "Returns the newest incident or maintenance that affected one of the components, as it was first published: its name, and the first status and message. It searches the 50 newest of each component.",
  },
});
