import { Hono } from "hono";
import docsCSS from "../../dist/inline/docs.css";
import css from "../../dist/inline/style.css";
import { DocsPage } from "../../web/status/views/docs-page.tsx";
import { buildAnswer } from "../cache/build-answer.ts";
import type { AppEnv } from "../env.ts";
import { call } from "../openapi/call.ts";
import { systemOperations } from "../openapi/operations.ts";
import type { OpenAPIDocument } from "../openapi/schema.ts";
import { page } from "./html.tsx";

export function docsRoutes(description: () => OpenAPIDocument) {
  return new Hono<AppEnv>().get(
    "/",
    call(systemOperations.getApiDocs, { 200: ["text/html"] }),
    buildAnswer((c) => page(c, <DocsPage document={description()} css={css + docsCSS} />)),
  );
}
