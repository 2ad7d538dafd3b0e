/** Responds to /1234 with 1,234 bytes. */
const script = `
  const bodies = new Map();
  export default {
    fetch(request) {
      const bytes = Number(new URL(request.url).pathname.slice(1));
      if (!bodies.has(bytes)) bodies.set(bytes, new Uint8Array(bytes).fill(97));
      return new Response(bodies.get(bytes), { headers: { "Content-Type": "text/html; charset=UTF-8" } });
    },
  };
`;

/** Runs in the same workerd as Daymark, so that their times can be compared. */
export const bareWorker = {
  name: "bare",
  modules: true,
  script,
  compatibilityDate: "2026-07-30",
  unsafeDirectSockets: [{ port: 0 }],
} as const;
