import { createRequire } from "node:module";

// aws-ses-v2-local has one list of emails for all its servers in a process, which runs many test files.
const require = createRequire(import.meta.url);
require.cache[require.resolve("aws-ses-v2-local/dist/store.js")]?.exports.clearStore();
