import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../tools/paths.ts";
import type { OpenAPIDocument } from "../../worker/openapi/schema.ts";
import { runCommand } from "../support/command-line.ts";
import { type Daymark, startDaymark } from "../support/daymark.ts";
import { parseHTML, textOf } from "../support/html.ts";

/** Only Amazon SNS makes this call, so it has no examples. */
const withoutExamples = ["receiveEmailNotification"];

let daymark: Daymark;
let description: OpenAPIDocument;
let overview: Document;
/** The pages that the overview links to, by their addresses. */
let pages: Map<string, Document>;
beforeAll(async () => {
  daymark = await startDaymark();
  description = await (await daymark.fetch("/api/openapi.json")).json();
  overview = await readPage("/api/docs");
  const links = [...overview.querySelectorAll("nav.pages a, .tasks h3 a")];
  const addresses = new Set(links.map((link) => link.getAttribute("href") ?? ""));
  addresses.delete("/api/docs");
  pages = new Map(
    await Promise.all([...addresses].map(async (address) => [address, await readPage(address)] as const)),
  );
});
afterAll(() => daymark.stop());

async function readPage(path: string): Promise<Document> {
  const response = await daymark.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  return parseHTML(await response.text());
}

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

const articles = () => [...pages.values()].flatMap((page) => [...page.querySelectorAll("article.call")]);

test("each address of the API is on exactly one page, and one under /api/v0 stands with its other address", () => {
  const shown = articles().map((article) =>
    [...article.querySelectorAll(".address > span:first-child")].map(textOf),
  );
  expect(shown.flat().sort()).toEqual(
    operations()
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  );
  expect(shown).toContainEqual(["POST /api/v0/incidents", "POST /api/incidents"]);
  const summaries = articles().map((article) => textOf(article.querySelector("h2")));
  expect(summaries).not.toContainEqual(expect.stringMatching(/^(Create|Update|Delete) .* with an API key$/));
  expect(new Set(summaries).size).toBe(summaries.length);
});

test("pages and the calls on them begin with those for API keys", () => {
  const hasKeys = [...pages.values()].flatMap((page) => {
    const calls = [...page.querySelectorAll("article.call")];
    return calls.length === 0 ? [] : [calls.map((call) => textOf(call).includes("/api/v0/"))];
  });
  for (const each of hasKeys)
    expect(each).toEqual(each.toSorted((one, other) => Number(other) - Number(one)));
  const firstIsForKeys = hasKeys.map(([first]) => first);
  expect(firstIsForKeys).toEqual(firstIsForKeys.toSorted((one, other) => Number(other) - Number(one)));
});

test("every link within the documentation leads to something, also those to the former single page", () => {
  const documents = new Map([["/api/docs", overview], ...pages]);
  for (const [address, page] of documents) {
    expect(page.querySelectorAll("[id]").length).toBe(
      new Set([...page.querySelectorAll("[id]")].map(({ id }) => id)).size,
    );
    for (const link of page.querySelectorAll("a")) {
      const [path = "", id = ""] = (link.getAttribute("href") ?? "").split("#");
      const target = documents.get(path || address);
      if (path !== "" && !path.startsWith("/api/docs")) continue;
      expect([address, link.href, id === "" || target?.getElementById(id) != null]).toEqual([
        address,
        link.href,
        target !== undefined,
      ]);
    }
  }
  const formerAnchors = [
    ...["metric-data", "components", "component-groups", "incidents", "maintenances", "templates", "metrics"],
    ...["settings", "subscribers", "email", "statuspage-compatibility", "system", "errors", "shapes"],
    ...["token", "rawToken", "apiKey", "error-400", "error-503"],
    ...operations().map(({ operation }) => operation.operationId),
    ...Object.keys(description.components.schemas),
  ];
  expect(formerAnchors.filter((id) => overview.getElementById(id) === null)).toEqual([]);
});

