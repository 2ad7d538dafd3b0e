/** The package has no types of its own. */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  export interface Context {
    body: unknown;
  }

  export default class Provider {
    constructor(issuer: string, configuration: object);
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): RequestListener;
  }
}
