import { type Context, Hono } from "hono";
import { revalidate } from "../../cache/revalidation.ts";
import { purgeSnapshots } from "../../cache/snapshots.ts";
import type { AppEnv } from "../../env.ts";
import { body } from "../../http/body.ts";
import { call } from "../../http/call.ts";
import { notFound } from "../../http/errors.ts";
import { ifAbsent, itemETag } from "../../http/if-match.ts";
import { postmortemOutline } from "../../public/pages/postmortem-outline.ts";
import type { Access } from "../../writes/access.ts";
import { changes, deletes, writeDb } from "../../writes/write.ts";
import { postmortemPath } from "./domain.ts";
import { postmortemOperations } from "./operations.ts";
import { readRecord } from "./record.ts";
import { Postmortem, PostmortemChange, PostmortemOutline } from "./schema.ts";
import { deletePostmortem, readPostmortem, savePostmortem } from "./store.ts";

export function postmortemRoutes({
  mayRead,
  mayWrite,
  seesDrafts,
}: Pick<Access, "mayRead" | "mayWrite" | "seesDrafts">) {
  return new Hono<AppEnv>()
    .get(
      "/:incidentID/postmortem",
      mayRead,
      revalidate,
      itemETag,
      call(postmortemOperations.getPostmortem, { 200: Postmortem }, { errorStatuses: [404] }),
      async (c) => {
        const postmortem = await current(c);
        if (postmortem.state === "Draft" && !seesDrafts(c)) throw notFound("write-up");
        return c.json(postmortem, 200);
      },
    )
    .get(
      "/:incidentID/postmortem/outline",
      mayWrite,
      call(postmortemOperations.getPostmortemOutline, { 200: PostmortemOutline }, { errorStatuses: [404] }),
      async (c) => {
        const record = await readRecord(c.var.db, c.req.param("incidentID"));
        return c.json({ body: postmortemOutline(record) }, 200);
      },
    )
    .patch(
      "/:incidentID/postmortem",
      mayWrite,
      body(PostmortemChange),
      ...changes("postmortem", ["public", "mail"], current),
      ifAbsent(current),
      call(postmortemOperations.savePostmortem, { 200: Postmortem }),
      async (c) => {
        const noticeID = c.req.param("incidentID");
        const target = { noticeID, unchangedSince: c.var.unchangedSince };
        const saved = await savePostmortem(writeDb(c), target, c.req.valid("json"));
        // While D1 is down, visitors would get a page's snapshot.
        if (saved.state === "Draft")
          c.executionCtx.waitUntil(purgeSnapshots(c.env.FILES, postmortemPath(noticeID)));
        return c.json(saved, 200);
      },
    )
    .delete(
      "/:incidentID/postmortem",
      mayWrite,
      ...deletes("postmortem", ["public"], {
        read: current,
        pages: (c) => [postmortemPath(c.req.param("incidentID") ?? "")],
      }),
      call(postmortemOperations.deletePostmortem, { 204: null }),
      async (c) => {
        const noticeID = c.req.param("incidentID");
        await deletePostmortem(writeDb(c), { noticeID, unchangedSince: c.var.unchangedSince });
        return c.body(null, 204);
      },
    );
}

function current(c: Context<AppEnv>): Promise<Postmortem> {
  return readPostmortem(c.var.db, c.req.param("incidentID") ?? "");
}
