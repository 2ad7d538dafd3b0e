import { DAY_MS, MINUTE_MS } from "../../../worker/time/domain.ts";
import type { Incident, Summary } from "../../../worker/v2/schema.ts";
import { isolateDirection } from "../../shared/isolate-direction.ts";

const REFRESH_MS = MINUTE_MS;

type Indicator = Summary["status"]["indicator"];

interface News {
  id: string;
  text: string;
  path: string;
  indicator: Indicator | Incident["impact"];
}

const colors: { [indicator in News["indicator"]]?: string } = {
  minor: "#fdd663;color:#000",
  major: "#a84600;color:#fff",
  critical: "#b3261e;color:#fff",
  maintenance: "#1d4fa8;color:#fff",
};

/** What is wrong or planned within a day, the worst first; a page without incidents can still have bad news. */
function newsOf({ status, components, incidents, scheduled_maintenances }: Summary): News[] {
  const news: News[] = incidents.map(({ id, name, impact }) => ({
    id,
    text: name,
    path: `/incidents/${id}`,
    indicator: impact,
  }));
  for (const { id, name, status, scheduled_for } of scheduled_maintenances) {
    const begin = new Date(scheduled_for);
    if (status === "scheduled" && begin.getTime() - Date.now() > DAY_MS) continue;
    const when = begin.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const text = `Scheduled maintenance: ${isolateDirection(name)} (${when})`;
    news.push({ id, text, path: `/maintenances/${id}`, indicator: "maintenance" });
  }
  const { indicator, description } = status;
  const told =
    indicator === "maintenance" && scheduled_maintenances.some((one) => one.status !== "scheduled");
  if (incidents.length === 0 && indicator !== "none" && !told) {
    const changes = components.map(({ status, updated_at }) => (status === "operational" ? "" : updated_at));
    // Whoever dismisses this outage is told of the next one, which has the same words.
    news.push({ id: description + changes.sort().pop(), text: description, path: "/", indicator });
  }
  const order = Object.keys(colors);
  return news.sort((one, other) => rank(other) - rank(one));

  function rank({ indicator }: News): number {
    return indicator === "maintenance" ? -1 : order.indexOf(indicator);
  }
}

/** Kept by the site that shows the bar; where it may keep nothing, until the page is left. */
function rememberedIn(key: string) {
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
  const dismissed = rememberedIn(`status-bar:${origin}`);
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  let shown = "";
  let news: News[] = [];

  function draw() {
    const [first, ...others] = news.filter(({ id }) => !dismissed.has(id));
    const key = JSON.stringify([first, others.length]);
    if (key === shown) return;
    shown = key;
    if (!first) return host.remove();
    const bar = document.createElement("section");
    bar.setAttribute("aria-label", "Service status");
    const words = document.createElement("p");
    words.setAttribute("role", "status");
    const link = document.createElement("a");
    link.href = origin + first.path;
    link.dir = "auto";
    link.textContent = first.text;
    words.append(link, others.length > 0 ? ` and ${others.length} more` : "");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "×";
    button.setAttribute("aria-label", "Dismiss");
    button.onclick = () => {
      dismissed.add(first.id);
      draw();
    };
    bar.append(words, button);
    // Unlike a style element it needs no leave of the site's Content-Security-Policy.
    const style = new CSSStyleSheet();
    style.replaceSync(`section{display:flex;gap:1em;align-items:center;padding:.5em 1em;font:1rem/1.5 system-ui,sans-serif;
background:${colors[first.indicator] ?? colors.minor}}p{flex:1;margin:0;text-align:center;overflow-wrap:anywhere}a,button{color:inherit}
button{min-width:2em;min-height:2em;border:0;background:none;font:inherit;cursor:pointer}:focus-visible{outline:2px solid}
:host{all:initial;display:block;${dataset.position === "bottom" ? "position:fixed;inset:auto 0 0;z-index:2147483647" : ""}}`);
    root.adoptedStyleSheets = [style];
    root.replaceChildren(bar);
    if (!host.isConnected) document.body.prepend(host);
  }

  async function look() {
    if (document.hidden) return;
    try {
      const answer = await fetch(`${origin}/api/v2/summary.json`, {
        credentials: "omit",
        referrerPolicy: "no-referrer",
      });
      if (!answer.ok) return;
      news = newsOf(await answer.json());
      draw();
    } catch {
      // What was last known stays; the next look may tell more.
    }
  }

  void look();
  setInterval(look, REFRESH_MS);
  document.addEventListener("visibilitychange", look);
}

const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  if (document.body) showBar(script);
  else addEventListener("DOMContentLoaded", () => showBar(script));
}
