// A process of its own, since cognito-local takes its folder and its port from the process that it runs in.
process.on("disconnect", () => process.exit());
await import("cognito-local/lib/bin/start.js");
process.send?.("started");

export {};
