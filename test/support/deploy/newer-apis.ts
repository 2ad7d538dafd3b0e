import { parseSync, Visitor } from "vite";
import { features } from "web-features";
import { type BrowserVersions, browserNames } from "../../../tools/build/browsers.ts";

type Support = { [name in keyof BrowserVersions]?: string };

/** Which versions of browsers have the APIs `Map`, `new Map`, `Map.groupBy` and, on an object of any kind, `.groupBy`. */
const supportOf = readSupport();

function readSupport(): Map<string, Support[]> {
  const found = new Map<string, Support[]>();
  for (const feature of Object.values(features)) {
    if (feature.kind !== "feature") continue;
    for (const [key, { support }] of Object.entries(feature.status.by_compat_key ?? {}))
      for (const name of namesOf(key)) found.set(name, [...(found.get(name) ?? []), support]);
  }
  return found;
}

/** @param key like `api.URL.canParse_static`; longer ones are parts of an API, such as one of its parameters */
function namesOf(key: string): string[] {
  if (key === "javascript.regular_expressions.lookbehind_assertion") return ["lookbehind"];
  const [, namespace = "", object, member] =
    /^(?:api|javascript\.builtins)\.(Intl\.)?(\w+)(?:\.(\w+))?$/.exec(key) ?? [];
  // Descriptors of CSS have the names of properties, which a style has had for longer.
  if (object === undefined || /^CSS\w*Descriptors$/.test(object)) return [];
  if (member === undefined) return [`${namespace}${object}`];
  if (member === object) return [`new ${object}`];
  const name = member.replace(/_static$/, "");
  return [`${object}.${name}`, `.${name}`, ...(object === "Window" ? [name] : [])];
}

/**
 * Lists the APIs that the scripts use and one of the browsers lacks. A property counts if no object had it in the oldest browsers,
 * all current browsers have it, and the scripts don't define it themselves.
 */
export function newerAPIs(scripts: string[], browsers: BrowserVersions): string[] {
  const used = new Set<string>();
  const own = new Set<string>();
  /** Names of properties, which are no variables. */
  const propertyNames = new WeakSet<object>();
  const define = ({ key }: { key: { type: string; name?: unknown } }) => {
    propertyNames.add(key);
    if (key.type === "Identifier") own.add(`.${key.name}`);
  };
  const visitor = new Visitor({
    Identifier(node) {
      if (!propertyNames.has(node)) used.add(node.name);
    },
    NewExpression({ callee }) {
      if (callee.type === "Identifier") used.add(`new ${callee.name}`);
    },
    MemberExpression({ object, property, computed }) {
      if (computed || property.type !== "Identifier") return;
      propertyNames.add(property);
      const name = object.type === "Identifier" ? `${object.name}.${property.name}` : "";
      used.add(supportOf.has(name) ? name : `.${property.name}`);
    },
    ObjectExpression({ properties }) {
      for (const property of properties) if (property.type === "Property") define(property);
    },
    MethodDefinition: define,
    PropertyDefinition: define,
    Literal(node) {
      if ("regex" in node && /\(\?<[=!]/.test(node.regex.pattern)) used.add("lookbehind");
    },
  });
  for (const script of scripts) visitor.visit(parseSync("script.js", script).program);
  return [...used].filter((name) => isMissing(name, browsers) && !own.has(name)).sort();
}

function isMissing(name: string, browsers: BrowserVersions): boolean {
  const all = supportOf.get(name) ?? [];
  const isExotic = name.startsWith(".") && !all.some((support) => isSupported(support, NEWEST));
  return all.length > 0 && !isExotic && !all.some((support) => isSupported(support, browsers));
}

const NEWEST = { chrome: Infinity, firefox: Infinity, safari: Infinity };

/** Whether the browsers have what came with the given versions. */
function isSupported(since: Support, browsers: BrowserVersions): boolean {
  return browserNames.every((name) => Number(since[name]?.replace("≤", "")) <= browsers[name]);
}
