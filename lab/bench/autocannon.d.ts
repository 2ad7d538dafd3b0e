declare module "autocannon" {
  interface Options {
    url: string;
    connections: number;
    /** The unit is seconds, here and in the result. */
    duration: number;
    headers?: Record<string, string>;
  }
  interface Result {
    requests: { total: number };
    duration: number;
    errors: number;
    non2xx: number;
    statusCodeStats: Record<string, { count: number }>;
  }
  export default function autocannon(options: Options): PromiseLike<Result>;
}
