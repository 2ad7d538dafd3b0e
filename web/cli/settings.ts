import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { Failure } from "./failure.ts";
import { warn } from "./output.ts";

/** What the options say that every command takes. */
export interface GlobalOptions {
  url?: string;
  key?: string;
  config?: string;
  json?: true;
}

export interface Settings {
  /** Without a slash at its end. */
  url: string;
  key: string | undefined;
}

/** Options come before the environment, and that before the file. */
export async function readSettings(options: GlobalOptions): Promise<Settings> {
  const { env } = process;
  const file = await readFileSettings(options.config ?? env.DAYMARK_CONFIG);
  const told = options.url ?? (env.DAYMARK_URL || undefined);
  const url = told ?? file.url;
  if (url === undefined) {
    throw new Failure(
      "usage",
      `Say where the status page is: --url https://status.example.com, DAYMARK_URL, or "url" in ${file.path}.`,
    );
  }
  const address = addressOf(url);
  const key = options.key ?? (env.DAYMARK_KEY || undefined);
  // The file's key is for the file's page, and is sent to no other.
  const isOfFile = file.url === undefined || addressOf(file.url) === address;
  return { url: address, key: (key ?? (isOfFile ? file.key : undefined))?.trim() };
}

function addressOf(url: string): string {
  const written = url.trim();
  const whole = /^[a-z]+:\/\//i.test(written)
    ? written
    : `${isLocal(written) ? "http" : "https"}://${written}`;
  const parsed = URL.canParse(whole) ? new URL(whole) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== "") {
    throw new Failure("usage", `${url} is no address as in https://status.example.com.`);
  }
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, "");
}

/** This machine itself, which is spoken to without TLS. */
export function isLocal(address: string): boolean {
  return /^(http:\/\/)?(localhost|127\.\d+\.\d+\.\d+|\[::1\])([:/]|$)/i.test(address);
}

interface FileSettings {
  path: string;
  url?: string;
  key?: string;
}

/** @param named by the person; the usual one need not be there */
async function readFileSettings(named: string | undefined): Promise<FileSettings> {
  const folder = process.env.XDG_CONFIG_HOME || join(homedir(), ".config");
  const path = named || join(folder, "daymark", "config.json");
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" && !named) return undefined;
    throw new Failure("usage", `${path} can not be read: ${error.code}.`);
  });
  return text === undefined ? { path } : { path, ...(await checkedFile(path, text)) };
}

async function checkedFile(path: string, text: string): Promise<Omit<FileSettings, "path">> {
  const { url, key } = parseObject(path, text);
  for (const [name, value] of Object.entries({ url, key })) {
    if (value !== undefined && typeof value !== "string")
      throw new Failure("usage", `"${name}" in ${path} must be a text.`);
  }
  if (key !== undefined && process.platform !== "win32" && ((await stat(path)).mode & 0o077) !== 0) {
    warn(`Others on this machine may read the API key in ${path}. To keep it yours: chmod 600 ${path}`);
  }
  // Both have just been found to be texts.
  return {
    ...(url !== undefined && { url: url as string }),
    ...(key !== undefined && { key: key as string }),
  };
}

function parseObject(path: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not the parser's own words: they quote the text, and so perhaps the key.
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new Failure("usage", `${path} must be a JSON object: {"url": "https://…", "key": "…"}.`);
}
