import * as z from "zod";
import { text } from "../../http/schema.ts";
import { SignInChoice } from "../stored/schema.ts";

const key = text("Setup key", { min: 1, max: 200 });

export const SetupKey = z.object({ key }).meta({ id: "SetupKey" });
export const SetupChoice = z.object({ key, signIn: SignInChoice }).meta({ id: "SetupChoice" });
