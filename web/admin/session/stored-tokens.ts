import { lazyFile } from "../../ui/load-file.ts";
import { hasExternalSignIn } from "../runtime-settings.ts";
import { throwNetworkError } from "./session-errors.ts";
import { poolTokens, type Tokens } from "./token-storage.ts";

export const loadExternalTokens = lazyFile(() => import("./external-tokens.ts"), hasExternalSignIn);

export async function storedTokens(): Promise<Tokens | undefined> {
  if (!hasExternalSignIn()) return poolTokens();
  return (await loadExternalTokens().catch(throwNetworkError)).storedTokens();
}
