import { addStyles } from "../page-styles.ts";
import { fillTimeZoneFields } from "../times/time-zone-fields.ts";
import css from "./follow-panel.css?inline";

const GAP_PX = 8;

let loading: Promise<HTMLElement> | undefined;

addStyles(css);

export async function toggleFollowPanel(link: HTMLAnchorElement): Promise<void> {
  loading ??= loadPanel(link).catch((error) => {
    loading = undefined;
    throw error;
  });
  const panel = await loading;
  if (panel.matches(":popover-open")) return panel.hidePopover();
  document.body.append(panel);
  fillTimeZoneFields(document);
  panel.showPopover();
  place(panel, link);
  panel.querySelector<HTMLElement>("[role=tabpanel]:not([hidden]) :is(input, a)")?.focus();
}

/** The page of the form has the panel. This page's policy refuses that page's style, even while it is only parsed. */
async function loadPanel(link: HTMLAnchorElement): Promise<HTMLElement> {
  const response = await fetch(link.href);
  const html = (await response.text()).replace(/<style>.*?<\/style>/s, "");
  const page = new DOMParser().parseFromString(html, "text/html");
  const template = page.querySelector<HTMLTemplateElement>("#follow-template");
  const panel = template?.content.querySelector<HTMLElement>("#follow-panel");
  if (!panel) throw new Error(`The ways to get updates are missing: ${response.status}`);
  addTabs(document.adoptNode(panel));
  addEventListener("resize", () => place(panel, link));
  return panel;
}

function addTabs(panel: HTMLElement): void {
  const tabs = [...panel.querySelectorAll<HTMLElement>("[role=tab]")];
  const contents = panel.querySelectorAll<HTMLElement>("[role=tabpanel]");
  const choose = (chosen: HTMLElement | undefined) => {
    if (!chosen) return;
    for (const [index, tab] of tabs.entries()) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", `${isChosen}`);
      tab.tabIndex = isChosen ? 0 : -1;
      contents[index]?.toggleAttribute("hidden", !isChosen);
    }
    chosen.focus();
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const forward = document.dir === "rtl" ? -1 : 1;
      const step = { ArrowRight: forward, ArrowLeft: -forward }[event.key];
      if (step === undefined) return;
      const shown = tabs.filter((each) => each.getClientRects().length > 0);
      choose(shown.at((shown.indexOf(tab) + step) % shown.length));
    });
  }
}

/** Below the link, at its end, within the window. */
function place(panel: HTMLElement, link: HTMLElement): void {
  const { bottom, left, right } = link.getBoundingClientRect();
  const start = document.dir === "rtl" ? left : right - panel.offsetWidth;
  const most = document.documentElement.clientWidth - panel.offsetWidth - GAP_PX;
  panel.style.top = `${bottom + scrollY + GAP_PX}px`;
  panel.style.left = `${Math.max(GAP_PX, Math.min(most, start))}px`;
}
