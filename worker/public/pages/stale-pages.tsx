import css from "../../../dist/inline/style.css";
import { SnapshotNote } from "../../../web/status/views/page/snapshot-note.tsx";
import { UnknownPage } from "../../../web/status/views/unknown-page.tsx";
import type { StalePages } from "../../cache/stale-response.ts";
import { markup, page } from "./html.tsx";
import { buildPolicy } from "./policy.ts";

export const stalePages: StalePages = {
  async withAge(c, snapshot, at) {
    const note = await markup(c, <SnapshotNote at={at.toISOString()} />);
    const body = snapshot.replace(/<main[^>]*>/, (main) => main + note);
    const headers = {
      "Content-Security-Policy": await buildPolicy(body),
      "Content-Type": "text/html; charset=UTF-8",
    };
    return { body, headers };
  },
  unknown: (c) => page(c, <UnknownPage css={css} />),
};
