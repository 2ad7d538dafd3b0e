import { operationTexts } from "./operation-text.ts";

export const systemOperations = operationTexts("System", {
  getApiDescription: {
    summary: "Get this description",
    description: "Returns the description of the API in OpenAPI 3.1, from which clients can be generated.",
  },
  getApiDocs: {
    summary: "Get an overview of the documentation",
    description:
      "Returns an HTML page that lists every call by what one may want to do. With `q`, it lists only the calls that contain every word of it. It works without JavaScript.",
  },
  getApiDocsPage: {
    summary: "Get a page of the documentation",
    description:
      "Returns one of the HTML pages that `/api/docs` links to: the calls of a task with their limits and examples, or every shape. It works without JavaScript.",
  },
});
