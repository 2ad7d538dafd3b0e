import { lazyFile } from "../../ui/load-file.ts";
import { hasProvider } from "../runtime-settings.ts";

/** It has the library, which is larger than the sign-in page. */
export const loadProvider = lazyFile(
  () => import("./provider.ts"),
  () => hasProvider(window.settings ?? {}),
);
