import { operationTexts } from "./operation-text.ts";

export const systemOperations = operationTexts("System", {
  getHealth: {
    summary: "Check the health",
    description:
      "Returns 200 if the database and the file storage respond and the database has this version's schema, otherwise 503.",
  },
  getApiDescription: {
    summary: "Get this description",
    description: "Returns the description of the API in OpenAPI 3.1, from which clients can be generated.",
  },
  getApiDocs: {
    summary: "Get this description as a page",
    description: "Returns the description of the API as an HTML page. It works without JavaScript.",
  },
});
