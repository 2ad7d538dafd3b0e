import { type Context, Hono } from "hono";
import type { ReactElement } from "react";
import { tones } from "../../../web/status/views/notice/state-tones.ts";
import { Badge } from "../../../web/status/views/page/badge.tsx";
import { publicResponse } from "../../cache/public-response.ts";
import { componentColor, type StatusColor } from "../../components/domain.ts";
import { findGroup } from "../../components/groups/reads.ts";
import { selectComponent, selectComponents } from "../../components/reads.ts";
import type { AppEnv } from "../../env.ts";
import { json, type Rendered, text } from "../../http/rendered.ts";
import { selectCurrent, summarizeCurrent } from "../../notices/current.ts";
import { selectSettings, settingsOrDefaults } from "../../settings/store.ts";
import { pageState, pageStatuses } from "./domain.ts";
import { markup } from "./html.tsx";

interface BadgeContent {
  label: string;
  message: string;
  color: StatusColor;
}

type RenderBadge = (c: Context<AppEnv>, content: BadgeContent, status?: 404) => Promise<Rendered>;

const renderers: Record<string, RenderBadge> = {
  "badge.svg": svg((content) => <Badge {...content} />),
  "badge-plain.svg": svg(({ message, color }) => <Badge message={message} color={color} />),
  "badge.json": shieldsEndpoint,
};

export const badgeRoutes = new Hono<AppEnv>();

for (const [file, render] of Object.entries(renderers)) {
  badgeRoutes.get(
    `/${file}`,
    publicResponse({ clock: "day" }, async (c) => {
      const { db } = c.var;
      const [settings, components, ...current] = await db.batch([
        selectSettings(db),
        selectComponents(db),
        ...selectCurrent(db),
      ]);
      const { color, summary } = pageState(components, summarizeCurrent(...current));
      const message = pageStatuses[summary].description;
      return render(c, { label: settingsOrDefaults(settings).serviceName || "Service", message, color });
    }),
  );
  badgeRoutes.get(
    `/components/:componentID/${file}`,
    publicResponse({ clock: "day" }, async (c) => {
      const [component] = await selectComponent(c.var.db, c.req.param("componentID") ?? "");
      if (!component) return render(c, { label: "Component", message: "not found", color: "grey" }, 404);
      const { name, status } = component;
      return render(c, { label: name, message: status, color: componentColor(status) });
    }),
  );
  badgeRoutes.get(
    `/groups/:groupID/${file}`,
    publicResponse({ clock: "day" }, async (c) => {
      const group = await findGroup(c.var.db, c.req.param("groupID") ?? "");
      if (!group) return render(c, { label: "Group", message: "not found", color: "grey" }, 404);
      const { name, status } = group;
      return render(c, { label: name, message: status, color: componentColor(status) });
    }),
  );
}

function svg(view: (content: BadgeContent) => ReactElement): RenderBadge {
  return async (c, content, status) => ({
    ...text(escapeSpaces(await markup(c, view(content))), "image/svg+xml"),
    ...(status && { status }),
  });
}

/** XML parsers normalize these characters unless they are character references. */
function escapeSpaces(svg: string): string {
  return svg.replace(/[\t\n\u2028]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** See https://shields.io/badges/endpoint-badge. */
async function shieldsEndpoint(
  _: Context<AppEnv>,
  { label, message, color }: BadgeContent,
  status?: 404,
): Promise<Rendered> {
  const endpoint = { schemaVersion: 1, label, message, color: tones[color], isError: status === 404 };
  return { ...json(endpoint, { "Access-Control-Allow-Origin": "*" }), ...(status && { status }) };
}
