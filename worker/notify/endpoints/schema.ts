import * as z from "zod";

export const AgainForm = z.object({
  deliveryID: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
});
