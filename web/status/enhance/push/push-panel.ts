import type { FoundPushSubscription } from "../../../../worker/notify/push/schema.ts";
import { tickWholeGroups } from "../follow/whole-groups.ts";
import { pageLanguage } from "../page-language.ts";
import { addStyles } from "../page-styles.ts";
import css from "./push-panel.css?inline";
import {
  type Choices,
  currentSubscription,
  deleteSubscription,
  saveSubscription,
} from "./push-subscription.ts";

type State = "on" | "off" | "blocked" | "homeScreen" | "unsupported";
type Message = State | "saved" | "unchosen" | "person" | "limited" | "failed";

const PAGE = "/subscribe/push";

/** Cloudflare's script, which only the page of the form loads. */
declare const turnstile: { render(container: Element): void; reset(container: Element): void } | undefined;

const dialog = document.createElement("dialog");
dialog.setAttribute("aria-labelledby", "push-title");
// A press beside the form is one on the dialog itself.
dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());

addStyles(css);

/** Nothing asks for permission before the visitor presses the button of the form. */
export async function openPanel(): Promise<void> {
  if (dialog.open) return;
  const form = await loadForm();
  const widget = form.querySelector(".cf-turnstile");
  // Other pages' policies refuse Cloudflare's script.
  if (widget && location.pathname !== PAGE) return location.assign(PAGE + languageQuery());
  dialog.replaceChildren(form);
  if (!dialog.isConnected) document.body.append(dialog);
  if (widget && typeof turnstile !== "undefined") turnstile.render(widget);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await run(form, () => turnOn(form));
  });
  form.addEventListener("click", async ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    if (target.value === "close") dialog.close();
    if (target.value === "off")
      await run(form, async () => {
        await deleteSubscription();
        show(form, "off");
      });
  });
  const missing = missingSupport();
  if (missing) show(form, missing);
  else await run(form, () => showCurrent(form));
  dialog.showModal();
}

function missingSupport(): State | undefined {
  if ("PushManager" in window && "Notification" in window && "serviceWorker" in navigator) return undefined;
  return "standalone" in navigator && !navigator.standalone ? "homeScreen" : "unsupported";
}

/** The page's policy refuses the style of another document, even while that is only parsed. */
async function loadForm(): Promise<HTMLFormElement> {
  const response = await fetch(PAGE + languageQuery());
  const html = (await response.text()).replace(/<style>.*?<\/style>/s, "");
  const page = new DOMParser().parseFromString(html, "text/html");
  const form = page.querySelector<HTMLTemplateElement>("template#push")?.content.querySelector("form");
  if (!form) throw new Error(`The form is missing: ${response.status}`);
  return document.adoptNode(form);
}

function languageQuery(): string {
  const language = pageLanguage();
  return language === "en" ? "" : `?lang=${language}`;
}

async function showCurrent(form: HTMLFormElement): Promise<void> {
  const subscription = await currentSubscription();
  if (subscription) fill(form, subscription);
  if (subscription) show(form, "on");
  else show(form, Notification.permission === "denied" ? "blocked" : "off");
}

async function turnOn(form: HTMLFormElement): Promise<void> {
  const choices = readChoices(form);
  if (choices.components?.length === 0 && choices.groups?.length === 0) return say(form, "unchosen");
  const wasOn = form.dataset.state === "on";
  // Browsers ask only right after a press.
  const permission = await Notification.requestPermission();
  if (permission === "denied") return show(form, "blocked");
  if (permission !== "granted") return;
  const turnstileToken = new FormData(form).get("cf-turnstile-response");
  await saveSubscription({
    ...choices,
    language: pageLanguage(),
    ...(typeof turnstileToken === "string" && { turnstileToken }),
  }).finally(() => renewToken(form));
  show(form, "on", wasOn ? "saved" : "on");
}

/** Cloudflare accepts a token once. */
function renewToken(form: HTMLFormElement): void {
  const widget = form.querySelector(".cf-turnstile");
  if (widget && typeof turnstile !== "undefined") turnstile.reset(widget);
}

function readChoices(form: HTMLFormElement): Choices {
  const fields = new FormData(form);
  const list = (name: string) => fields.getAll(name).map(String);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    reminders: list("reminders") as Choices["reminders"], // the form has no other values
    ...(timeZone && { timeZone }),
    ...(fields.get("about") === "chosen" && { components: list("components"), groups: list("groups") }),
  };
}

function fill(form: HTMLFormElement, chosen: NonNullable<FoundPushSubscription["subscription"]>): void {
  const about = chosen.everything ? "everything" : "chosen";
  for (const field of form.querySelectorAll("input")) {
    const list = field.name as "about" | "components" | "groups" | "reminders"; // as push-page.tsx has them
    field.checked = list === "about" ? field.value === about : chosen[list].some((id) => id === field.value);
  }
  tickWholeGroups(form);
}

/** Errors leave the form as it is, so that a press tries again. */
async function run(form: HTMLFormElement, work: () => Promise<void>): Promise<void> {
  if (form.hasAttribute("aria-busy")) return;
  form.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    console.error(error);
    if (form.dataset.state === undefined) show(form, "off", "failed");
    else say(form, failureMessage(form, error));
  }
  form.removeAttribute("aria-busy");
}

function failureMessage(form: HTMLFormElement, error: unknown): Message {
  const status = error instanceof Error ? error.cause : undefined;
  if (status === 429) return "limited";
  return status === 400 && form.querySelector(".cf-turnstile") ? "person" : "failed";
}

function show(form: HTMLFormElement, state: State, message: Message = state): void {
  form.dataset.state = state;
  for (const part of form.querySelectorAll<HTMLElement>("[data-show]"))
    part.hidden = !part.dataset.show?.split(" ").includes(state);
  say(form, message);
  // The button that was pressed may be hidden now.
  if (dialog.open && document.activeElement === document.body)
    form.querySelector<HTMLButtonElement>("button:not([hidden])")?.focus();
}

function say(form: HTMLFormElement, message: Message): void {
  const line = form.querySelector("[role=status]");
  if (!line) return;
  line.textContent = JSON.parse(form.dataset.messages ?? "{}")[message] ?? "";
  line.classList.toggle("refused", ["blocked", "unchosen", "person", "limited", "failed"].includes(message));
}
