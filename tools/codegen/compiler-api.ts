/** An older TypeScript with the compiler API that openapi-typescript needs. */
export { ts as default } from "@ts-morph/common";
