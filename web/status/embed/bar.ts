import type { Incident, Summary } from "../../../worker/public/v2/schema.ts";
import { DAY_MS, MINUTE_MS } from "../../../worker/shared/time/domain.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";

const REFRESH_MS = MINUTE_MS;

type Indicator = Summary["status"]["indicator"];

interface Alert {
  id: string;
  text: string;
  path: string;
  indicator: Indicator | Incident["impact"];
}

type Shown = Pick<Summary, "components" | "incidents" | "scheduled_maintenances"> & {
  status: { indicator: Indicator; description: string };
};

const colors: { [indicator in Alert["indicator"]]?: string } = {
  minor: "#fdd663;color:#000",
  major: "#a84600;color:#fff",
  critical: "#b3261e;color:#fff",
  maintenance: "#1d4fa8;color:#fff",
};

/** Incidents, and maintenance within a day, the worst first. Components can be down without an incident. */
function toAlerts({ status, components, incidents, scheduled_maintenances }: Shown): Alert[] {
  const alerts: Alert[] = incidents.map(({ id, name, impact }) => ({
    id,
    text: name,
    path: `/incidents/${id}`,
    indicator: impact,
  }));
  for (const { id, name, status, scheduled_for } of scheduled_maintenances) {
    const begin = new Date(scheduled_for);
    if (status === "scheduled" && begin.getTime() - Date.now() > DAY_MS) continue;
    const startText = begin.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const text = `Scheduled maintenance: ${isolateDirection(name)} (${startText})`;
    alerts.push({ id, text, path: `/maintenances/${id}`, indicator: "maintenance" });
  }
  const { indicator, description } = status;
  const isMaintenanceListed =
    indicator === "maintenance" && scheduled_maintenances.some((one) => one.status !== "scheduled");
  if (incidents.length === 0 && indicator !== "none" && !isMaintenanceListed) {
    const changes = components.map(({ status, updated_at }) => (status === "operational" ? "" : updated_at));
    // The time of the last change makes the id differ from that of the next outage with the same description.
    alerts.push({ id: description + changes.sort().pop(), text: description, path: "/", indicator });
  }
  const order = Object.keys(colors);
  return alerts.sort((one, other) => rank(other) - rank(one));

  function rank({ indicator }: Alert): number {
    return indicator === "maintenance" ? -1 : order.indexOf(indicator);
  }
}

const indicators: { [status in Summary["components"][number]["status"]]: Indicator } = {
  operational: "none",
  under_maintenance: "maintenance",
  degraded_performance: "minor",
  partial_outage: "major",
  major_outage: "critical",
};

/** @param ids of components and groups. Without any, the whole page counts. */
function narrow(summary: Summary, ids: string[]): Shown {
  if (ids.length === 0) return summary;
  const groups = summary.components.filter(({ id }) => ids.includes(id));
  const members = new Set(groups.flatMap(({ id, components = [] }) => [id, ...components]));
  const components = summary.components.filter(({ id, group }) => members.has(id) && !group);
  const order = Object.keys(indicators);
  const [worst] = [...components].sort(
    (one, other) => order.indexOf(other.status) - order.indexOf(one.status),
  );
  const isAbout = (notice: Pick<Incident, "components">) =>
    notice.components.some(({ id }) => members.has(id));
  return {
    components,
    incidents: summary.incidents.filter(isAbout),
    scheduled_maintenances: summary.scheduled_maintenances.filter(isAbout),
    status: {
      indicator: worst ? indicators[worst.status] : "none",
      description: worst ? `${isolateDirection(worst.name)}: ${worst.status.replace("_", " ")}` : "",
    },
  };
}

/** Falls back to memory where the embedding site's storage is blocked. */
function storedIDs(key: string) {
  let ids: string[] = [];
  try {
    ids = JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {}
  return {
    has: (id: string) => ids.includes(id),
    add(id: string) {
      ids = [...ids, id].slice(-50);
      try {
        localStorage.setItem(key, JSON.stringify(ids));
      } catch {}
    },
  };
}

function showBar({ src, dataset }: HTMLScriptElement) {
  const { origin } = new URL(src);
  const only = dataset.only?.match(/\S+/g) ?? [];
  const dismissed = storedIDs(`status-bar:${origin}`);
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  let drawnKey = "";
  let alerts: Alert[] = [];

  function draw() {
    const [first, ...others] = alerts.filter(({ id }) => !dismissed.has(id));
    const key = JSON.stringify([first, others.length]);
    if (key === drawnKey) return;
    drawnKey = key;
    if (!first) return host.remove();
    const bar = makeBar(origin + first.path, first.text, others.length, () => {
      dismissed.add(first.id);
      draw();
    });
    const css = `section{display:flex;gap:1em;align-items:center;padding:.5em 1em;font:1rem/1.5 system-ui,sans-serif;
background:${colors[first.indicator] ?? colors.minor}}p{flex:1;margin:0;text-align:center;overflow-wrap:anywhere}a,button{color:inherit}
button{min-width:2em;min-height:2em;border:0;background:none;font:inherit;cursor:pointer}:focus-visible{outline:2px solid}
:host{all:initial;display:block;${dataset.position === "bottom" ? "position:fixed;inset:auto 0 0;z-index:2147483647" : ""}}`;
    root.replaceChildren(bar);
    addStyles(root, css);
    if (!host.isConnected) document.body.prepend(host);
  }

  async function poll() {
    if (document.hidden) return;
    try {
      const response = await fetch(`${origin}/api/v2/summary.json`, {
        credentials: "omit",
        referrerPolicy: "no-referrer",
      });
      if (!response.ok) return;
      alerts = toAlerts(narrow(await response.json(), only));
      draw();
    } catch (error) {
      console.error(error); // The bar keeps showing the last response until the next poll.
    }
  }

  void poll();
  setInterval(poll, REFRESH_MS);
  document.addEventListener("visibilitychange", poll);
}

function makeBar(url: string, text: string, otherCount: number, onDismiss: () => void): HTMLElement {
  const bar = document.createElement("section");
  bar.setAttribute("aria-label", "Service status");
  const message = document.createElement("p");
  message.setAttribute("role", "status");
  const link = document.createElement("a");
  link.href = url;
  link.dir = "auto";
  link.textContent = text;
  message.append(link, otherCount > 0 ? ` and ${otherCount} more` : "");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "×";
  button.setAttribute("aria-label", "Dismiss");
  button.onclick = onDismiss;
  bar.append(message, button);
  return bar;
}

/** The site's Content-Security-Policy can block a style element, but not a constructed style sheet, which needs Safari 16.4. */
function addStyles(root: ShadowRoot, css: string): void {
  if (root.adoptedStyleSheets) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
  } else {
    const style = document.createElement("style");
    style.textContent = css;
    root.append(style);
  }
}

const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  if (document.body) showBar(script);
  else addEventListener("DOMContentLoaded", () => showBar(script));
}
