/** Set with `wrangler secret put`, each only where it is needed; wrangler.toml can not name what may be missing. */
interface Secrets {
  AWS_ACCESS_KEY_ID?: string;
  AWS_SECRET_ACCESS_KEY?: string;
}

interface Env extends Secrets {}
