import { app } from "./api.ts";

export default { fetch: app.fetch } satisfies ExportedHandler<Env>;
