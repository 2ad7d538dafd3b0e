import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { CommandError } from "./command-error.ts";
import { warn } from "./output.ts";
import { resolvePath, shell } from "./shell.ts";

export interface GlobalOptions {
  url?: string;
  key?: string;
  config?: string;
  json?: true;
}

export interface Settings {
  url: string;
  key: string | undefined;
}

export async function readSettings(options: GlobalOptions): Promise<Settings> {
  const { env } = shell();
  const file = await readFileSettings(options.config ?? env.DAYMARK_CONFIG);
  const chosenURL = options.url ?? (env.DAYMARK_URL || undefined);
  const url = chosenURL ?? file.url;
  if (url === undefined) {
    throw new CommandError(
      "usage",
      `Pass the address of the status page: --url https://status.example.com, DAYMARK_URL, or "url" in ${file.path}.`,
    );
  }
  const address = parseAddress(url);
  const key = options.key ?? (env.DAYMARK_KEY || undefined);
  // The key in the file belongs to the address in the file, and is sent to no other.
  const isOfFile = file.url === undefined || parseAddress(file.url) === address;
  return { url: address, key: (key ?? (isOfFile ? file.key : undefined))?.trim() };
}

export function parseAddress(url: string): string {
  const trimmedURL = url.trim();
  const whole = /^[a-z]+:\/\//i.test(trimmedURL)
    ? trimmedURL
    : `${isLocal(trimmedURL) ? "http" : "https"}://${trimmedURL}`;
  const parsed = URL.canParse(whole) ? new URL(whole) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== "") {
    throw new CommandError("usage", `${url} isn't an address. Use one like https://status.example.com.`);
  }
  return `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, "");
}

/** Requests to this machine need no TLS. */
export function isLocal(address: string): boolean {
  return /^(http:\/\/)?(localhost|127\.\d+\.\d+\.\d+|\[::1\])([:/]|$)/i.test(address);
}

interface FileSettings {
  path: string;
  url?: string;
  key?: string;
}

/** @param path a file that must exist, unlike the default file */
async function readFileSettings(path: string | undefined): Promise<FileSettings> {
  const file = path || join(configFolder(), "daymark", "config.json");
  const text = await readFile(resolvePath(file), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" && !path) return undefined;
    throw new CommandError("usage", `Can't read ${file}: ${error.code}.`);
  });
  return text === undefined ? { path: file } : { path: file, ...(await parseFile(file, text)) };
}

function configFolder(): string {
  const { env, platform } = shell();
  const home = (platform === "win32" ? env.USERPROFILE : env.HOME) || homedir();
  return env.XDG_CONFIG_HOME || join(home, ".config");
}

async function parseFile(path: string, text: string): Promise<Omit<FileSettings, "path">> {
  const { url, key } = parseObject(path, text);
  for (const [name, value] of Object.entries({ url, key })) {
    if (value !== undefined && typeof value !== "string")
      throw new CommandError("usage", `"${name}" in ${path} must be a string.`);
  }
  if (
    key !== undefined &&
    shell().platform !== "win32" &&
    ((await stat(resolvePath(path))).mode & 0o077) !== 0
  ) {
    warn(`Others on this machine can read the API key in ${path}. Run chmod 600 ${path}`);
  }
  return {
    ...(url !== undefined && { url: url as string }), // just checked
    ...(key !== undefined && { key: key as string }),
  };
}

function parseObject(path: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message would quote the text, and the key with it.
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new CommandError("usage", `${path} must be a JSON object: {"url": "https://…", "key": "…"}.`);
}
