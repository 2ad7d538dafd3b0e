/** TypeScript as it was before 7, with the compiler API that openapi-typescript writes types with. */
export { ts as default } from "@ts-morph/common";
