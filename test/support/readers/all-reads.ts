import { describedCalls } from "../factories/example-requests.ts";
import { type cachePolicies, reads as listed } from "./reads.ts";

const others = [...describedCalls].flatMap(([route, { access }]) => {
  const [method, path = ""] = route.split(" ");
  const needsCredentials = access === "administrator" || access === "API key";
  return method === "GET" && needsCredentials && !(path in listed) ? [path] : [];
});

/** Every GET route: those of the table, and those that need credentials, which are stored nowhere. */
export const reads: typeof listed = {
  ...listed,
  ...Object.fromEntries(
    others.map((path): [string, [string, keyof typeof cachePolicies][]] => [path, [[path, "noStore"]]]),
  ),
};
