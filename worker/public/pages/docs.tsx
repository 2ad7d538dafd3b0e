import { Hono } from "hono";
import { DocsPage } from "../../../web/status/views/docs-page.tsx";
import { deploymentResponse } from "../../cache/deployment-response.ts";
import type { AppEnv } from "../../env.ts";
import { call } from "../../http/call.ts";
import { systemOperations } from "../../openapi/operations.ts";
import { page } from "./html.tsx";

export const docsRoutes = new Hono<AppEnv>().get(
  "/",
  call(systemOperations.getApiDocs, { 200: ["text/html"] }),
  deploymentResponse((c) => page(c, <DocsPage />, { hasStyleFile: true })),
);