test("a call has its whole description with every limit", () => {
  for (const { method, path, operation } of operations()) {
    const article = articles().find((each) =>
      textOf(each.querySelector(".address")?.parentElement).includes(`${method} ${path} `),
    );
    // The addresses say who may call, and with which scope.
    const text = operation.description.replace(/\n\nNeeds an API key.*/, "");
    const words = text.replace(/[`*]|^- /gm, "").replace(/\s+/g, " ");
    expect(textOf(article?.querySelector(".message"))).toContain(words);
  }
  const submission = textOf(pages.get("/api/docs/send-metric-data")?.querySelector("#submitMetricData"));
  for (const limit of [
    "at most 3,000 points and 1 MiB per request",
    "at most 10 minutes in the future and 400 days in the past",
    "One point per minute: seconds are removed. If several points are in the same minute, in one request or across requests, the last one wins.",
    "All or nothing: if a metric is unknown or of another type, or a timestamp or value is invalid, the response is 400 with every reason, and nothing is stored.",
    "JSON in UTF-8, at most 1 MiB.",
  ])
    expect(submission).toContain(limit);
  expect(textOf(overview.querySelector("#apiKey + dd"))).toContain(
    "600 calls a minute, of which 60 can create",
  );
  const fields = textOf(pages.get("/api/docs/components")?.querySelector("#createComponent"));
  expect(fields).toContain("name text, 1 to 200 characters");
  expect(textOf(pages.get("/api/docs/shapes"))).toContain("NewCloudWatchMetric or NewPrometheusMetric");
});

test("the search finds calls by every word, shows the first 20, and says if there are none", async () => {
  const found = async (search: string) => {
    const page = await readPage(`/api/docs?q=${encodeURIComponent(search)}`);
    expect(page.querySelector("input")?.value).toBe(search);
    return {
      heading: textOf(page.querySelector("#matches")),
      links: [...page.querySelectorAll(".matches a")].map((link) => link.getAttribute("href")),
      text: textOf(page.querySelector("main")),
    };
  };
  expect(await found("submit POINTS")).toMatchObject({
    links: expect.arrayContaining(["/api/docs/send-metric-data#submitMetricData"]),
  });
  expect(await found("/api/v0/metrics/data")).toMatchObject({
    heading: "1 call with “/api/v0/metrics/data”",
    links: ["/api/docs/send-metric-data#submitMetricData"],
  });
  const many = await found("the");
  expect(many.links).toHaveLength(20);
  expect(many.text).toContain("These are the first 20. Add a word to find fewer.");
  expect((await found('<b>"nothing"')).text).toContain("No matches.");
  expect((await readPage("/api/docs?q=%20")).querySelector(".tasks")).not.toBeNull();
  expect((await daymark.fetch(`/api/docs?q=${"x".repeat(101)}`)).status).toBe(400);
});

/** Runs the examples in a shell whose curl prints its arguments. */
function argumentsOfCurl(example: string): string[] {
  const script = `uuidgen() { echo uuid; }; curl() { printf '%s\\0' "$@"; }\n${example}`;
  const { stdout, stderr, status } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
  expect([example, stderr, status]).toEqual([example, "", 0]);
  return stdout.split("\0").slice(0, -1);
}

test("each curl example is a request to the call's address with a body that its schema allows", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(description, "description");
  for (const article of articles()) {
    const code = article.querySelector("pre.curl")?.textContent ?? "";
    if (withoutExamples.includes(article.id)) {
      expect(code).toBe("");
      continue;
    }
    const [method = "", path = ""] = textOf(article.querySelector(".address > span")).split(" ");
    const args = argumentsOfCurl(code);
    const after = (option: string) => args[args.indexOf(option) + 1];
    const url = new URL(args.find((argument) => argument.startsWith("http")) ?? "");
    expect(url.pathname).toMatch(new RegExp(`^${path.replace(/\{\w+\}/g, "[\\w.-]+")}$`));
    const body = args.includes("-d") ? after("-d") : undefined;
    expect([path, args.includes("-X") ? after("-X") : body === undefined ? "GET" : "POST"]).toEqual([
      path,
      method,
    ]);
    expect(args.includes("x-api-key: YOUR_API_KEY")).toBe(path.startsWith("/api/v0/"));
    const { requestBody, parameters = [] } = description.paths[path]?.[method.toLowerCase()] ?? {};
    expect([path, body !== undefined]).toEqual([path, requestBody !== undefined]);
    for (const { name } of parameters.filter(({ in: where, required }) => where === "query" && required))
      expect(args).toContainEqual(expect.stringMatching(new RegExp(`^${name}=.`)));
    const $ref = requestBody?.content["application/json"]?.schema.$ref;
    if ($ref === undefined || body === undefined) continue;
    const validate = ajv.getSchema(`description${$ref}`);
    expect([path, validate?.(JSON.parse(body)), validate?.errors]).toEqual([path, true, null]);
  }
});

test("each TypeScript example compiles with daymark/client", async () => {
  const folder = await mkdtemp(join(tmpdir(), "daymark-docs-"));
  try {
    const files = new Map<string, string>();
    for (const [address, page] of pages) {
      const examples = [...page.querySelectorAll("pre.typescript")].map((example) => example.textContent);
      if (examples.length === 0) continue;
      const setup = page.querySelector("pre.setup")?.textContent ?? "";
      files.set(
        `${address.split("/").at(-1)}.ts`,
        [setup, ...examples.map((each) => `{\n${each}\n}`)].join("\n"),
      );
    }
    const count = articles().length - withoutExamples.length;
    expect([...files.values()].join("\n").split("= await").length - 1).toBe(count);
    files.set("wrong.ts", (files.get("incidents.ts") ?? "").replaceAll("Investigating", "investigating"));
    for (const [name, text] of files) await writeFile(join(folder, name), text);
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: "es2024", lib: ["es2024", "dom", "dom.iterable"], types: [] },
      ...{ module: "preserve", moduleResolution: "bundler", moduleDetection: "force", skipLibCheck: true },
      ...{
        allowImportingTsExtensions: true,
        paths: { "daymark/client": [join(root, "web/client/client.ts")] },
      },
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    const { stdout } = await runCommand([join(root, "node_modules/.bin/tsc"), "-p", "."], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? "" },
    });
    const errors = stdout.split("\n").filter((line) => line.includes("error TS"));
    expect(errors.filter((line) => !line.startsWith("wrong.ts"))).toEqual([]);
    expect(errors).toContainEqual(expect.stringContaining("'\"investigating\"' is not assignable to type"));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("the documentation loads nothing from other sites", () => {
  for (const page of [overview, ...pages.values()]) {
    const resources = [...page.querySelectorAll("[src], link[href]")].map(
      (element) => element.getAttribute("src") ?? element.getAttribute("href"),
    );
    expect(resources.filter((address) => !address?.startsWith("/static/"))).toEqual([]);
    expect(textOf(page.querySelector("style"))).not.toMatch(/url\(|@import/);
  }
});
