import { readableJSON } from "../../storage/stored-json.ts";
import { messages } from "./table.ts";

/** For statements that read single fields of a message's content. */
export const readableContent = readableJSON(messages.content, "object");
