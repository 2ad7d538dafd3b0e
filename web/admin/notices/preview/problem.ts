import { APIError } from "../../api.ts";

export function previewProblem(error: Error): string {
  const isRefused = error instanceof APIError && error.status < 500;
  return isRefused ? `No preview: ${error.message}` : "The preview isn't available right now.";
}
