import { type Context, Hono } from "hono";
import type { ReactElement } from "react";
import { Badge } from "../../web/status/views/badge.tsx";
import { tones } from "../../web/status/views/state-tones.ts";
import { publicAnswer } from "../cache/public-answer.ts";
import { componentColor, type StatusColor } from "../components/domain.ts";
import { selectComponent, selectComponents } from "../components/store.ts";
import type { AppEnv } from "../env.ts";
import { json, type Rendered, text } from "../http/rendered.ts";
import { selectCurrent, summarizeCurrent } from "../notices/current.ts";
import { selectSettings, settingsOf } from "../settings/store.ts";
import { pageState, pageStatuses } from "./domain.ts";
import { markup } from "./html.tsx";

interface BadgeContent {
  label: string;
  message: string;
  color: StatusColor;
}

type Write = (c: Context<AppEnv>, content: BadgeContent, status?: 404) => Rendered;

const files: Record<string, Write> = {
  "badge.svg": svg((content) => <Badge {...content} />),
  "badge-plain.svg": svg(({ message, color }) => <Badge message={message} color={color} />),
  "badge.json": shieldsEndpoint,
};

export const badgeRoutes = new Hono<AppEnv>();

for (const [file, write] of Object.entries(files)) {
  badgeRoutes.get(
    `/${file}`,
    publicAnswer({ clock: "day" }, async (c) => {
      const { db } = c.var;
      const [settings, components, ...current] = await db.batch([
        selectSettings(db),
        selectComponents(db),
        ...selectCurrent(db),
      ]);
      const { color, summary } = pageState(components, summarizeCurrent(...current));
      const message = pageStatuses[summary].description;
      return write(c, { label: settingsOf(settings).serviceName || "Service", message, color });
    }),
  );
  badgeRoutes.get(
    `/components/:componentID/${file}`,
    publicAnswer({ clock: "day" }, async (c) => {
      const [component] = await selectComponent(c.var.db, c.req.param("componentID") ?? "");
      if (!component) return write(c, { label: "Component", message: "not found", color: "grey" }, 404);
      const { name, status } = component;
      return write(c, { label: name, message: status, color: componentColor(status) });
    }),
  );
}

function svg(view: (content: BadgeContent) => ReactElement): Write {
  return (c, content, status) => ({
    ...text(escapeSpaces(markup(c, view(content))), "image/svg+xml"),
    ...(status && { status }),
  });
}

/** XML parsers normalize these characters unless they are character references. */
function escapeSpaces(svg: string): string {
  return svg.replace(/[\t\n\u2028]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** See https://shields.io/badges/endpoint-badge. */
function shieldsEndpoint(
  _: Context<AppEnv>,
  { label, message, color }: BadgeContent,
  status?: 404,
): Rendered {
  const endpoint = { schemaVersion: 1, label, message, color: tones[color], isError: status === 404 };
  return { ...json(endpoint, { "Access-Control-Allow-Origin": "*" }), ...(status && { status }) };
}
