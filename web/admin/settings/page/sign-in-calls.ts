import { queryOptions } from "@tanstack/react-query";
import type { SignInCandidate, SignInChoice } from "../../../../worker/sign-in/schema.ts";
import { adminAPI, readBody } from "../../api/api.ts";

export const signInSettings = queryOptions({
  queryKey: ["sign-in-settings"],
  queryFn: () => readBody(adminAPI().settings["sign-in"].$get()),
});

export function trySignIn(json: SignInChoice): Promise<SignInCandidate> {
  return readBody(adminAPI().settings["sign-in"].candidates.$post({ json }));
}
