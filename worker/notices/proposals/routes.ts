import { type Context, Hono, type MiddlewareHandler } from "hono";
import * as z from "zod";
import { revalidate } from "../../cache/revalidation.ts";
import type { AppEnv } from "../../env.ts";
import { body, optionalBody } from "../../http/body.ts";
import { call, inOrder } from "../../http/call.ts";
import { ifMatch, itemETag } from "../../http/if-match.ts";
import { admin } from "../../sign-in/admin.ts";
import { apiKey } from "../../sign-in/api-key.ts";
import { type Access, keyAccess, openAccess } from "../../writes/access.ts";
import { actorKind } from "../../writes/audit/domain.ts";
import { auditRule } from "../../writes/audit.ts";
import { changes, creates, deletes, writeDb } from "../../writes/write.ts";
import { Incident } from "../incident/schema.ts";
import { readNotice } from "../store.ts";
import { toResponse } from "../wire.ts";
import { proposalOperations } from "./operations.ts";
import { NewProposal, Proposal, ProposalChange, ProposalPublication } from "./schema.ts";
import {
  addProposal,
  changeProposal,
  discardProposal,
  listProposals,
  publishProposal,
  readProposal,
} from "./store.ts";

interface ProposalAccess extends Access {
  /** A key that may only propose reads a proposal by its ID, and can't list others. */
  mayPropose: MiddlewareHandler<AppEnv>;
  incidentsPath: string;
}

export const adminProposalRoutes = proposalRoutes({
  ...openAccess,
  mayPropose: admin,
  incidentsPath: "/api/incidents",
});

export const keyProposalRoutes = proposalRoutes({
  ...keyAccess,
  mayPropose: apiKey("propose"),
  incidentsPath: "/api/v0/incidents",
});

function proposalRoutes(access: ProposalAccess) {
  return new Hono<AppEnv>().route("/", collectionRoutes(access)).route("/", itemRoutes(access));
}

function collectionRoutes({ mayPropose, mayWrite }: ProposalAccess) {
  return new Hono<AppEnv>()
    .get(
      "/",
      mayWrite,
      revalidate,
      call(proposalOperations.listProposals, { 200: z.array(Proposal) }),
      async (c) => c.json(await listProposals(c.var.db), 200),
    )
    .post(
      "/",
      mayPropose,
      body(NewProposal),
      ...creates("proposal", ["console", "mail"], { idField: "proposalID", read: readProposal }),
      call(proposalOperations.createProposal, { 201: Proposal }, { errorStatuses: [409] }),
      async (c) => {
        const { actor = "", actorName: name = "" } = c.var;
        const createdBy = { kind: actorKind(actor), name };
        return c.json(await addProposal(writeDb(c), c.req.valid("json"), createdBy), 201);
      },
    );
}

function itemRoutes({ mayPropose, mayWrite, undo, incidentsPath }: ProposalAccess) {
  return new Hono<AppEnv>()
    .get(
      "/:proposalID",
      mayPropose,
      revalidate,
      itemETag,
      call(proposalOperations.getProposal, { 200: Proposal }, { errorStatuses: [404] }),
      async (c) => c.json(await readProposal(c.var.db, c.req.param("proposalID")), 200),
    )
    .patch(
      "/:proposalID",
      mayWrite,
      body(ProposalChange),
      ...changes("proposal", ["console"], current),
      call(proposalOperations.updateProposal, { 200: Proposal }),
      async (c) => c.json(await changeProposal(writeDb(c), target(c), c.req.valid("json")), 200),
    )
    .delete(
      "/:proposalID",
      mayWrite,
      ...deletes("proposal", ["console"], { read: current, pages: () => [] }),
      call(proposalOperations.discardProposal, { 204: null }),
      async (c) => {
        await discardProposal(writeDb(c), target(c));
        return c.body(null, 204);
      },
    )
    .post(
      "/:proposalID/publish",
      mayWrite,
      optionalBody(ProposalPublication),
      ...creates("incident", ["public", "mail"], {
        idField: "incidentID",
        read: async (db, id) => toResponse("incident", await readNotice(db, "incident", id)),
        listPath: incidentsPath,
        also: auditRule("proposal", "published"),
      }),
      inOrder(ifMatch(current), undo),
      call(proposalOperations.publishProposal, { 201: Incident }, { errorStatuses: [404, 409] }),
      async (c) => {
        const published = await publishProposal(writeDb(c), target(c), c.req.valid("json"), {
          undo: c.var.undo,
        });
        return c.json(toResponse("incident", published), 201);
      },
    );
}

function current(c: Context<AppEnv>): Promise<Proposal> {
  return readProposal(c.var.db, target(c).proposalID);
}

function target(c: Context<AppEnv>) {
  return { proposalID: c.req.param("proposalID") ?? "", unchangedSince: c.var.unchangedSince };
}
