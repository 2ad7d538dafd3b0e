import { createRequire } from "node:module";

// Requiring it is faster: before an import, Node searches all 4 MB of a CommonJS module for the names of its exports.
const miniflare: typeof import("miniflare") = createRequire(import.meta.url)("miniflare");

export const { Miniflare, Response: MiniflareResponse } = miniflare;
export type Miniflare = import("miniflare").Miniflare;
