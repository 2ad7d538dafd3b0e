import { freshFetch } from "./fresh-fetch.ts";

globalThis.fetch = freshFetch;
