import { Hono } from "hono";
import * as z from "zod";
import { mailAddress } from "../../../web/shared/mail-address.ts";
import type { AppEnv } from "../../env.ts";
import { body } from "../../http/body.ts";
import { call } from "../../http/call.ts";
import { type HttpError, invalidField } from "../../http/errors.ts";
import { readSettings } from "../../settings/store.ts";
import { admin } from "../../sign-in/admin.ts";
import { unaudited } from "../../writes/audit.ts";
import { idempotent, inProgress } from "../../writes/idempotency/idempotent.ts";
import { writesWhileRestoring } from "../../writes/write.ts";
import { emailOperations } from "./operations.ts";
import { countRecipients, readMailMessages } from "./overview.ts";
import { MailMessages, Recipients, TestMail } from "./schema.ts";
import { sendTestMail } from "./test-mail.ts";

export const mailRoutes = new Hono<AppEnv>()
  .get(
    "/messages",
    admin,
    call(
      emailOperations.listEmails,
      { 200: MailMessages },
      {
        parameters: [
          {
            name: "notice",
            in: "query",
            description: "The ID of an incident or maintenance: only messages about it are listed.",
            schema: { type: "string", maxLength: 50 },
          },
        ],
      },
    ),
    async (c) => c.json(await readMailMessages(c.var.db, c.req.query("notice")), 200),
  )
  .get(
    "/recipients",
    admin,
    call(
      emailOperations.countEmailRecipients,
      { 200: Recipients },
      {
        parameters: [
          {
            name: "components",
            in: "query",
            description: "The IDs of the components that the email is about, separated by commas.",
            schema: { type: "string", maxLength: 15_000 },
          },
          {
            name: "notice",
            in: "query",
            description:
              "The ID of an existing incident or maintenance. The components that it affects count, too.",
            schema: { type: "string", maxLength: 50 },
          },
        ],
      },
    ),
    async (c) => {
      const { components = "", notice: noticeID = "" } = c.req.query();
      const componentIDs = components.split(",").filter((id) => id !== "");
      return c.json(await countRecipients(c.var.db, { noticeID, componentIDs }), 200);
    },
  )
  .post(
    "/test",
    admin,
    body(TestMail),
    writesWhileRestoring(unaudited),
    idempotent({
      status: 200,
      claimsBefore: true,
      read: () => {
        throw inProgress();
      },
    }),
    call(emailOperations.sendTestEmail, { 200: z.object({}) }, { errorStatuses: [502] }),
    async (c) => {
      const to = mailAddress(c.req.valid("json").emailAddress);
      if (to === undefined) throw stateConflict("Email can't be sent to this address.");
      const settings = await readSettings(c.var.db);
      if (settings.sourceEmailAddress === "") {
        throw stateConflict("Save a Source Email Address first: emails are sent from it.");
      }
      await sendTestMail(c.env, settings, to);
      return c.json({}, 200);
    },
  );

function stateConflict(message: string): HttpError {
  return invalidField("emailAddress", message);
}
