declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  import type { OpenAPIDocument } from "../../../worker/openapi/schema.ts";

  type UpdateSpec = (spec: OpenAPIDocument) => unknown;

  /** @see https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/ */
  export default function SwaggerUI(options: {
    domNode: Element | null;
    url: string;
    deepLinking: boolean;
    docExpansion: "list" | "none";
    defaultModelsExpandDepth: number;
    filter: boolean;
    requestSnippetsEnabled: boolean;
    validatorUrl: null;
    plugins: {
      statePlugins: { spec: { wrapActions: { updateJsonSpec: (update: UpdateSpec) => UpdateSpec } } };
    }[];
  }): void;
}
