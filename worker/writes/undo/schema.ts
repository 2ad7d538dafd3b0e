import * as z from "zod";

export const UndoRequest = z.object({}).meta({ id: "UndoRequest", description: "Can be left out." });
