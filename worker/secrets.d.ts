/** Set with `wrangler secret put`, each only where it is needed; wrangler.toml can not name what may be missing. */
interface Secrets {
  AWS_ACCESS_KEY_ID?: string;
  AWS_SECRET_ACCESS_KEY?: string;
  /** 32 random bytes in base64, which `npm run deploy` creates; what is stored encrypted can be read with it alone. */
  SECRET_KEY?: string;
}

interface Env extends Secrets {}
