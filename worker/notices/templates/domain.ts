import { formatTimeUTC, MINUTE_MS } from "../../shared/time/domain.ts";

export const MAX_TEMPLATES = 100;
export const MAX_TEMPLATE_COMPONENTS = 100;
export const MAX_TEMPLATE_NAME_CHARACTERS = 100;

export const templateVariables = [
  { name: "components", meaning: "The affected components, as in “API and Dashboard”" },
  { name: "service", meaning: "The name of the service" },
  { name: "start", meaning: "When it started or starts, in UTC" },
  { name: "duration", meaning: "How long it has lasted, or how long a maintenance takes" },
] as const;

type TemplateVariable = (typeof templateVariables)[number]["name"];

export interface VariableContext {
  /** The order is that of the status page. */
  componentNames: readonly string[];
  serviceName: string;
  startAt: string;
  /** The planned end of a maintenance, or the current time. */
  endAt: string;
}

export function variableText(name: string): string {
  return `{{${name}}}`;
}

// Each character is read once per opening brace pair, so a long text can't make this slow.
const VARIABLE = /(\\?)\{\{([^{}]*)\}\}/g;
const MAX_QUOTED_CHARACTERS = 50;

/** `\{{` and braces that aren't closed are plain text. */
export function unknownVariables(text: string): string[] {
  const names = [...text.matchAll(VARIABLE)]
    .filter(([, backslash, name = ""]) => backslash === "" && name.trim() !== "" && !isVariable(name.trim()))
    .map(([, , name = ""]) => name.trim());
  return [...new Set(names)];
}

export function unknownVariableProblem(text: string): string | undefined {
  const [first] = unknownVariables(text);
  if (first === undefined) return undefined;
  const quoted = variableText([...first].slice(0, MAX_QUOTED_CHARACTERS).join(""));
  const knownVariables = templateVariables.map(({ name }) => variableText(name)).join(", ");
  return `There is no variable ${quoted}. Use only ${knownVariables}, or write \\{{ for plain braces.`;
}

/** Returns the text around the variables, and their names: `["Problems with ", { variable: "components" }]`. */
export function textParts(text: string): (string | { variable: string })[] {
  const parts: (string | { variable: string })[] = [];
  let end = 0;
  for (const { 0: match, 1: backslash, 2: name = "", index } of text.matchAll(VARIABLE)) {
    const isPlain = backslash !== "" || !isVariable(name.trim());
    parts.push(text.slice(end, index), isPlain ? match.replace(/^\\/, "") : { variable: name.trim() });
    end = index + match.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== "");
}

export function escapeVariables(text: string): string {
  return text.replace(VARIABLE, (match) => `\\${match}`);
}

function isVariable(name: string): name is TemplateVariable {
  return templateVariables.some((variable) => variable.name === name);
}

/** Replaces each variable by its value. A text that gets too long names fewer components, and is cut as a last resort. */
export function fillVariables(text: string, context: VariableContext, maxCharacters: number): string {
  const { componentNames } = context;
  let shownCount = componentNames.length;
  let filled = fillWith(text, variableValues(context, shownCount));
  while (filled.length > maxCharacters && shownCount > 1) {
    shownCount = Math.floor(shownCount / 2);
    filled = fillWith(text, variableValues(context, shownCount));
  }
  return cut(filled, maxCharacters);
}

function fillWith(text: string, values: Record<TemplateVariable, string>): string {
  return text.replace(VARIABLE, (match: string, backslash: string, name: string) => {
    if (backslash !== "") return match.slice(1);
    const trimmed = name.trim();
    return isVariable(trimmed) ? values[trimmed] : match;
  });
}

const DEFAULT_SERVICE = "our service";
const MAX_LIST_CHARACTERS = 1000;

function variableValues(context: VariableContext, shownNames: number): Record<TemplateVariable, string> {
  const { componentNames, startAt, endAt } = context;
  const service = context.serviceName || DEFAULT_SERVICE;
  const minutes = Math.max(0, Math.floor((Date.parse(endAt) - Date.parse(startAt)) / MINUTE_MS));
  return {
    components: componentNames.length === 0 ? service : listNames(componentNames, shownNames),
    service,
    start: formatTimeUTC(startAt),
    duration: durationText(minutes),
  };
}

/** `API`, `API and Dashboard`, `API, Dashboard and 8 more`. */
function listNames(names: readonly string[], maxShown: number): string {
  const shownNames = names.slice(0, maxShown);
  while (shownNames.length > 1 && shownNames.join(", ").length > MAX_LIST_CHARACTERS) shownNames.pop();
  const hidden = names.length - shownNames.length;
  const items = hidden > 0 ? [...shownNames, `${hidden} more`] : shownNames;
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

const DAY_MINUTES = 1440;
const HOUR_MINUTES = 60;

/** `2 hours, 5 minutes`, as the status page writes it in English. */
function durationText(minutes: number): string {
  if (minutes === 0) return "less than a minute";
  const parts = [
    [Math.floor(minutes / DAY_MINUTES), "day"],
    [Math.floor(minutes / HOUR_MINUTES) % 24, "hour"],
    [minutes % HOUR_MINUTES, "minute"],
  ] as const;
  const texts = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`);
  return texts.join(", ");
}

export function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const start = text.slice(0, maxCharacters - 1).replace(/[\ud800-\udbff]$/, "");
  return `${start.trimEnd()}…`;
}

/** Two templates can't have names that are equal by this. */
export function foldCase(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
