import { operationTexts } from "./operation-text.ts";

export const systemOperations = operationTexts("System", {
  getApiDescription: {
    summary: "Get this description",
    description: "Returns the description of the API in OpenAPI 3.1, from which clients can be generated.",
  },
  getApiDocs: {
    summary: "Get the documentation",
    description: "Returns an HTML page whose script shows this description, where calls can be tried.",
  },
});
