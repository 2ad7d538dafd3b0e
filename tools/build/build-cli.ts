// Before `npm pack`: what goes into the package.
import { build } from "./build.ts";

await build(["cli"]);
