import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type BrowserVersions, consoleBrowsers, pageBrowsers } from "../../../tools/build/browsers.ts";
import { build } from "../../../tools/build/build.ts";
import { root } from "../../../tools/paths.ts";
import { newerAPIs } from "../../support/deploy/newer-apis.ts";

beforeAll(() => build(["worker", "status", "admin", "cli"]));

/** Node 20 has the JavaScript of Chrome 113. */
const node20: BrowserVersions = { chrome: 113, firefox: Infinity, safari: Infinity };

const whereThere = "It is used only where it is there.";
const ownName = "Swagger UI has something of its own with this name.";

const bundles: {
  files: string;
  browsers: BrowserVersions;
  /** APIs that a browser lacks, and why the script works there. */
  exceptions: Record<string, string>;
}[] = [
  {
    files: "dist/inline/*.txt",
    browsers: pageBrowsers,
    exceptions: {},
  },
  {
    files: "dist/status/static/!(embed|api-docs).js",
    browsers: pageBrowsers,
    exceptions: {
      ".hidePopover": whereThere,
      ".showPopover": whereThere,
      "AbortSignal.timeout": "Chrome 103 has it. Before 124 its error has another name, which nothing reads.",
      devicePixelRatio: "All have it, but Safari's doesn't follow the zoom.",
    },
  },
  {
    files: "dist/status/static/api-docs.js",
    browsers: pageBrowsers,
    exceptions: {
      ".ariaHidden": "It hides an element that is there only while a text is copied.",
      ".component": ownName,
      ".createPolicy": `DOMPurify: ${whereThere}`,
      ".entry": ownName,
      ".getAttributeType": `DOMPurify: ${whereThere}`,
      ".getSize": ownName,
      ".removeRange": `copy-to-clipboard: ${whereThere}`,
      ".union": ownName,
      ML: ownName,
    },
  },
  {
    files: "dist/status/static/embed.js",
    browsers: pageBrowsers,
    exceptions: {
      ".adoptedStyleSheets": whereThere,
      ".replaceSync": whereThere,
      "new CSSStyleSheet": whereThere,
    },
  },
  {
    files: "dist/admin/assets/*.js",
    browsers: consoleBrowsers,
    exceptions: {
      ".canIntercept": `React: ${whereThere}`,
      ".currentEntry": `React: ${whereThere}`,
      ".skipTransition": `React: ${whereThere}`,
      ".startViewTransition": `React: ${whereThere}`,
      ".transition": `React: ${whereThere}`,
      ".getWeekInfo": `luxon: ${whereThere}`,
      ".isComposing": "All have it, but Safari before 27 sets it for some keys only.",
      ".toBase64": `oauth4webapi: ${whereThere}`,
      devicePixelRatio: "All have it, but Safari's doesn't follow the zoom.",
      navigation: `React: ${whereThere}`,
      "Uint8Array.fromBase64": `oauth4webapi: ${whereThere}`,
    },
  },
  {
    files: "dist/cli/*.js",
    browsers: node20,
    exceptions: {
      "AbortSignal.timeout": "Node 17 has it.",
      "URL.canParse": "Node 19 has it.",
      Temporal: "smol-toml: only for whoever asks for its objects.",
      "Temporal.PlainDate": "As above.",
      "Temporal.PlainDateTime": "As above.",
      "Temporal.PlainTime": "As above.",
      "Temporal.ZonedDateTime": "As above.",
    },
  },
];

for (const { files, browsers, exceptions } of bundles) {
  test(`${files} uses nothing that its oldest browser lacks, with exceptions that are needed`, async () => {
    const paths = globSync(files, { cwd: root });
    expect(paths).not.toEqual([]);
    const scripts = await Promise.all(paths.map((path) => readFile(join(root, path), "utf8")));
    expect(newerAPIs(scripts, browsers)).toEqual(Object.keys(exceptions).sort());
  });
}

test("the check finds functions, constructors, methods, properties and regular expressions that are too new", () => {
  const script = `Map.groupBy(list, key); new CSSStyleSheet(); list.toSorted(); element.ariaLabel = "A";
    navigation.back(); /(?<=a)b/.test(text); Map.from; list.map(key)`;
  expect(newerAPIs([script], pageBrowsers)).toEqual([
    ".ariaLabel",
    ".toSorted",
    "Map.groupBy",
    "lookbehind",
    "navigation",
    "new CSSStyleSheet",
  ]);
  expect(newerAPIs([script], { chrome: 140, firefox: 150, safari: 27 })).toEqual([]);
});

test("the README names the oldest browsers", async () => {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const row = ({ chrome, firefox, safari }: BrowserVersions) =>
    `Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari.toFixed(1)}`;
  expect(readme).toContain(row(pageBrowsers));
  expect(readme).toContain(row(consoleBrowsers));
});
