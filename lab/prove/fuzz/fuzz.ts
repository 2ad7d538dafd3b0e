import { fuzz } from "../../fuzz/fuzz.ts";
import { describeBound } from "../bounds.ts";
import { mustBeNone, type Outcome } from "../outcome.ts";

/** Sends seeded random requests to every operation and page, valid and malformed ones. */
export async function proveFuzz({ seed, requests }: { seed: number; requests: number }): Promise<Outcome> {
  const { countsByStatus, faults, errorLines } = await fuzz(seed, requests, (sentCount) =>
    process.stderr.write(
      `\r${sentCount.toLocaleString("en")} of ${requests.toLocaleString("en")} requests …`,
    ),
  );
  process.stderr.write("\r\x1b[K");
  const counts = [...countsByStatus].sort();
  return {
    bounds: describeBound("requests", requests),
    tables: [
      {
        title: "Answers",
        columns: counts.map(([status]) => status),
        rows: [counts.map(([, number]) => number.toLocaleString("en"))],
      },
    ],
    figures: [
      // The first line has no credentials. The request, which has them, is for the terminal only.
      mustBeNone(
        "answers with 5xx, or below /api without JSON, or none at all",
        faults.map((fault) => fault.split("\n", 1).join("")),
      ),
      mustBeNone("lines in the log about errors", errorLines),
    ],
    notes: [
      "The requests are made from /api/openapi.json and the list of pages, with odd paths, headers, bodies and methods. `npm run fuzz -- --seed N` sends the same ones and prints each fault with its request.",
    ],
  };
}
