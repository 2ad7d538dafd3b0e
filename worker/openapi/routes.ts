import { Hono } from "hono";
import * as z from "zod";
import { deploymentResponse } from "../cache/deployment-response.ts";
import type { AppEnv } from "../env.ts";
import { call } from "../http/call.ts";
import { json } from "../http/rendered.ts";
import { systemOperations } from "./operations.ts";
import type { OpenAPIDocument } from "./schema.ts";

const Document = z.looseObject({ openapi: z.literal("3.1.1") });

export function documentRoutes(description: () => Promise<OpenAPIDocument>) {
  return new Hono<AppEnv>().get(
    "/",
    call(systemOperations.getApiDescription, { 200: Document }),
    deploymentResponse(async () => json(await description())),
  );
}
