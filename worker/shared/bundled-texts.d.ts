/** The bundle contains these files as texts: tools/build/bundle-worker.ts. */
declare module "*.css" {
  const text: string;
  export default text;
}

declare module "*.txt" {
  const text: string;
  export default text;
}
