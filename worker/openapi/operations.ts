import { operationTexts } from "./operation-text.ts";

export const systemOperations = operationTexts("System", {
  getHealth: {
    summary: "Check the health",
    description:
      "Answers 200 once the database and the file storage answer and have the schema of this version; otherwise 503.",
  },
  getApiDescription: {
    summary: "Get this description",
    description: "Returns the description of the API in OpenAPI 3.1, from which clients can be generated.",
  },
  getApiDocs: {
    summary: "Get this description as a page",
    description: "Returns the description of the API as a page for people. It needs no script.",
  },
});
