// `npm run pack` runs this first, because the build makes the package's files.
import { build } from "./build.ts";

await build(["package"]);
