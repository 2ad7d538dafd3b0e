/** All are optional, so wrangler.toml can't declare them. `wrangler secret put` sets them. */
interface Secrets {
  AWS_ACCESS_KEY_ID?: string;
  AWS_SECRET_ACCESS_KEY?: string;
  /** The secret of the console's client at the OpenID Connect provider. Without it, that client is public. */
  OIDC_CLIENT_SECRET?: string;
  /** The key of the first administrator. `npm run deploy` makes one while nobody can sign in. */
  SETUP_KEY?: string;
  /** 32 random bytes in base64. `npm run deploy` creates it. Encrypted data can't be read without it. */
  SECRET_KEY?: string;
}

interface Env extends Secrets {}
