import { type Context, Hono, type MiddlewareHandler } from "hono";
import * as z from "zod";
import { revalidate } from "../../cache/revalidation.ts";
import type { AppEnv } from "../../env.ts";
import { body } from "../../http/body.ts";
import { type CallDescription, call } from "../../http/call.ts";
import { invalidField } from "../../http/errors.ts";
import { itemETag } from "../../http/if-match.ts";
import { listFilterDescription, parseListFilter } from "../../http/lists/list-filter.ts";
import { admin } from "../../sign-in/admin.ts";
import { apiKey } from "../../sign-in/api-key.ts";
import { isID } from "../../storage/domain.ts";
import { changes, creates, deletes, writeDb } from "../../writes/write.ts";
import { noticeKinds } from "../domain.ts";
import { MAX_TEMPLATE_COMPONENTS } from "./domain.ts";
import { findFormerNotice } from "./former-notice.ts";
import { templateOperations } from "./operations.ts";
import { FormerNoticeSearch, NewTemplate, Template, TemplateChange, templateStatuses } from "./schema.ts";
import { addTemplate, changeTemplate, deleteTemplate, listTemplates, readTemplate } from "./store.ts";

const formerNoticeDescription: CallDescription = {
  parameters: [
    {
      name: "kind",
      in: "query",
      description: "The kind of the notice.",
      required: true,
      schema: { type: "string", enum: [...noticeKinds] },
    },
    {
      name: "componentIDs",
      in: "query",
      description: `The IDs of the components, separated by commas, ${MAX_TEMPLATE_COMPONENTS} at most.`,
      required: true,
      schema: { type: "string", maxLength: 2000, examples: ["k3J9xQ2mWv8R"] },
    },
  ],
  errorStatuses: [400],
};

const listDescription = listFilterDescription(templateStatuses);

/** Templates aren't public, so reading them needs what changing them needs. */
export const adminTemplateRoutes = templateRoutes(admin);
export const keyTemplateRoutes = templateRoutes(apiKey("notices"));

function templateRoutes(mayUse: MiddlewareHandler<AppEnv>) {
  return new Hono<AppEnv>()
    .get(
      "/",
      mayUse,
      revalidate,
      call(templateOperations.listTemplates, { 200: z.array(Template) }, listDescription),
      async (c) => c.json(await listTemplates(c.var.db, parseListFilter(c, templateStatuses)), 200),
    )
    .get(
      "/former-notice",
      mayUse,
      call(templateOperations.findFormerNotice, { 200: FormerNoticeSearch }, formerNoticeDescription),
      async (c) => c.json({ notice: await findFormerNotice(c.var.db, parseSearch(c)) }, 200),
    )
    .post(
      "/",
      mayUse,
      body(NewTemplate),
      ...creates("template", ["console"], { idField: "templateID", read: readTemplate }),
      call(templateOperations.createTemplate, { 201: Template }, { errorStatuses: [409] }),
      async (c) => {
        const template = await addTemplate(writeDb(c), c.req.valid("json"));
        return c.json(template, 201);
      },
    )
    .get(
      "/:templateID",
      mayUse,
      revalidate,
      itemETag,
      call(templateOperations.getTemplate, { 200: Template }, { errorStatuses: [404] }),
      async (c) => c.json(await readTemplate(c.var.db, c.req.param("templateID")), 200),
    )
    .patch(
      "/:templateID",
      mayUse,
      body(TemplateChange),
      ...changes("template", ["console"], current),
      call(templateOperations.updateTemplate, { 200: Template }),
      async (c) => {
        const target = { templateID: c.req.param("templateID"), unchangedSince: c.var.unchangedSince };
        const template = await changeTemplate(writeDb(c), target, c.req.valid("json"));
        return c.json(template, 200);
      },
    )
    .delete(
      "/:templateID",
      mayUse,
      ...deletes("template", ["console"], { read: current, pages: () => [] }),
      call(templateOperations.deleteTemplate, { 204: null }),
      async (c) => {
        const templateID = c.req.param("templateID");
        await deleteTemplate(writeDb(c), { templateID, unchangedSince: c.var.unchangedSince });
        return c.body(null, 204);
      },
    );
}

function current(c: Context<AppEnv>): Promise<Template> {
  return readTemplate(c.var.db, c.req.param("templateID") ?? "");
}

function parseSearch(c: Context<AppEnv>) {
  const { kind: requested, componentIDs = "" } = c.req.query();
  const kind = noticeKinds.find((each) => each === requested);
  if (!kind) throw invalidField("kind", `kind must be one of: ${noticeKinds.join(", ")}.`);
  const ids = componentIDs.split(",");
  if (ids.length > MAX_TEMPLATE_COMPONENTS || !ids.every(isID))
    throw invalidField("componentIDs", "componentIDs must be IDs of components, separated by commas.");
  return { kind, componentIDs: ids };
}
