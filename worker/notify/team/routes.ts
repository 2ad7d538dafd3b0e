import { type Context, Hono } from "hono";
import { revalidate } from "../../cache/revalidation.ts";
import type { AppEnv } from "../../env.ts";
import { body, optionalBody } from "../../http/body.ts";
import { call } from "../../http/call.ts";
import { itemETag, timeETag } from "../../http/if-match.ts";
import { location } from "../../http/location.ts";
import { admin } from "../../sign-in/admin.ts";
import { auditRule, unaudited } from "../../writes/audit.ts";
import { idempotent, inProgress } from "../../writes/idempotency/idempotent.ts";
import { changes, deletes, writeDb, writes, writesWhileRestoring } from "../../writes/write.ts";
import { channelOf } from "../chat/registry.ts";
import { teamOperations } from "./operations.ts";
import {
  AddedTeamChannel,
  NewTeamChannel,
  TeamChannel,
  TeamChannelAction,
  TeamChannelChange,
  TeamChannels,
  TeamDeliveries,
  TeamTest,
  WebhookSecret,
} from "./schema.ts";
import {
  addTeamChannel,
  changeTeamChannel,
  deleteTeamChannel,
  listTeamChannels,
  listTeamDeliveries,
  readAddedChannel,
  readTeamChannel,
  readTeamSecret,
  replaceTeamSecret,
} from "./store.ts";
import { testTeamChannel } from "./test-channel.ts";

export const teamRoutes = new Hono<AppEnv>()
  .get("/", admin, call(teamOperations.listTeamChannels, { 200: TeamChannels }), async (c) =>
    c.json(await listTeamChannels(c.var.db), 200),
  )
  .post(
    "/",
    admin,
    body(NewTeamChannel),
    writes(auditRule("channel", "created"), "console"),
    location("channelID"),
    timeETag,
    idempotent({
      status: 201,
      read: (c, id) => readAddedChannel(c.env, c.var.db, id),
      showsItem: true,
      hasSecret: true,
    }),
    call(teamOperations.addTeamChannel, { 201: AddedTeamChannel }, { errorStatuses: [409] }),
    async (c) => c.json(await addTeamChannel(c.env, writeDb(c), c.req.valid("json"), channelOf), 201),
  )
  .get(
    "/:channelID",
    admin,
    revalidate,
    itemETag,
    call(teamOperations.getTeamChannel, { 200: TeamChannel }, { errorStatuses: [404] }),
    async (c) => c.json(await readTeamChannel(c.var.db, c.req.param("channelID")), 200),
  )
  .patch(
    "/:channelID",
    admin,
    body(TeamChannelChange),
    ...changes("channel", ["console"], current),
    call(teamOperations.changeTeamChannel, { 200: TeamChannel }),
    async (c) => {
      const target = { channelID: c.req.param("channelID"), unchangedSince: c.var.unchangedSince };
      return c.json(await changeTeamChannel(writeDb(c), target, c.req.valid("json")), 200);
    },
  )
  .delete(
    "/:channelID",
    admin,
    ...deletes("channel", ["console"], { read: current, pages: () => [] }),
    call(teamOperations.deleteTeamChannel, { 204: null }),
    async (c) => {
      const target = { channelID: c.req.param("channelID"), unchangedSince: c.var.unchangedSince };
      await deleteTeamChannel(writeDb(c), target);
      return c.body(null, 204);
    },
  )
  .get(
    "/:channelID/deliveries",
    admin,
    call(teamOperations.listTeamChannelDeliveries, { 200: TeamDeliveries }, { errorStatuses: [404] }),
    async (c) => c.json(await listTeamDeliveries(c.var.db, c.req.param("channelID")), 200),
  )
  .post(
    "/:channelID/test",
    admin,
    optionalBody(TeamChannelAction),
    writesWhileRestoring(unaudited),
    idempotent({
      status: 200,
      claimsBefore: true,
      read: () => {
        throw inProgress();
      },
    }),
    call(teamOperations.testTeamChannel, { 200: TeamTest }, { errorStatuses: [404, 409] }),
    async (c) => c.json(await testTeamChannel(c.env, writeDb(c), c.req.param("channelID")), 200),
  )
  .post(
    "/:channelID/secret",
    admin,
    optionalBody(TeamChannelAction),
    writes(auditRule("channel", "changed")),
    idempotent({
      status: 200,
      read: (c) => readTeamSecret(c.env, c.var.db, c.req.param("channelID") ?? ""),
    }),
    call(teamOperations.replaceTeamChannelSecret, { 200: WebhookSecret }, { errorStatuses: [404, 409] }),
    async (c) => c.json(await replaceTeamSecret(c.env, writeDb(c), c.req.param("channelID")), 200),
  );

function current(c: Context<AppEnv>): Promise<TeamChannel> {
  return readTeamChannel(c.var.db, c.req.param("channelID") ?? "");
}
