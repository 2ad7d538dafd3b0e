import { Hono } from "hono";
import docsCSS from "../../dist/inline/docs.css";
import css from "../../dist/inline/style.css";
import { docsOf, MAX_SEARCH_CHARACTERS } from "../../web/status/views/docs-calls.ts";
import { DocsCallsPage, DocsShapesPage } from "../../web/status/views/docs-calls-page.tsx";
import { DocsOverview } from "../../web/status/views/docs-overview.tsx";
import { buildResponse } from "../cache/build-response.ts";
import type { AppEnv } from "../env.ts";
import { call } from "../http/call.ts";
import { pageNotFound } from "../http/not-found.ts";
import { systemOperations } from "../openapi/operations.ts";
import type { OpenAPIDocument } from "../openapi/schema.ts";
import { page } from "./html.tsx";

const allCSS = css + docsCSS;

export function docsRoutes(description: () => OpenAPIDocument) {
  return new Hono<AppEnv>()
    .get(
      "/",
      call(
        systemOperations.getApiDocs,
        { 200: ["text/html"] },
        {
          parameters: [
            {
              name: "q",
              in: "query",
              description: "Words to search the calls for.",
              schema: { type: "string", maxLength: MAX_SEARCH_CHARACTERS },
            },
          ],
        },
      ),
      buildResponse((c) => {
        const search = (c.req.query("q") ?? "").trim();
        return page(c, <DocsOverview docs={docsOf(description())} search={search} css={allCSS} />);
      }),
    )
    .get(
      "/:page",
      call(systemOperations.getApiDocsPage, { 200: ["text/html"] }, { errorStatuses: [404] }),
      buildResponse((c) => {
        const docs = docsOf(description());
        const slug = c.req.param("page") ?? "";
        if (slug === "shapes") return page(c, <DocsShapesPage docs={docs} css={allCSS} />);
        const task = docs.tasks.find((each) => each.slug === slug);
        if (!task) throw pageNotFound(c.req.path);
        return page(c, <DocsCallsPage docs={docs} task={task} css={allCSS} />);
      }),
    );
}
