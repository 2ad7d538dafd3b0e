import { readableJSON } from "../storage/stored-json.ts";
import { mailMessages } from "./table.ts";

/** For statements that read single fields of a message's content. */
export const readableContent = readableJSON(mailMessages.content, "object");
